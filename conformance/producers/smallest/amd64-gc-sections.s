# SPDX-License-Identifier: MIT
# the linker drops all SFrame data when it collects unused sections
#: abi amd64
#: about the linker leaves out an unused function and keeps the other
#: bug B34
#: link --gc-sections -e used
#: function used equal
 .section .text.used, "ax", @progbits
 .globl used
 .type used, @function
used:
 .cfi_startproc
 ret
 .cfi_endproc
 .size used, . - used
