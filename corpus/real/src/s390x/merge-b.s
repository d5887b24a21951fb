# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Second of two inputs: see merge-a.s.
	.text
	.globl	b_second
	.type	b_second, @function
b_second:
	.cfi_startproc
	stmg	%r11, %r14, 88(%r15)
	.cfi_offset 11, -72
	.cfi_offset 14, -48
	lmg	%r11, %r14, 88(%r15)
	.cfi_restore 14
	.cfi_restore 11
	br	%r14
	.cfi_endproc
	.size	b_second, .-b_second

	.section	.text.unlikely, "ax", @progbits
	.globl	b_first
	.type	b_first, @function
b_first:
	.cfi_startproc
	br	%r14
	.cfi_endproc
	.size	b_first, .-b_first
