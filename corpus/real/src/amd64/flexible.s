# SPDX-License-Identifier: 0BSD OR CC0-1.0
# What only version 3 can say: the CFA in another register than SP and FP, or loaded from memory, as in functions that
# realign their stack; and FP in a register.
	.text
	.globl	realigns, cfa_in_rbx, fp_in_register
	.type	realigns, @function
realigns:
	.cfi_startproc
	leaq	8(%rsp), %r10
	.cfi_def_cfa 10, 0
	andq	$-64, %rsp
	pushq	-8(%r10)
	pushq	%rbp
	movq	%rsp, %rbp
	.cfi_escape 0x10, 6, 2, 0x76, 0		# FP at *(rbp)
	pushq	%r10
	.cfi_escape 0x0f, 3, 0x76, 0x78, 6	# CFA = *(rbp - 8)
	subq	$120, %rsp
	nop
	addq	$120, %rsp
	popq	%r10
	.cfi_def_cfa 10, 0
	popq	%rbp
	leaq	-8(%r10), %rsp
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	realigns, .-realigns

	.type	cfa_in_rbx, @function
cfa_in_rbx:
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	movq	%rsp, %rbx
	.cfi_def_cfa_register 3
	subq	%rdi, %rsp
	movq	%rbx, %rsp
	.cfi_def_cfa_register 7
	popq	%rbx
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	cfa_in_rbx, .-cfa_in_rbx

	.type	fp_in_register, @function
fp_in_register:
	.cfi_startproc
	movq	%rbp, %r11
	.cfi_register 6, 11
	leaq	1(%rdi), %rbp
	movq	%rbp, %rax
	movq	%r11, %rbp
	.cfi_restore 6
	ret
	.cfi_endproc
	.size	fp_in_register, .-fp_in_register
