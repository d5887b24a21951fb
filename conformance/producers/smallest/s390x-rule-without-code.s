# SPDX-License-Identifier: MIT
# a function is left out although its rule that no FRE can state covers no code
#: abi s390x
#: about rules that no FRE can state, set after the last instruction or taken back where they were set
#: function end equal
 .text
 .globl end
 .type end, @function
end:
 .cfi_startproc
 br %r14
 .cfi_val_offset 11, -16
 .cfi_endproc
 .size end, . - end
