// SPDX-License-Identifier: 0BSD OR CC0-1.0
// Entry of a static executable: calls and ends.
	.text
	.global	_start
	.type	_start, %function
_start:
	.cfi_startproc
	mov	x29, xzr
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	bl	work
	mov	x8, 93
	svc	0
	.cfi_endproc
	.size	_start, .-_start

	.type	work, %function
work:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	mov	x29, sp
	mov	w0, wzr
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	work, .-work
