# SPDX-License-Identifier: 0BSD OR CC0-1.0
# First of two inputs. The linker puts .text.unlikely before .text, so the order of the functions in memory is not that
# of the inputs.
	.text
	.globl	a_second
	.type	a_second, @function
a_second:
	.cfi_startproc
	subq	$24, %rsp
	.cfi_def_cfa_offset 32
	addq	$24, %rsp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	a_second, .-a_second

	.section	.text.unlikely, "ax", @progbits
	.globl	a_first
	.type	a_first, @function
a_first:
	.cfi_startproc
	subq	$56, %rsp
	.cfi_def_cfa_offset 64
	addq	$56, %rsp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	a_first, .-a_first
