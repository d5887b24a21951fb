// SPDX-License-Identifier: 0BSD OR CC0-1.0
// CFI that the format cannot say: the function is left out, and a section without functions remains.
	.text
	.global	inexpressible
	.type	inexpressible, %function
inexpressible:
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_escape 0x0f, 5, 0x8f, 8, 6, 0x23, 16	// CFA = *(sp + 8) + 16
	add	sp, sp, #16
	.cfi_def_cfa 31, 0
	ret
	.cfi_endproc
	.size	inexpressible, .-inexpressible
