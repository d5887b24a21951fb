# SPDX-License-Identifier: MIT
#: abi aarch64
#: about RA is a value by the CFA, not what is stored there
#: function valued absent
 .text
 .globl valued
 .type valued, %function
valued:
 .cfi_startproc
 nop
 .cfi_val_offset 30, -16
 nop
 ret
 .cfi_endproc
 .size valued, . - valued
