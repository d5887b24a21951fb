 .text
 .globl f_3701
 .type f_3701, %function
f_3701:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x75, 0xe, 0x0, 0x0
 .cfi_endproc
 .size f_3701, .-f_3701
 .section .note.GNU-stack,"",%progbits
