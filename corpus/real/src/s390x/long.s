# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Functions of 254, 256, 65534 and 65536 bytes: the width of a row's start follows the size of the function.
	.text
	.macro	padded name, bytes
	.globl	\name
	.type	\name, @function
\name:
	.cfi_startproc
	aghi	%r15, -32
	.cfi_def_cfa_offset 192
	.rept	(\bytes - 10) / 2
	nopr	%r0
	.endr
	aghi	%r15, 32
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	\name, .-\name
	.endm

	padded	long_254, 254
	padded	long_256, 256
	padded	long_65534, 65534
	padded	long_65536, 65536
