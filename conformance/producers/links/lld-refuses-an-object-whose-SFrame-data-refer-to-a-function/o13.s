 .section .text.unlikely,"ax",@progbits
 .p2align 4
 .globl f_1100
 .type f_1100, @function
f_1100:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x4c, 0x4, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 .cfi_remember_state
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_restore_state
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 320
 .zero 4
 .cfi_def_cfa_offset 456
 .zero 4
 mov f_1100@GOTPCREL(%rip),%rax
 call f_800@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_1100, .-f_1100
 .section .note.GNU-stack,"",%progbits
