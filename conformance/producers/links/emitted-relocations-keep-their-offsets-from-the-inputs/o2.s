 .text
 .globl grouped_3
 .type grouped_3, %function
grouped_3:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xbf, 0x2, 0x0, 0x0
 .cfi_endproc
 .size grouped_3, .-grouped_3
 .section .note.GNU-stack,"",%progbits
