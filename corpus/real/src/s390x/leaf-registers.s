# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Leaf functions that keep RA, FP or both in other registers, floating-point ones too.
	.text
	.globl	both_in_fpr, ra_in_gpr, fp_in_fpr
	.type	both_in_fpr, @function
both_in_fpr:
	.cfi_startproc
	ldgr	%f0, %r11
	.cfi_register 11, 16
	ldgr	%f2, %r14
	.cfi_register 14, 17
	lgr	%r11, %r2
	lgr	%r14, %r3
	agr	%r11, %r14
	lgr	%r2, %r11
	lgdr	%r14, %f2
	.cfi_restore 14
	lgdr	%r11, %f0
	.cfi_restore 11
	br	%r14
	.cfi_endproc
	.size	both_in_fpr, .-both_in_fpr

	.type	ra_in_gpr, @function
ra_in_gpr:
	.cfi_startproc
	lgr	%r1, %r14
	.cfi_register 14, 1
	lghi	%r14, 0
	lgr	%r14, %r1
	.cfi_restore 14
	br	%r14
	.cfi_endproc
	.size	ra_in_gpr, .-ra_in_gpr

	.type	fp_in_fpr, @function
fp_in_fpr:
	.cfi_startproc
	ldgr	%f4, %r11
	.cfi_register 11, 18
	lgr	%r11, %r2
	lgr	%r2, %r11
	lgdr	%r11, %f4
	.cfi_restore 11
	br	%r14
	.cfi_endproc
	.size	fp_in_fpr, .-fp_in_fpr
