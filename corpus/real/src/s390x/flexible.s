# SPDX-License-Identifier: 0BSD OR CC0-1.0
# The CFA in another register than SP and FP, as in functions that realign their stack or keep SP elsewhere.
	.text
	.globl	realigns, cfa_in_r10
	.type	realigns, @function
realigns:
	.cfi_startproc
	lgr	%r1, %r15
	.cfi_def_cfa_register 1
	aghi	%r15, -256
	nill	%r15, 65472
	nopr	%r7
	lgr	%r15, %r1
	.cfi_def_cfa_register 15
	br	%r14
	.cfi_endproc
	.size	realigns, .-realigns

	.type	cfa_in_r10, @function
cfa_in_r10:
	.cfi_startproc
	stmg	%r10, %r15, 80(%r15)
	.cfi_offset 10, -80
	.cfi_offset 11, -72
	.cfi_offset 14, -48
	.cfi_offset 15, -40
	lgr	%r10, %r15
	.cfi_def_cfa_register 10
	sgr	%r15, %r2
	lmg	%r10, %r15, 80(%r10)
	.cfi_restore 15
	.cfi_restore 14
	.cfi_restore 11
	.cfi_restore 10
	.cfi_def_cfa_register 15
	br	%r14
	.cfi_endproc
	.size	cfa_in_r10, .-cfa_in_r10
