 .text
 .globl grouped_1
 .type grouped_1, @function
grouped_1:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x3d, 0xf, 0x0, 0x0
 .cfi_endproc
 .size grouped_1, .-grouped_1
 .text
 .globl grouped_4
 .type grouped_4, @function
grouped_4:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x3e, 0xf, 0x0, 0x0
 .cfi_endproc
 .size grouped_4, .-grouped_4
 .section .note.GNU-stack,"",%progbits
