 .section .text.shared,"ax",@progbits
 .p2align 4
 .weak f_900
 .type f_900, @function
f_900:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x84, 0x3, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 184
 .zero 4
 .cfi_def_cfa_offset 408
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
 .size f_900, .-f_900
 .section .text.shared,"ax",@progbits
 .p2align 6
 .globl f_901
 .hidden f_901
 .type f_901, @function
f_901:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x85, 0x3, 0x0, 0x0
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
 .cfi_endproc
 .size f_901, .-f_901
 .section .text.grouped_4,"axG",@progbits,grouped_4,comdat
 .p2align 6
 .weak grouped_4
 .type grouped_4, @function
grouped_4:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x86, 0x3, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
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
 .cfi_def_cfa_register 6
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
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
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
 .cfi_def_cfa_register 6
 .zero 8
 mov f_903@GOTPCREL(%rip),%rax
 call f_3500@PLT
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
 .cfi_def_cfa_offset 280
 .zero 4
 .cfi_def_cfa_offset 504
 .zero 4
 call outer2@PLT
 call outer5@PLT
 call f_900@PLT
 call outer4@PLT
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
 .cfi_endproc
 .size grouped_4, .-grouped_4
 .section .text.unlikely,"ax",@progbits
 .p2align 4
 .weak f_903
 .type f_903, @function
f_903:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x87, 0x3, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
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
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 224
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_903, .-f_903
 .section .text.f_904,"ax",@progbits
 .weak f_904
 .type f_904, @function
f_904:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x88, 0x3, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 136
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 12
 .cfi_def_cfa_register 6
 .zero 8
 mov f_100@GOTPCREL(%rip),%rax
 call outer3@PLT
 call f_1700@PLT
 mov outer4@GOTPCREL(%rip),%rax
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
 .size f_904, .-f_904
 .text
 .weak f_905
 .type f_905, @function
f_905:
 .cfi_startproc
 .cfi_signal_frame
 .byte 0x53, 0x46, 0x52, 0x4d, 0x89, 0x3, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 288
 .zero 4
 .cfi_def_cfa_offset 416
 .zero 4
 .cfi_def_cfa_offset 728
 .zero 4
 call f_1000@PLT
 mov f_900@GOTPCREL(%rip),%rax
 call f_100@PLT
 call f_3500@PLT
 .zero 70000
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
 .zero 40
 .cfi_def_cfa_register 6
 .zero 4
 call f_2900@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 40
 .cfi_def_cfa_offset 296
 .zero 4
 .cfi_def_cfa_offset 552
 .zero 4
 call outer1@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 call f_3900@PLT
 call f_100@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_905, .-f_905
 .section .text.shared,"ax",@progbits
 .p2align 4
 .globl f_906
 .hidden f_906
 .type f_906, @function
f_906:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x8a, 0x3, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_906, .-f_906
 .section .note.GNU-stack,"",%progbits
