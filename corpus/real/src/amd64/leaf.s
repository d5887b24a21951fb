# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Leaf functions: one without a frame, one that saves two registers, one with locals. The CFA stays on SP.
	.text
	.globl	leaf_bare, leaf_pushes, leaf_locals
	.type	leaf_bare, @function
leaf_bare:
	.cfi_startproc
	leal	(%rdi,%rdi,2), %eax
	ret
	.cfi_endproc
	.size	leaf_bare, .-leaf_bare

	.type	leaf_pushes, @function
leaf_pushes:
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	pushq	%r12
	.cfi_def_cfa_offset 24
	.cfi_offset 12, -24
	movq	%rdi, %rbx
	movq	%rsi, %r12
	leaq	(%rbx,%r12), %rax
	popq	%r12
	.cfi_def_cfa_offset 16
	popq	%rbx
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	leaf_pushes, .-leaf_pushes

	.type	leaf_locals, @function
leaf_locals:
	.cfi_startproc
	subq	$40, %rsp
	.cfi_def_cfa_offset 48
	movq	%rdi, 8(%rsp)
	movq	8(%rsp), %rax
	addq	$40, %rsp
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	leaf_locals, .-leaf_locals
