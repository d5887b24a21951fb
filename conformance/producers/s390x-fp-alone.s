# SPDX-License-Identifier: MIT
#: abi s390x
#: about FP saved and RA not, on the stack and in a register
#: function stack equal|absent
#: function register equal|absent
 .text
 .globl stack
 .type stack, @function
stack:
 .cfi_startproc
 stg %r11, 88(%r15)
 .cfi_offset 11, -72
 nopr
 lg %r11, 88(%r15)
 .cfi_restore 11
 br %r14
 .cfi_endproc
 .size stack, . - stack
 .globl register
 .type register, @function
register:
 .cfi_startproc
 ldgr %f2, %r11
 .cfi_register 11, 17
 nopr
 lgdr %r11, %f2
 .cfi_restore 11
 br %r14
 .cfi_endproc
 .size register, . - register
