 .text
 .p2align 2
 .globl f_2101
 .type f_2101, %function
f_2101:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x35, 0x8, 0x0, 0x0
 bl f_2101
 .cfi_endproc
 .size f_2101, .-f_2101
 .section .note.GNU-stack,"",%progbits
