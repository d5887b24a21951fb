# SPDX-License-Identifier: MIT
#: abi s390x
#: about a function without code
#: bug AMB-018
#: function first equal
#: function last equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nopr
 br %r14
 .cfi_endproc
 .size first, . - first
 .globl empty
 .type empty, @function
empty:
 .cfi_startproc
 .cfi_endproc
 .size empty, . - empty
 .globl last
 .type last, @function
last:
 .cfi_startproc
 nopr
 br %r14
 .cfi_endproc
 .size last, . - last
