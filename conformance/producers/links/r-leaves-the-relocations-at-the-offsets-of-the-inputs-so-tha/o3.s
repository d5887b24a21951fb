 .text
 .globl f_1301
 .type f_1301, %function
f_1301:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x15, 0x5, 0x0, 0x0
 .cfi_endproc
 .size f_1301, .-f_1301
 .section .note.GNU-stack,"",%progbits
