# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Second of two inputs: see merge-a.s.
	.text
	.globl	b_second
	.type	b_second, @function
b_second:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	popq	%rbp
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	b_second, .-b_second

	.section	.text.unlikely, "ax", @progbits
	.globl	b_first
	.type	b_first, @function
b_first:
	.cfi_startproc
	ret
	.cfi_endproc
	.size	b_first, .-b_first
