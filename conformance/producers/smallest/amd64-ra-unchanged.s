# SPDX-License-Identifier: MIT
# an RA that is a value or unchanged is ignored
#: abi amd64
#: about RA is unchanged, in a column that is no register
#: function unchanged absent
 .text
 .globl unchanged
 .type unchanged, @function
unchanged:
 .cfi_startproc
 .cfi_same_value 16
 ret
 .cfi_endproc
 .size unchanged, . - unchanged
