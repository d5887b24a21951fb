 .text
 .globl f_1100
 .type f_1100, @function
f_1100:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x4c, 0x4, 0x0, 0x0
 .cfi_endproc
 .size f_1100, .-f_1100
 .section .note.GNU-stack,"",%progbits
