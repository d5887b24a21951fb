# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Unusual offsets: a CFA below SP and at SP, FP saved at the CFA, above it, and far below it.
	.text
	.globl	negative_cfa, fp_places
	.type	negative_cfa, @function
negative_cfa:
	.cfi_startproc
	nop
	.cfi_def_cfa_offset 0
	nop
	.cfi_def_cfa_offset -16
	nop
	.cfi_def_cfa_offset 9
	ret
	.cfi_endproc
	.size	negative_cfa, .-negative_cfa

	.type	fp_places, @function
fp_places:
	.cfi_startproc
	nop
	.cfi_offset 6, 0
	nop
	.cfi_offset 6, 24
	nop
	.cfi_offset 6, -128
	nop
	.cfi_offset 6, -136
	nop
	.cfi_offset 6, -32768
	nop
	.cfi_offset 6, -32776
	ret
	.cfi_endproc
	.size	fp_places, .-fp_places
