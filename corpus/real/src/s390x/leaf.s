# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Leaf functions: without a frame, and with locals. RA and FP stay in their registers.
	.text
	.globl	leaf_bare, leaf_locals
	.type	leaf_bare, @function
leaf_bare:
	.cfi_startproc
	agr	%r2, %r3
	br	%r14
	.cfi_endproc
	.size	leaf_bare, .-leaf_bare

	.type	leaf_locals, @function
leaf_locals:
	.cfi_startproc
	aghi	%r15, -48
	.cfi_def_cfa_offset 208
	stg	%r2, 168(%r15)
	lg	%r2, 168(%r15)
	aghi	%r15, 48
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	leaf_locals, .-leaf_locals
