 .text
 .globl f_3606
 .type f_3606, @function
f_3606:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x16, 0xe, 0x0, 0x0
 .cfi_endproc
 .size f_3606, .-f_3606
 .section .note.GNU-stack,"",%progbits
