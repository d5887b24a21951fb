 .text
 .globl f_3801
 .type f_3801, @function
f_3801:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xd9, 0xe, 0x0, 0x0
 call f_3800@PLT
 mov f_3800@GOTPCREL(%rip),%rax
 .cfi_endproc
 .size f_3801, .-f_3801
 .section .note.GNU-stack,"",%progbits
