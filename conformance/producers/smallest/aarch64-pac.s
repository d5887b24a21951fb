# SPDX-License-Identifier: MIT
# restoring a state does not restore the signing state of RA
#: abi aarch64
#: about a signed return address with either key, and states remembered while it is signed
#: function states equal
 .text
 .globl states
 .type states, %function
states:
 .cfi_startproc
 hint 25
 .cfi_negate_ra_state
 .cfi_remember_state
 ret
 .cfi_restore_state
 ret
 .cfi_endproc
 .size states, . - states
