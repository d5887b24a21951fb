# SPDX-License-Identifier: 0BSD OR CC0-1.0
# First of two inputs. The linker puts .text.unlikely before .text, so the order of the functions in memory is not that
# of the inputs.
	.text
	.globl	a_second
	.type	a_second, @function
a_second:
	.cfi_startproc
	aghi	%r15, -32
	.cfi_def_cfa_offset 192
	aghi	%r15, 32
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	a_second, .-a_second

	.section	.text.unlikely, "ax", @progbits
	.globl	a_first
	.type	a_first, @function
a_first:
	.cfi_startproc
	aghi	%r15, -64
	.cfi_def_cfa_offset 224
	aghi	%r15, 64
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	a_first, .-a_first
