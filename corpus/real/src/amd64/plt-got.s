# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Calls a function of another object and takes the address of the same: its PLT entry goes through .got, into .plt.got.
	.text
	.globl	calls_and_points
	.type	calls_and_points, @function
calls_and_points:
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	movq	elsewhere_1@GOTPCREL(%rip), %rbx
	call	elsewhere_1@PLT
	call	elsewhere_2@PLT
	movq	%rbx, %rax
	popq	%rbx
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	calls_and_points, .-calls_and_points
