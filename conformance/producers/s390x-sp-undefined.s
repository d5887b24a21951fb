# SPDX-License-Identifier: MIT
#: abi s390x
#: about the caller's SP is lost
#: function lost absent
 .text
 .globl lost
 .type lost, @function
lost:
 .cfi_startproc
 nopr
 .cfi_undefined 15
 nopr
 br %r14
 .cfi_endproc
 .size lost, . - lost
