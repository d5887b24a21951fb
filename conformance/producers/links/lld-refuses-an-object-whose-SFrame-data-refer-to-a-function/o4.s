 .section .text.unlikely,"ax",@progbits
 .p2align 4
 .globl f_600
 .type f_600, @function
f_600:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x58, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 call f_603@PLT
 mov f_1500@GOTPCREL(%rip),%rax
 mov f_602@GOTPCREL(%rip),%rax
 call outer3@PLT
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
 .cfi_def_cfa_offset 88
 .zero 4
 .cfi_def_cfa_offset 184
 .zero 4
 .cfi_def_cfa_offset 224
 .zero 4
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
 .size f_600, .-f_600
 .section .text.unlikely,"ax",@progbits
 .p2align 4
 .globl f_601
 .type f_601, @function
f_601:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x59, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 280
 .zero 4
 .cfi_def_cfa_offset 592
 .zero 4
 .cfi_def_cfa_offset 728
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_601, .-f_601
 .section .text.f_602,"ax",@progbits
 .p2align 4
 .weak f_602
 .type f_602, @function
f_602:
 .cfi_startproc
 .cfi_signal_frame
 .byte 0x53, 0x46, 0x52, 0x4d, 0x5a, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 12
 .cfi_def_cfa_register 6
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 mov f_601@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_602, .-f_602
 .text
 .p2align 2
 .type f_603, @function
f_603:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x5b, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 12
 .cfi_def_cfa_offset 144
 .zero 4
 .cfi_def_cfa_offset 456
 .zero 4
 call f_3000@PLT
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
 .cfi_def_cfa_register 6
 .zero 4
 mov outer4@GOTPCREL(%rip),%rax
 mov f_601@GOTPCREL(%rip),%rax
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
 .size f_603, .-f_603
 .section .note.GNU-stack,"",%progbits
