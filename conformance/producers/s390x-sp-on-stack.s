# SPDX-License-Identifier: MIT
#: abi s390x
#: about the caller's SP is in a slot: nothing proves what the slot holds
#: function saved any
 .text
 .globl saved
 .type saved, @function
saved:
 .cfi_startproc
 nopr
 .cfi_offset 15, -16
 nopr
 br %r14
 .cfi_endproc
 .size saved, . - saved
