# SPDX-License-Identifier: MIT
#: abi amd64
#: about rules that no FRE can state, set after the last instruction or taken back where they were set
#: function end equal
#: function fp equal
#: function cfa equal
 .text
 .globl end
 .type end, @function
end:
 .cfi_startproc
 nop
 ret
 .cfi_val_offset 6, -16
 .cfi_endproc
 .size end, . - end
 .globl fp
 .type fp, @function
fp:
 .cfi_startproc
 nop
 .cfi_val_offset 6, -16
 .cfi_restore 6
 ret
 .cfi_endproc
 .size fp, . - fp
 .globl cfa
 .type cfa, @function
cfa:
 .cfi_startproc
 nop
 .cfi_escape 0x0f, 3, 0x76, 0, 6
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size cfa, . - cfa
