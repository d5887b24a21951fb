 .section .text.grouped_2,"axG",@progbits,grouped_2,comdat
 .weak grouped_2
 .type grouped_2, @function
grouped_2:
 .cfi_startproc
 .byte 0x53, 0x46, 0x52, 0x4d, 0x90, 0x1, 0x0, 0x0
 .cfi_endproc
 .size grouped_2, .-grouped_2
 .section .note.GNU-stack,"",%progbits
