# SPDX-License-Identifier: MIT
#: abi aarch64
#: about rules that no FRE can state, set after the last instruction or taken back where they were set
#: function end equal
#: function fp equal
 .text
 .globl end
 .type end, %function
end:
 .cfi_startproc
 nop
 ret
 .cfi_val_offset 29, -16
 .cfi_endproc
 .size end, . - end
 .globl fp
 .type fp, %function
fp:
 .cfi_startproc
 nop
 .cfi_val_offset 29, -16
 .cfi_restore 29
 ret
 .cfi_endproc
 .size fp, . - fp
