# SPDX-License-Identifier: MIT
#: abi s390x
#: about the caller's SP is another value than the CFA implies
#: function valued absent
 .text
 .globl valued
 .type valued, @function
valued:
 .cfi_startproc
 nopr
 .cfi_val_offset 15, -144
 nopr
 br %r14
 .cfi_endproc
 .size valued, . - valued
