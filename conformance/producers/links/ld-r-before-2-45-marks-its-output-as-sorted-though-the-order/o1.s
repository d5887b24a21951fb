 .section .text.f_2501,"ax",%progbits
 .globl f_2501
 .type f_2501, %function
f_2501:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xc5, 0x9, 0x0, 0x0
 .cfi_endproc
 .size f_2501, .-f_2501
 .text
 .globl f_2502
 .type f_2502, %function
f_2502:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xc6, 0x9, 0x0, 0x0
 .cfi_endproc
 .size f_2502, .-f_2502
 .section .note.GNU-stack,"",%progbits
