# SPDX-License-Identifier: MIT
#: abi amd64
#: about nested states, both remembered before the first instruction
#: function nested equal
 .text
 .globl nested
 .type nested, @function
nested:
 .cfi_startproc
 .cfi_remember_state
 .cfi_def_cfa_register 6
 .cfi_remember_state
 nop
 .cfi_restore_state
 nop
 .cfi_restore_state
 ret
 .cfi_endproc
 .size nested, . - nested
