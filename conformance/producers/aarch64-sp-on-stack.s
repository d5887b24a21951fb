# SPDX-License-Identifier: MIT
#: abi aarch64
#: about the caller's SP is in a slot: nothing proves what the slot holds
#: function saved any
 .text
 .globl saved
 .type saved, %function
saved:
 .cfi_startproc
 nop
 .cfi_offset 31, -16
 nop
 ret
 .cfi_endproc
 .size saved, . - saved
