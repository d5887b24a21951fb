# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Functions in sections of their own, as with -ffunction-sections; one of them is not reached from the entry.
	.section	.text.reached, "ax", @progbits
	.globl	reached
	.type	reached, @function
reached:
	.cfi_startproc
	subq	$24, %rsp
	.cfi_def_cfa_offset 32
	addq	$24, %rsp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	reached, .-reached

	.section	.text.unreached, "ax", @progbits
	.globl	unreached
	.type	unreached, @function
unreached:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	popq	%rbp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	unreached, .-unreached

	.section	.text._start, "ax", @progbits
	.globl	_start
	.type	_start, @function
_start:
	.cfi_startproc
	call	reached
	hlt
	.cfi_endproc
	.size	_start, .-_start
