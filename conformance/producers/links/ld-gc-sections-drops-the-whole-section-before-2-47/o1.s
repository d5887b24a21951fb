 .text
 .globl f_3001
 .type f_3001, %function
f_3001:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xb9, 0xb, 0x0, 0x0
 .cfi_endproc
 .size f_3001, .-f_3001
 .section .note.GNU-stack,"",%progbits
