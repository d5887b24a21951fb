# SPDX-License-Identifier: MIT
# every function is left out, with a warning about a return column that no source names
#: abi aarch64
#: about key B in a function that needs FRE starts of 2 bytes, and of 4
#: bug B33
#: function two equal
 .text
 .globl two
 .type two, %function
two:
 .cfi_startproc
 ret
 .cfi_endproc
 .size two, . - two
