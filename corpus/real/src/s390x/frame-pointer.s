# SPDX-License-Identifier: 0BSD OR CC0-1.0
# FP and RA saved in the caller's register save area: three words; FP alone: RA padded; RA alone: two words.
	.text
	.globl	on_fp, fp_only, ra_only
	.type	on_fp, @function
on_fp:
	.cfi_startproc
	stmg	%r11, %r15, 88(%r15)
	.cfi_offset 11, -72
	.cfi_offset 14, -48
	.cfi_offset 15, -40
	aghi	%r15, -160
	.cfi_def_cfa_offset 320
	lgr	%r11, %r15
	.cfi_def_cfa_register 11
	sgr	%r15, %r2
	brasl	%r14, ra_only
	lmg	%r11, %r15, 248(%r11)
	.cfi_restore 15
	.cfi_restore 14
	.cfi_restore 11
	.cfi_def_cfa 15, 160
	br	%r14
	.cfi_endproc
	.size	on_fp, .-on_fp

	.type	fp_only, @function
fp_only:
	.cfi_startproc
	stg	%r11, 88(%r15)
	.cfi_offset 11, -72
	lgr	%r11, %r2
	lgr	%r2, %r11
	lg	%r11, 88(%r15)
	.cfi_restore 11
	br	%r14
	.cfi_endproc
	.size	fp_only, .-fp_only

	.type	ra_only, @function
ra_only:
	.cfi_startproc
	stg	%r14, 112(%r15)
	.cfi_offset 14, -48
	aghi	%r15, -160
	.cfi_def_cfa_offset 320
	brasl	%r14, fp_only
	aghi	%r15, 160
	.cfi_def_cfa_offset 160
	lg	%r14, 112(%r15)
	.cfi_restore 14
	br	%r14
	.cfi_endproc
	.size	ra_only, .-ra_only
