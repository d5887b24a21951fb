# SPDX-License-Identifier: MIT
# the linker drops all SFrame data where it collects unused sections
#: abi amd64
#: about a function that is not used is left out by the linker, and the other stays
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
