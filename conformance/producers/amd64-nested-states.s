# SPDX-License-Identifier: MIT
#: abi amd64
#: about nested remembered states
#: function nested equal
 .text
 .globl nested
 .type nested, @function
nested:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .cfi_remember_state
 mov %rsp, %rbp
 .cfi_def_cfa_register 6
 .cfi_remember_state
 leave
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 ret
 .cfi_restore_state
 nop
 .cfi_restore_state
 pop %rbp
 .cfi_def_cfa_offset 8
 .cfi_restore 6
 ret
 .cfi_endproc
 .size nested, . - nested
