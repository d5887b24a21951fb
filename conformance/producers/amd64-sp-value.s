# SPDX-License-Identifier: MIT
#: abi amd64
#: about the caller's SP is another value than the CFA implies
#: function valued absent
 .text
 .globl valued
 .type valued, @function
valued:
 .cfi_startproc
 nop
 .cfi_val_offset 7, 16
 nop
 ret
 .cfi_endproc
 .size valued, . - valued
