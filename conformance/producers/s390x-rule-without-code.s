# SPDX-License-Identifier: MIT
#: abi s390x
#: about rules that no FRE can state, set after the last instruction or taken back where they were set
#: function end equal
#: function fp equal
 .text
 .globl end
 .type end, @function
end:
 .cfi_startproc
 nopr
 br %r14
 .cfi_val_offset 11, -16
 .cfi_endproc
 .size end, . - end
 .globl fp
 .type fp, @function
fp:
 .cfi_startproc
 nopr
 .cfi_val_offset 11, -16
 .cfi_restore 11
 br %r14
 .cfi_endproc
 .size fp, . - fp
