# SPDX-License-Identifier: MIT
# a caller's SP that is lost, or not the CFA, is ignored
#: abi amd64
#: about the caller's SP is lost
#: function lost absent
 .text
 .globl lost
 .type lost, @function
lost:
 .cfi_startproc
 .cfi_undefined 7
 ret
 .cfi_endproc
 .size lost, . - lost
