 .text
 .globl f_1600
 .type f_1600, %function
f_1600:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x40, 0x6, 0x0, 0x0
 .cfi_endproc
 .size f_1600, .-f_1600
 .text
 .globl f_1601
 .type f_1601, %function
f_1601:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x41, 0x6, 0x0, 0x0
 .cfi_endproc
 .size f_1601, .-f_1601
 .section .note.GNU-stack,"",%progbits
