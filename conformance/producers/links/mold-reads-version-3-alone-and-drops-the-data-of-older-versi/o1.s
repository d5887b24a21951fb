 .text
 .globl f_1106
 .type f_1106, %function
f_1106:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x52, 0x4, 0x0, 0x0
 .cfi_endproc
 .size f_1106, .-f_1106
 .section .note.GNU-stack,"",%progbits
