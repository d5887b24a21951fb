 .section .text.f_3400,"ax",@progbits
 .p2align 4
 .globl f_3400
 .type f_3400, @function
f_3400:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x48, 0xd, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_register 6
 .zero 4
 call f_3900@PLT
 call f_800@PLT
 mov f_600@GOTPCREL(%rip),%rax
 call f_300@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 call f_2400@PLT
 call f_3200@PLT
 call f_1700@PLT
 call outer0@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 48
 .zero 4
 .cfi_def_cfa_offset 112
 .zero 4
 .cfi_def_cfa_offset 160
 .zero 4
 call f_3400@PLT
 mov f_1000@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
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
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 mov f_3400@GOTPCREL(%rip),%rax
 mov f_3401@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 144
 .zero 4
 call f_202@PLT
 call f_3400@PLT
 mov f_100@GOTPCREL(%rip),%rax
 call f_406@PLT
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
 .size f_3400, .-f_3400
 .section .text.shared,"ax",@progbits
 .p2align 4
 .type f_3401, @function
f_3401:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x49, 0xd, 0x0, 0x0
 .cfi_endproc
 .size f_3401, .-f_3401
 .section .text.shared,"ax",@progbits
 .p2align 2
 .globl f_3402
 .hidden f_3402
 .type f_3402, @function
f_3402:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x4a, 0xd, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 256
 .zero 4
 mov f_600@GOTPCREL(%rip),%rax
 mov f_3401@GOTPCREL(%rip),%rax
 call f_1700@PLT
 mov f_1300@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 call f_3402@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 128
 .zero 4
 .cfi_def_cfa_offset 264
 .zero 4
 .cfi_def_cfa_offset 568
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_3402, .-f_3402
 .section .note.GNU-stack,"",%progbits
