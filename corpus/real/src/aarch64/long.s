// SPDX-License-Identifier: 0BSD OR CC0-1.0
// Functions of 252, 256, 65532 and 65536 bytes: the width of a row's start follows the size of the function.
	.text
	.macro	padded name, bytes
	.global	\name
	.type	\name, %function
\name:
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	.rept	(\bytes - 12) / 4
	nop
	.endr
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	\name, .-\name
	.endm

	padded	long_252, 252
	padded	long_256, 256
	padded	long_65532, 65532
	padded	long_65536, 65536
