 .text
 .globl f_3501
 .type f_3501, @function
f_3501:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xad, 0xd, 0x0, 0x0
 call f_3600@PLT
 .cfi_endproc
 .size f_3501, .-f_3501
 .section .note.GNU-stack,"",%progbits
