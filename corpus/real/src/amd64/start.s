# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Entry of a static executable: sets up a frame, calls, and ends.
	.text
	.globl	_start
	.type	_start, @function
_start:
	.cfi_startproc
	xorl	%ebp, %ebp
	subq	$8, %rsp
	.cfi_def_cfa_offset 16
	call	work
	movl	%eax, %edi
	movl	$60, %eax
	syscall
	.cfi_endproc
	.size	_start, .-_start

	.type	work, @function
work:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	xorl	%eax, %eax
	popq	%rbp
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	work, .-work
