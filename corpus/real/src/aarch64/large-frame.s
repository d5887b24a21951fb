// SPDX-License-Identifier: 0BSD OR CC0-1.0
// Offsets on both sides of what one, two and four bytes can hold.
	.text
	.macro	framed name, bytes
	.global	\name
	.type	\name, %function
\name:
	.cfi_startproc
	ldr	x16, =\bytes
	sub	sp, sp, x16
	.cfi_def_cfa_offset \bytes
	str	x0, [sp]
	add	sp, sp, x16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	\name, .-\name
	.endm

	framed	frame_112, 112
	framed	frame_127, 127
	framed	frame_128, 128
	framed	frame_32767, 32767
	framed	frame_32768, 32768
	framed	frame_1000000, 1000000
	.ltorg
