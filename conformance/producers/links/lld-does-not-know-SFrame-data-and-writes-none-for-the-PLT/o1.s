 .text
 .globl f_1300
 .type f_1300, @function
f_1300:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x14, 0x5, 0x0, 0x0
 call f_2600@PLT
 .cfi_endproc
 .size f_1300, .-f_1300
 .section .note.GNU-stack,"",%progbits
