 .section .text.f_1700,"ax",@progbits
 .p2align 2
 .globl f_1700
 .type f_1700, @function
f_1700:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xa4, 0x6, 0x0, 0x0
 .cfi_endproc
 .size f_1700, .-f_1700
 .section .text.f_1701,"ax",@progbits
 .weak f_1701
 .type f_1701, @function
f_1701:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xa5, 0x6, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_1701, .-f_1701
 .section .note.GNU-stack,"",%progbits
