 .text
 .globl f_2500
 .type f_2500, @function
f_2500:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xc4, 0x9, 0x0, 0x0
 call f_600@PLT
 .cfi_endproc
 .size f_2500, .-f_2500
 .section .note.GNU-stack,"",%progbits
