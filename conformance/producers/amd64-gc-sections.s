# SPDX-License-Identifier: MIT
#: abi amd64
#: about the linker leaves out an unused function and keeps the other
#: bug B34
#: link --gc-sections -e used
#: function used equal
 .text
 .section .text.used, "ax", @progbits
 .globl used
 .type used, @function
used:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 mov %rsp, %rbp
 .cfi_def_cfa_register 6
 nop
 pop %rbp
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size used, . - used
 .section .text.unused, "ax", @progbits
 .globl unused
 .type unused, @function
unused:
 .cfi_startproc
 sub $24, %rsp
 .cfi_def_cfa_offset 32
 add $24, %rsp
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size unused, . - unused
