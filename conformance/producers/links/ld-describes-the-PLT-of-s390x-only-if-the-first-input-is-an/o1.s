 .text
 .p2align 1
 .globl f_1900
 .type f_1900, @gnu_indirect_function
f_1900:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x6c, 0x7, 0x0, 0x0
 lgrl %r1,f_1900@GOTENT
 .cfi_endproc
 .size f_1900, .-f_1900
 .section .note.GNU-stack,"",%progbits
