 .section .text.grouped_2,"axG",@progbits,grouped_2,comdat
 .p2align 2
 .weak grouped_2
 .type grouped_2, @function
grouped_2:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x90, 0x1, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
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
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 4
 call f_404@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 mov f_405@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 88
 .zero 4
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
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 mov f_1200@GOTPCREL(%rip),%rax
 call f_405@PLT
 .zero 70000
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 184
 .zero 4
 call f_403@PLT
 call outer5@PLT
 mov outer4@GOTPCREL(%rip),%rax
 mov outer3@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size grouped_2, .-grouped_2
 .text
 .p2align 2
 .globl f_401
 .hidden f_401
 .type f_401, @function
f_401:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x91, 0x1, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 4
 mov f_102@GOTPCREL(%rip),%rax
 call f_2400@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_401, .-f_401
 .section .text.unlikely,"ax",@progbits
 .p2align 2
 .globl f_402
 .type f_402, @function
f_402:
 .cfi_startproc
 .cfi_signal_frame
 .byte 0x53, 0x46, 0x52, 0x4d, 0x92, 0x1, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 4
 call outer1@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_402, .-f_402
 .section .text.f_403,"ax",@progbits
 .p2align 2
 .globl f_403
 .hidden f_403
 .type f_403, @function
f_403:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x93, 0x1, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 168
 .zero 4
 .cfi_def_cfa_offset 296
 .zero 4
 .cfi_def_cfa_offset 376
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
 .size f_403, .-f_403
 .section .text.shared,"ax",@progbits
 .weak f_404
 .type f_404, @function
f_404:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x94, 0x1, 0x0, 0x0
 .cfi_endproc
 .size f_404, .-f_404
 .section .text.f_405,"ax",@progbits
 .p2align 4
 .globl f_405
 .hidden f_405
 .type f_405, @function
f_405:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x95, 0x1, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_405, .-f_405
 .section .text.f_406,"ax",@progbits
 .p2align 4
 .globl f_406
 .type f_406, @function
f_406:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x96, 0x1, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 call f_2700@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_406, .-f_406
 .section .note.GNU-stack,"",%progbits
