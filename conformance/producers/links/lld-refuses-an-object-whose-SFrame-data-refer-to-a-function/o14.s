 .section .text.grouped_2,"axG",@progbits,grouped_2,comdat
 .weak grouped_2
 .type grouped_2, @function
grouped_2:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xbc, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 32
 .zero 4
 .cfi_def_cfa_offset 240
 .zero 4
 .cfi_def_cfa_offset 296
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size grouped_2, .-grouped_2
 .section .text.unlikely,"ax",@progbits
 .p2align 6
 .globl f_701
 .hidden f_701
 .type f_701, @function
f_701:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xbd, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 40
 .cfi_def_cfa_register 6
 .zero 4
 mov f_704@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 200
 .zero 4
 mov f_703@GOTPCREL(%rip),%rax
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
 .size f_701, .-f_701
 .text
 .weak f_702
 .type f_702, @function
f_702:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xbe, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 160
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
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 call f_702@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 232
 .zero 4
 .cfi_def_cfa_offset 512
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .zero 300
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 168
 .zero 4
 call f_800@PLT
 mov f_3300@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa_offset 328
 .zero 4
 .cfi_def_cfa_offset 616
 .zero 4
 call outer4@PLT
 call f_300@PLT
 call f_200@PLT
 call f_1000@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_702, .-f_702
 .section .text.unlikely,"ax",@progbits
 .p2align 6
 .globl f_703
 .hidden f_703
 .type f_703, @function
f_703:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xbf, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 12
 .cfi_def_cfa_register 6
 .zero 4
 call f_2400@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_703, .-f_703
 .section .text.f_704,"ax",@progbits
 .p2align 2
 .globl f_704
 .hidden f_704
 .type f_704, @function
f_704:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xc0, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 call f_402@PLT
 call f_1300@PLT
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
 .cfi_def_cfa_offset 296
 .zero 4
 mov outer3@GOTPCREL(%rip),%rax
 mov f_3606@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_704, .-f_704
 .text
 .p2align 6
 .type f_705, @function
f_705:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xc1, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 136
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
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 4
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_705, .-f_705
 .text
 .p2align 2
 .weak f_706
 .type f_706, @function
f_706:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xc2, 0x2, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_register 6
 .zero 4
 call f_702@PLT
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 40
 .cfi_def_cfa_register 6
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_706, .-f_706
 .section .note.GNU-stack,"",%progbits
