 .section .text.grouped_2,"axG",@progbits,grouped_2,comdat
 .p2align 2
 .weak grouped_2
 .type grouped_2, @function
grouped_2:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x34, 0x8, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 call f_202@PLT
 call f_2101@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size grouped_2, .-grouped_2
 .text
 .p2align 2
 .globl f_2101
 .hidden f_2101
 .type f_2101, @function
f_2101:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x35, 0x8, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_2101, .-f_2101
 .section .note.GNU-stack,"",%progbits
