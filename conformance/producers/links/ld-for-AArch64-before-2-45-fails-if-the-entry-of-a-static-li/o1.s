 .text
 .globl f_500
 .type f_500, %gnu_indirect_function
f_500:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xf4, 0x1, 0x0, 0x0
 .cfi_endproc
 .size f_500, .-f_500
 .section .note.GNU-stack,"",%progbits
