// SPDX-License-Identifier: 0BSD OR CC0-1.0
// Second of two inputs: see merge-a.s.
	.text
	.global	b_second
	.type	b_second, %function
b_second:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	b_second, .-b_second

	.section	.text.unlikely, "ax", %progbits
	.global	b_first
	.type	b_first, %function
b_first:
	.cfi_startproc
	ret
	.cfi_endproc
	.size	b_first, .-b_first
