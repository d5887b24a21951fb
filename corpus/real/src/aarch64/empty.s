// SPDX-License-Identifier: 0BSD OR CC0-1.0
// A function without instructions shares its address with the one behind it.
	.text
	.global	nothing, something
	.type	nothing, %function
nothing:
	.cfi_startproc
	.cfi_endproc
	.size	nothing, .-nothing

	.type	something, %function
something:
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	something, .-something
