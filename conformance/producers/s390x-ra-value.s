# SPDX-License-Identifier: MIT
#: abi s390x
#: about RA is a value by the CFA, not what is stored there
#: function valued absent
 .text
 .globl valued
 .type valued, @function
valued:
 .cfi_startproc
 nopr
 .cfi_val_offset 14, -16
 nopr
 br %r14
 .cfi_endproc
 .size valued, . - valued
