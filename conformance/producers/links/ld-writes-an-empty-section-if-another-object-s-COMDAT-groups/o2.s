 .section .text.grouped_4,"axG",%progbits,grouped_4,comdat
 .weak grouped_4
 .type grouped_4, %function
grouped_4:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x1c, 0xc, 0x0, 0x0
 .cfi_endproc
 .size grouped_4, .-grouped_4
 .section .note.GNU-stack,"",%progbits
