// SPDX-License-Identifier: 0BSD OR CC0-1.0
// Leaf functions: without a frame, and with locals. RA and FP stay in their registers.
	.text
	.global	leaf_bare, leaf_locals
	.type	leaf_bare, %function
leaf_bare:
	.cfi_startproc
	add	w0, w0, w0, lsl 1
	ret
	.cfi_endproc
	.size	leaf_bare, .-leaf_bare

	.type	leaf_locals, %function
leaf_locals:
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 8]
	ldr	x0, [sp, 8]
	add	sp, sp, #48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	leaf_locals, .-leaf_locals
