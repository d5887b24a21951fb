 .section .text.unlikely,"ax",@progbits
 .globl f_2800
 .type f_2800, @function
f_2800:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xf0, 0xa, 0x0, 0x0
 .cfi_endproc
 .size f_2800, .-f_2800
 .section .text.shared,"ax",@progbits
 .p2align 2
 .weak f_2801
 .type f_2801, @function
f_2801:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xf1, 0xa, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 mov f_3300@GOTPCREL(%rip),%rax
 call f_1100@PLT
 .zero 70000
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 176
 .zero 4
 .cfi_def_cfa_offset 456
 .zero 4
 call f_3605@PLT
 mov f_2800@GOTPCREL(%rip),%rax
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 .zero 4
 .cfi_endproc
 .size f_2801, .-f_2801
 .section .note.GNU-stack,"",%progbits
