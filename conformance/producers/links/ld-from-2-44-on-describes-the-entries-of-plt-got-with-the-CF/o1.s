 .text
 .globl f_3601
 .type f_3601, @function
f_3601:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x11, 0xe, 0x0, 0x0
 mov f_3603@GOTPCREL(%rip),%rax
 call f_3603@PLT
 .cfi_endproc
 .size f_3601, .-f_3601
 .section .note.GNU-stack,"",%progbits
