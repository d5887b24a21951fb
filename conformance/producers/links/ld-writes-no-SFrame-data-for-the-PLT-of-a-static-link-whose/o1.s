 .text
 .globl f_2400
 .type f_2400, @gnu_indirect_function
f_2400:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x60, 0x9, 0x0, 0x0
 call f_2400@PLT
 .cfi_endproc
 .size f_2400, .-f_2400
 .section .note.GNU-stack,"",%progbits
