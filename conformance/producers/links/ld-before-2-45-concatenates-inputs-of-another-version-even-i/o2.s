 .text
 .globl f_1502
 .type f_1502, %function
f_1502:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xde, 0x5, 0x0, 0x0
 .cfi_endproc
 .size f_1502, .-f_1502
 .section .note.GNU-stack,"",%progbits
