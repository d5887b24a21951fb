 .text
 .p2align 4
 .globl f_3700
 .type f_3700, @function
f_3700:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x74, 0xe, 0x0, 0x0
 .cfi_endproc
 .size f_3700, .-f_3700
 .text
 .p2align 6
 .globl f_3701
 .hidden f_3701
 .type f_3701, @function
f_3701:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x75, 0xe, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 call outer3@PLT
 mov outer3@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 call f_3701@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_3701, .-f_3701
 .section .note.GNU-stack,"",%progbits
