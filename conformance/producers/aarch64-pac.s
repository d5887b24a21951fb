# SPDX-License-Identifier: MIT
#: abi aarch64
#: about a signed return address with either key, and states remembered while it is signed
#: function a equal
#: function b equal
#: function states equal
 .text
 .globl a
 .type a, %function
a:
 .cfi_startproc
 hint 25
 .cfi_negate_ra_state
 stp x29, x30, [sp, -16]!
 .cfi_def_cfa_offset 16
 .cfi_offset 29, -16
 .cfi_offset 30, -8
 nop
 ldp x29, x30, [sp], 16
 .cfi_restore 29
 .cfi_restore 30
 .cfi_def_cfa_offset 0
 hint 29
 .cfi_negate_ra_state
 ret
 .cfi_endproc
 .size a, . - a
 .globl b
 .type b, %function
b:
 .cfi_startproc
 .cfi_b_key_frame
 hint 27
 .cfi_negate_ra_state
 nop
 hint 31
 .cfi_negate_ra_state
 ret
 .cfi_endproc
 .size b, . - b
 .globl states
 .type states, %function
states:
 .cfi_startproc
 hint 25
 .cfi_negate_ra_state
 .cfi_remember_state
 hint 29
 .cfi_negate_ra_state
 ret
 .cfi_restore_state
 nop
 hint 29
 .cfi_negate_ra_state
 ret
 .cfi_endproc
 .size states, . - states
