# SPDX-License-Identifier: 0BSD OR CC0-1.0
# A function without instructions shares its address with the one behind it.
	.text
	.globl	nothing, something
	.type	nothing, @function
nothing:
	.cfi_startproc
	.cfi_endproc
	.size	nothing, .-nothing

	.type	something, @function
something:
	.cfi_startproc
	aghi	%r15, -16
	.cfi_def_cfa_offset 176
	aghi	%r15, 16
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	something, .-something
