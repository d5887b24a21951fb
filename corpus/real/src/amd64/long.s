# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Functions of 255, 256, 65535 and 65536 bytes: the width of a row's start follows the size of the function.
	.text
	.macro	padded name, bytes
	.globl	\name
	.type	\name, @function
\name:
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	.fill	\bytes - 3, 1, 0x90
	popq	%rbx
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	\name, .-\name
	.endm

	padded	long_255, 255
	padded	long_256, 256
	padded	long_65535, 65535
	padded	long_65536, 65536
