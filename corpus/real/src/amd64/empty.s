# SPDX-License-Identifier: 0BSD OR CC0-1.0
# A function without instructions shares its address with the one behind it.
	.text
	.globl	nothing, something
	.type	nothing, @function
nothing:
	.cfi_startproc
	.cfi_endproc
	.size	nothing, .-nothing

	.type	something, @function
something:
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	popq	%rbx
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	something, .-something
