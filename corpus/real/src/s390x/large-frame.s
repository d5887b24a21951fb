# SPDX-License-Identifier: 0BSD OR CC0-1.0
# CFA offsets on both sides of what one, two and four bytes can hold after 160 is taken off and the rest divided by 8.
	.text
	.macro	framed name, bytes
	.globl	\name
	.type	\name, @function
\name:
	.cfi_startproc
	agfi	%r15, -\bytes
	.cfi_def_cfa_offset \bytes + 160
	stg	%r2, 0(%r15)
	agfi	%r15, \bytes
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	\name, .-\name
	.endm

	framed	frame_1016, 1016
	framed	frame_1024, 1024
	framed	frame_262136, 262136
	framed	frame_262144, 262144
	framed	frame_8000000, 8000000
