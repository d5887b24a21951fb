 .text
 .globl f_300
 .type f_300, @function
f_300:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x2c, 0x1, 0x0, 0x0
 .cfi_endproc
 .size f_300, .-f_300
 .section .note.GNU-stack,"",%progbits
