 .text
 .globl f_3202
 .type f_3202, %function
f_3202:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x82, 0xc, 0x0, 0x0
 .cfi_endproc
 .size f_3202, .-f_3202
 .section .note.GNU-stack,"",%progbits
