# SPDX-License-Identifier: MIT
#: abi aarch64
#: about key B in a function that needs FRE starts of 2 bytes, and of 4
#: bug B33
#: function two equal
#: function four equal
 .text
 .globl two
 .type two, %function
two:
 .cfi_startproc
 .cfi_b_key_frame
 hint 27
 .cfi_negate_ra_state
 .fill 300, 4, 0xd503201f
 hint 31
 .cfi_negate_ra_state
 ret
 .cfi_endproc
 .size two, . - two
 .globl four
 .type four, %function
four:
 .cfi_startproc
 .cfi_b_key_frame
 hint 27
 .cfi_negate_ra_state
 .fill 20000, 4, 0xd503201f
 hint 31
 .cfi_negate_ra_state
 ret
 .cfi_endproc
 .size four, . - four
