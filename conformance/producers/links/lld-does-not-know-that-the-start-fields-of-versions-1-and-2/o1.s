 .text
 .globl f_206
 .type f_206, @function
f_206:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xce, 0x0, 0x0, 0x0
 .cfi_endproc
 .size f_206, .-f_206
 .section .note.GNU-stack,"",%progbits
