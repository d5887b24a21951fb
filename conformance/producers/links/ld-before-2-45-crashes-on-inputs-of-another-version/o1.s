 .text
 .globl grouped_2
 .type grouped_2, %function
grouped_2:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x40, 0x6, 0x0, 0x0
 .cfi_endproc
 .size grouped_2, .-grouped_2
 .text
 .globl f_1602
 .type f_1602, %function
f_1602:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x42, 0x6, 0x0, 0x0
 .cfi_endproc
 .size f_1602, .-f_1602
 .section .note.GNU-stack,"",%progbits
