 .section .text.shared,"ax",@progbits
 .p2align 2
 .weak f_1800
 .type f_1800, @function
f_1800:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x8, 0x7, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 call f_3700@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 call f_406@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 call outer3@PLT
 call f_1801@PLT
 call f_1801@PLT
 call f_3700@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 call f_1800@PLT
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
 .zero 4
 .cfi_def_cfa_register 6
 .zero 4
 call f_1500@PLT
 call f_3300@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 4
 call outer4@PLT
 call f_1801@PLT
 mov f_3000@GOTPCREL(%rip),%rax
 call f_200@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_1800, .-f_1800
 .section .text.f_1801,"ax",@progbits
 .p2align 2
 .globl f_1801
 .type f_1801, @function
f_1801:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x9, 0x7, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 40
 .cfi_def_cfa_register 6
 .zero 4
 mov outer2@GOTPCREL(%rip),%rax
 call f_1801@PLT
 call f_1801@PLT
 mov f_1200@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_1801, .-f_1801
 .section .note.GNU-stack,"",%progbits
