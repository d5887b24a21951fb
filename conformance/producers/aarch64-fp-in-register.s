# SPDX-License-Identifier: MIT
#: abi aarch64
#: about FP saved in another register, as the value of the CFA, unchanged, and lost
#: function moved equal|absent
#: function value equal|absent
#: function unchanged equal|absent
#: function lost absent|any
 .text
 .globl moved
 .type moved, %function
moved:
 .cfi_startproc
 mov x9, x29
 .cfi_register 29, 9
 nop
 mov x29, x9
 .cfi_restore 29
 ret
 .cfi_endproc
 .size moved, . - moved
 .globl value
 .type value, %function
value:
 .cfi_startproc
 nop
 .cfi_val_offset 29, -16
 nop
 .cfi_restore 29
 ret
 .cfi_endproc
 .size value, . - value
 .globl unchanged
 .type unchanged, %function
unchanged:
 .cfi_startproc
 stp x29, x30, [sp, -16]!
 .cfi_def_cfa_offset 16
 .cfi_offset 29, -16
 .cfi_offset 30, -8
 ldr x29, [sp]
 .cfi_same_value 29
 brk 0
 .cfi_endproc
 .size unchanged, . - unchanged
 .globl lost
 .type lost, %function
lost:
 .cfi_startproc
 mov x29, xzr
 .cfi_undefined 29
 nop
 ret
 .cfi_endproc
 .size lost, . - lost
