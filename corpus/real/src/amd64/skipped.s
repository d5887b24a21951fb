# SPDX-License-Identifier: 0BSD OR CC0-1.0
# CFI that the format cannot say: the function is left out, and a section without functions remains.
	.text
	.globl	inexpressible
	.type	inexpressible, @function
inexpressible:
	.cfi_startproc
	pushq	%rbx
	.cfi_escape 0x0f, 5, 0x77, 8, 6, 0x23, 16	# CFA = *(rsp + 8) + 16
	popq	%rbx
	.cfi_def_cfa 7, 8
	ret
	.cfi_endproc
	.size	inexpressible, .-inexpressible
