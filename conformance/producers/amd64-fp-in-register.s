# SPDX-License-Identifier: MIT
#: abi amd64
#: about FP saved in another register, as the value of the CFA, unchanged, and lost
#: function moved equal|absent
#: function value equal|absent
#: function unchanged equal
#: function lost absent|any
 .text
 .globl moved
 .type moved, @function
moved:
 .cfi_startproc
 mov %rbp, %rbx
 .cfi_register 6, 3
 nop
 mov %rbx, %rbp
 .cfi_restore 6
 ret
 .cfi_endproc
 .size moved, . - moved
 .globl value
 .type value, @function
value:
 .cfi_startproc
 nop
 .cfi_val_offset 6, -16
 nop
 .cfi_restore 6
 ret
 .cfi_endproc
 .size value, . - value
 .globl unchanged
 .type unchanged, @function
unchanged:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 pop %rbp
 .cfi_def_cfa_offset 8
 .cfi_same_value 6
 ret
 .cfi_endproc
 .size unchanged, . - unchanged
 .globl lost
 .type lost, @function
lost:
 .cfi_startproc
 xor %ebp, %ebp
 .cfi_undefined 6
 nop
 ret
 .cfi_endproc
 .size lost, . - lost
