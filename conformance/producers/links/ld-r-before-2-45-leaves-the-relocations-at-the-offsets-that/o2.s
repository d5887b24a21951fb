 .text
 .globl f_602
 .type f_602, %function
f_602:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x5a, 0x2, 0x0, 0x0
 .cfi_endproc
 .size f_602, .-f_602
 .section .note.GNU-stack,"",%progbits
