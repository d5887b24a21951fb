 .text
 .globl f_906
 .type f_906, %function
f_906:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x8a, 0x3, 0x0, 0x0
 .cfi_endproc
 .size f_906, .-f_906
 .section .note.GNU-stack,"",%progbits
