# SPDX-License-Identifier: MIT
#: abi amd64
#: about RA is unchanged, in a column that is no register
#: function unchanged absent
 .text
 .globl unchanged
 .type unchanged, @function
unchanged:
 .cfi_startproc
 nop
 .cfi_same_value 16
 nop
 ret
 .cfi_endproc
 .size unchanged, . - unchanged
