# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Entry of a static executable: sets up a frame, calls, and ends.
	.text
	.globl	_start
	.type	_start, @function
_start:
	.cfi_startproc
	lghi	%r11, 0
	aghi	%r15, -160
	.cfi_def_cfa_offset 320
	brasl	%r14, work
	svc	1
	.cfi_endproc
	.size	_start, .-_start

	.type	work, @function
work:
	.cfi_startproc
	stmg	%r11, %r15, 88(%r15)
	.cfi_offset 11, -72
	.cfi_offset 14, -48
	.cfi_offset 15, -40
	aghi	%r15, -160
	.cfi_def_cfa_offset 320
	lghi	%r2, 0
	lmg	%r11, %r15, 248(%r15)
	.cfi_restore 15
	.cfi_restore 14
	.cfi_restore 11
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	work, .-work
