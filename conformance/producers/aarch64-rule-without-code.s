# SPDX-License-Identifier: MIT
#: abi aarch64
#: about rules that no FRE can state, taken back where they were set
#: function fp equal
 .text
 .globl fp
 .type fp, %function
fp:
 .cfi_startproc
 nop
 .cfi_undefined 29
 .cfi_restore 29
 ret
 .cfi_endproc
 .size fp, . - fp
