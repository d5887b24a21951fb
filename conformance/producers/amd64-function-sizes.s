# SPDX-License-Identifier: MIT
#: abi amd64
#: about functions whose size is at the edges of FRE starts of 1 and 2 bytes, with an FRE at their last byte
#: function size_255 equal
#: function size_256 equal
#: function size_257 equal
#: function size_65535 equal
#: function size_65536 equal
#: function size_65537 equal
 .text
 .globl size_255
 .type size_255, @function
size_255:
 .cfi_startproc
 .zero 253, 0x90
 .cfi_def_cfa_offset 16
 nop
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size size_255, . - size_255
 .globl size_256
 .type size_256, @function
size_256:
 .cfi_startproc
 .zero 254, 0x90
 .cfi_def_cfa_offset 16
 nop
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size size_256, . - size_256
 .globl size_257
 .type size_257, @function
size_257:
 .cfi_startproc
 .zero 255, 0x90
 .cfi_def_cfa_offset 16
 nop
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size size_257, . - size_257
 .globl size_65535
 .type size_65535, @function
size_65535:
 .cfi_startproc
 .zero 65533, 0x90
 .cfi_def_cfa_offset 16
 nop
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size size_65535, . - size_65535
 .globl size_65536
 .type size_65536, @function
size_65536:
 .cfi_startproc
 .zero 65534, 0x90
 .cfi_def_cfa_offset 16
 nop
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size size_65536, . - size_65536
 .globl size_65537
 .type size_65537, @function
size_65537:
 .cfi_startproc
 .zero 65535, 0x90
 .cfi_def_cfa_offset 16
 nop
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size size_65537, . - size_65537
