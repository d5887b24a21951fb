# SPDX-License-Identifier: MIT
#: abi s390x
#: about CFA offsets other than 160 + 8n
#: bug AMB-066
#: may-refuse
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nopr
 .cfi_def_cfa_offset 165
 nopr
 .cfi_def_cfa_offset 155
 nopr
 .cfi_def_cfa_offset 160
 br %r14
 .cfi_endproc
 .size first, . - first
