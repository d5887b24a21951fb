# SPDX-License-Identifier: MIT
# a CFA offset other than 160 + 8n is silently truncated to one
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
 .cfi_def_cfa_offset 155
 br %r14
 .cfi_endproc
 .size first, . - first
