# SPDX-License-Identifier: 0BSD OR CC0-1.0
# A directive behind the last instruction: it makes a row that starts where the function ends.
	.text
	.globl	ends, follows
	.type	ends, @function
ends:
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	popq	%rbx
	ret
	.cfi_def_cfa_offset 8
	.cfi_endproc
	.size	ends, .-ends

	.type	follows, @function
follows:
	.cfi_startproc
	ret
	.cfi_endproc
	.size	follows, .-follows
