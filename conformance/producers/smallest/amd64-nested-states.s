# SPDX-License-Identifier: MIT
# nested remembered states are lost
#: abi amd64
#: about nested remembered states
#: function nested equal
 .text
 .globl nested
 .type nested, @function
nested:
 .cfi_startproc
 .cfi_remember_state
 .cfi_def_cfa_register 6
 .cfi_remember_state
 ret
 .cfi_restore_state
 nop
 .cfi_restore_state
 ret
 .cfi_endproc
 .size nested, . - nested
