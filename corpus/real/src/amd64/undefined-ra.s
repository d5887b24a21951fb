# SPDX-License-Identifier: 0BSD OR CC0-1.0
# An entry point without a caller: its return address is undefined, first for a whole function, then for its first part.
	.text
	.globl	_start, entry_2
	.type	_start, @function
_start:
	.cfi_startproc
	.cfi_undefined 16
	xorl	%ebp, %ebp
	movq	%rsp, %rdi
	andq	$-16, %rsp
	call	entry_2
	hlt
	.cfi_endproc
	.size	_start, .-_start

	.type	entry_2, @function
entry_2:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	.cfi_remember_state
	.cfi_undefined 16
	call	after
	.cfi_restore_state
	popq	%rbp
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	entry_2, .-entry_2

	.type	after, @function
after:
	.cfi_startproc
	ret
	.cfi_endproc
	.size	after, .-after
