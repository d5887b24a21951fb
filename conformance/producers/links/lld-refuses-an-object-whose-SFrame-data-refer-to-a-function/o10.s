 .section .text.unlikely,"ax",@progbits
 .p2align 4
 .globl f_3200
 .type f_3200, @function
f_3200:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x80, 0xc, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 144
 .zero 4
 call f_3200@PLT
 .zero 64
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 mov outer2@GOTPCREL(%rip),%rax
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
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 call f_2400@PLT
 mov outer4@GOTPCREL(%rip),%rax
 mov outer0@GOTPCREL(%rip),%rax
 mov f_202@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 8
 mov outer1@GOTPCREL(%rip),%rax
 call f_3200@PLT
 .zero 70000
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_3200, .-f_3200
 .section .note.GNU-stack,"",%progbits
