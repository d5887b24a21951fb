 .section .text.unlikely,"ax",@progbits
 .p2align 2
 .globl f_1500
 .type f_1500, @gnu_indirect_function
f_1500:
 .cfi_startproc
 .cfi_signal_frame
 .byte 0x53, 0x46, 0x52, 0x4d, 0xdc, 0x5, 0x0, 0x0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .zero 8
 .cfi_def_cfa_offset 328
 .zero 4
 call f_3200@PLT
 call f_1500@PLT
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
 .size f_1500, .-f_1500
 .section .note.GNU-stack,"",%progbits
