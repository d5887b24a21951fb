 .section .text.f_1900,"ax",@progbits
 .p2align 6
 .globl f_1900
 .type f_1900, @function
f_1900:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x6c, 0x7, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 272
 .zero 4
 .cfi_remember_state
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_restore_state
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_1900, .-f_1900
 .section .text.unlikely,"ax",@progbits
 .p2align 4
 .globl f_1901
 .hidden f_1901
 .type f_1901, @function
f_1901:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x6d, 0x7, 0x0, 0x0
 .cfi_endproc
 .size f_1901, .-f_1901
 .text
 .p2align 2
 .type f_1902, @function
f_1902:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x6e, 0x7, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 40
 .cfi_def_cfa_offset 104
 .zero 4
 .cfi_def_cfa_offset 296
 .zero 4
 .cfi_def_cfa_offset 464
 .zero 4
 call f_1903@PLT
 mov f_2900@GOTPCREL(%rip),%rax
 call f_1903@PLT
 call outer1@PLT
 .cfi_remember_state
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_restore_state
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 40
 .cfi_def_cfa_register 6
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 call outer3@PLT
 call f_2206@PLT
 call outer2@PLT
 call outer2@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_1902, .-f_1902
 .text
 .type f_1903, @function
f_1903:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x6f, 0x7, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 call f_3605@PLT
 mov f_1901@GOTPCREL(%rip),%rax
 mov outer1@GOTPCREL(%rip),%rax
 call f_1902@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_1903, .-f_1903
 .section .note.GNU-stack,"",%progbits
