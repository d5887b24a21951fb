# SPDX-License-Identifier: MIT
#: abi s390x
#: about rules that no FRE can state, taken back where they were set
#: function fp equal
 .text
 .globl fp
 .type fp, @function
fp:
 .cfi_startproc
 nopr
 .cfi_undefined 11
 .cfi_restore 11
 br %r14
 .cfi_endproc
 .size fp, . - fp
