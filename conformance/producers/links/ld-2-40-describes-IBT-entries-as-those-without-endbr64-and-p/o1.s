 .text
 .globl f_2700
 .type f_2700, @function
f_2700:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x8c, 0xa, 0x0, 0x0
 call f_1900@PLT
 .cfi_endproc
 .size f_2700, .-f_2700
 .section .note.GNU-stack,"",%progbits
