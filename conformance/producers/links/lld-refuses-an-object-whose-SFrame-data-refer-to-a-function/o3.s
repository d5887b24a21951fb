 .section .text.f_100,"ax",@progbits
 .p2align 4
 .globl f_100
 .type f_100, @function
f_100:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x64, 0x0, 0x0, 0x0
 .cfi_endproc
 .size f_100, .-f_100
 .section .text.grouped_0,"axG",@progbits,grouped_0,comdat
 .weak grouped_0
 .type grouped_0, @function
grouped_0:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x65, 0x0, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 80
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
 .zero 40
 .cfi_def_cfa_offset 32
 .zero 4
 .cfi_def_cfa_offset 296
 .zero 4
 .cfi_def_cfa_offset 360
 .zero 4
 call f_1100@PLT
 mov f_202@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 176
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 40
 .cfi_def_cfa_offset 112
 .zero 4
 .cfi_def_cfa_offset 136
 .zero 4
 .cfi_def_cfa_offset 152
 .zero 4
 mov f_102@GOTPCREL(%rip),%rax
 call f_200@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
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
 .zero 40
 .cfi_def_cfa_register 6
 .zero 8
 call f_100@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size grouped_0, .-grouped_0
 .section .text.unlikely,"ax",@progbits
 .p2align 4
 .globl f_102
 .type f_102, @function
f_102:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x66, 0x0, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 call outer2@PLT
 call f_102@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_102, .-f_102
 .text
 .p2align 4
 .weak f_103
 .type f_103, @function
f_103:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x67, 0x0, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 240
 .zero 4
 mov outer1@GOTPCREL(%rip),%rax
 mov f_102@GOTPCREL(%rip),%rax
 call f_2800@PLT
 mov f_100@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_103, .-f_103
 .section .note.GNU-stack,"",%progbits
