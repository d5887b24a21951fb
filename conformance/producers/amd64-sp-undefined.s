# SPDX-License-Identifier: MIT
#: abi amd64
#: about the caller's SP is lost
#: function lost absent
 .text
 .globl lost
 .type lost, @function
lost:
 .cfi_startproc
 nop
 .cfi_undefined 7
 nop
 ret
 .cfi_endproc
 .size lost, . - lost
