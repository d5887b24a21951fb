# SPDX-License-Identifier: MIT
# the assembler crashes on nested states that are remembered before any change
#: abi amd64
#: about nested states, both remembered before the first instruction
#: function nested equal
 .text
 .globl nested
 .type nested, @function
nested:
 .cfi_startproc
 .cfi_remember_state
 .cfi_remember_state
 .cfi_restore_state
 .cfi_restore_state
 ret
 .cfi_endproc
 .size nested, . - nested
