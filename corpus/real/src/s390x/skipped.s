# SPDX-License-Identifier: 0BSD OR CC0-1.0
# CFI that the format cannot say: the function is left out, and a section without functions remains.
	.text
	.globl	inexpressible
	.type	inexpressible, @function
inexpressible:
	.cfi_startproc
	aghi	%r15, -16
	.cfi_escape 0x0f, 5, 0x7f, 8, 6, 0x23, 16	# CFA = *(r15 + 8) + 16
	aghi	%r15, 16
	.cfi_def_cfa 15, 160
	br	%r14
	.cfi_endproc
	.size	inexpressible, .-inexpressible
