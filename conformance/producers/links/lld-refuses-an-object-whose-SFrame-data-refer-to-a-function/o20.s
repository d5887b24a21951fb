 .section .text.shared,"ax",@progbits
 .p2align 4
 .weak f_1600
 .type f_1600, @function
f_1600:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x40, 0x6, 0x0, 0x0
 .cfi_endproc
 .size f_1600, .-f_1600
 .section .text.unlikely,"ax",@progbits
 .p2align 4
 .type f_1601, @function
f_1601:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x41, 0x6, 0x0, 0x0
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
 .zero 4
 .cfi_def_cfa_offset 240
 .zero 4
 .cfi_def_cfa_offset 528
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 .zero 64
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_1601, .-f_1601
 .section .text.f_1602,"ax",@progbits
 .p2align 4
 .globl f_1602
 .hidden f_1602
 .type f_1602, @function
f_1602:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x42, 0x6, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 72
 .zero 4
 .cfi_def_cfa_offset 240
 .zero 4
 .cfi_def_cfa_offset 424
 .zero 4
 mov outer4@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 call f_3500@PLT
 call f_2206@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 80
 .zero 4
 .zero 64
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
 .cfi_endproc
 .size f_1602, .-f_1602
 .section .text.f_1603,"ax",@progbits
 .p2align 4
 .weak f_1603
 .type f_1603, @function
f_1603:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x43, 0x6, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 call f_1603@PLT
 mov f_3300@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 4
 call outer0@PLT
 call f_1500@PLT
 call f_1602@PLT
 call f_1602@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_1603, .-f_1603
 .section .note.GNU-stack,"",%progbits
