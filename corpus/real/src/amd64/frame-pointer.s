# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Frame pointers: the CFA moves from SP to FP and back, and FP is saved below the return address.
	.text
	.globl	outer, inner
	.type	outer, @function
outer:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register 6
	subq	$32, %rsp
	movq	%rdi, -8(%rbp)
	call	inner
	leave
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	outer, .-outer

# FP is saved and restored, but the CFA never leaves SP.
	.type	inner, @function
inner:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset 6, -16
	leaq	1(%rdi), %rbp
	movq	%rbp, %rax
	popq	%rbp
	.cfi_restore 6
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	inner, .-inner
