 .text
 .globl grouped_0
 .type grouped_0, %function
grouped_0:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0xe4, 0xc, 0x0, 0x0
 .cfi_endproc
 .size grouped_0, .-grouped_0
 .section .note.GNU-stack,"",%progbits
