# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Functions in sections of their own, as with -ffunction-sections; one of them is not reached from the entry.
	.section	.text.reached, "ax", @progbits
	.globl	reached
	.type	reached, @function
reached:
	.cfi_startproc
	aghi	%r15, -168
	.cfi_def_cfa_offset 328
	aghi	%r15, 168
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	reached, .-reached

	.section	.text.unreached, "ax", @progbits
	.globl	unreached
	.type	unreached, @function
unreached:
	.cfi_startproc
	stmg	%r11, %r15, 88(%r15)
	.cfi_offset 11, -72
	.cfi_offset 14, -48
	.cfi_offset 15, -40
	lg	%r11, 88(%r15)
	.cfi_restore 15
	.cfi_restore 14
	.cfi_restore 11
	br	%r14
	.cfi_endproc
	.size	unreached, .-unreached

	.section	.text._start, "ax", @progbits
	.globl	_start
	.type	_start, @function
_start:
	.cfi_startproc
	brasl	%r14, reached
	j	.
	.cfi_endproc
	.size	_start, .-_start
