 .section .text.shared,"ax",@progbits
 .weak f_2200
 .type f_2200, @function
f_2200:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x98, 0x8, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 .zero 64
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_2200, .-f_2200
 .section .text.grouped_1,"axG",@progbits,grouped_1,comdat
 .p2align 4
 .weak grouped_1
 .type grouped_1, @function
grouped_1:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x99, 0x8, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 call outer5@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 40
 .cfi_def_cfa_offset 160
 .zero 4
 .cfi_def_cfa_offset 208
 .zero 4
 .cfi_def_cfa_offset 488
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size grouped_1, .-grouped_1
 .text
 .globl f_2203
 .hidden f_2203
 .type f_2203, @function
f_2203:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x9b, 0x8, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 328
 .zero 4
 .cfi_def_cfa_offset 432
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_2203, .-f_2203
 .section .text.unlikely,"ax",@progbits
 .p2align 2
 .globl f_2204
 .hidden f_2204
 .type f_2204, @function
f_2204:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x9c, 0x8, 0x0, 0x0
 .cfi_endproc
 .size f_2204, .-f_2204
 .section .text.grouped_3,"axG",@progbits,grouped_3,comdat
 .p2align 6
 .weak grouped_3
 .type grouped_3, @function
grouped_3:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x9d, 0x8, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 4
 .zero 300
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
 .size grouped_3, .-grouped_3
 .section .text.f_2206,"ax",@progbits
 .p2align 4
 .globl f_2206
 .type f_2206, @function
f_2206:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x9e, 0x8, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 call grouped_1@PLT
 call f_1500@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 216
 .zero 4
 mov f_3300@GOTPCREL(%rip),%rax
 call f_2203@PLT
 call f_2206@PLT
 call f_2206@PLT
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
 .cfi_def_cfa_offset 48
 .zero 4
 .cfi_def_cfa_offset 296
 .zero 4
 .cfi_def_cfa_offset 480
 .zero 4
 mov f_3400@GOTPCREL(%rip),%rax
 mov grouped_3@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_2206, .-f_2206
 .section .note.GNU-stack,"",%progbits
