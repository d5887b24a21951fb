# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Offsets on both sides of what one, two and four bytes can hold.
	.text
	.macro	framed name, bytes
	.globl	\name
	.type	\name, @function
\name:
	.cfi_startproc
	subq	$\bytes, %rsp
	.cfi_def_cfa_offset \bytes + 8
	movq	%rdi, (%rsp)
	addq	$\bytes, %rsp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	\name, .-\name
	.endm

	framed	frame_112, 112
	framed	frame_119, 119
	framed	frame_120, 120
	framed	frame_32759, 32759
	framed	frame_32760, 32760
	framed	frame_1000000, 1000000
