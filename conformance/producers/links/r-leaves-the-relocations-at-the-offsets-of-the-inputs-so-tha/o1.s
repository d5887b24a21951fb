 .text
 .globl f_301
 .type f_301, %function
f_301:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x2d, 0x1, 0x0, 0x0
 .cfi_endproc
 .size f_301, .-f_301
 .section .note.GNU-stack,"",%progbits
