 .section .text.grouped_4,"axG",@progbits,grouped_4,comdat
 .p2align 2
 .weak grouped_4
 .type grouped_4, @function
grouped_4:
 .cfi_startproc
 .cfi_signal_frame
 .byte 0x53, 0x46, 0x52, 0x4d, 0xc4, 0x9, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 mov outer2@GOTPCREL(%rip),%rax
 mov f_202@GOTPCREL(%rip),%rax
 call f_3200@PLT
 call grouped_4@PLT
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
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 call f_2000@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 4
 call f_2000@PLT
 mov f_1801@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 mov outer0@GOTPCREL(%rip),%rax
 call outer3@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 96
 .zero 4
 .cfi_def_cfa_offset 224
 .zero 4
 .cfi_def_cfa_offset 448
 .zero 4
 call grouped_4@PLT
 mov outer5@GOTPCREL(%rip),%rax
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
 .size grouped_4, .-grouped_4
 .section .note.GNU-stack,"",%progbits
