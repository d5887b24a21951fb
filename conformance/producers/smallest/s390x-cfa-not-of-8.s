# SPDX-License-Identifier: MIT
# a CFA offset that is not 160 + 8n is cut to one without a word
#: abi s390x
#: about CFA offsets that are not 160 + 8n
#: bug AMB-066
#: may-refuse
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_def_cfa_offset 155
 br %r14
 .cfi_endproc
 .size first, . - first
