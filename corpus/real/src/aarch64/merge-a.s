// SPDX-License-Identifier: 0BSD OR CC0-1.0
// First of two inputs. The linker puts .text.unlikely before .text, so the order of the functions in memory is not that
// of the inputs.
	.text
	.global	a_second
	.type	a_second, %function
a_second:
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	a_second, .-a_second

	.section	.text.unlikely, "ax", %progbits
	.global	a_first
	.type	a_first, %function
a_first:
	.cfi_startproc
	sub	sp, sp, #64
	.cfi_def_cfa_offset 64
	add	sp, sp, #64
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	a_first, .-a_first
