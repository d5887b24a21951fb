// SPDX-License-Identifier: 0BSD OR CC0-1.0
// Signed return addresses in functions of more than 255 and more than 65535 bytes: the key stands beside another FRE
// type.
	.text
	.macro	signed name, sign, check, bytes
	.global	\name
	.type	\name, %function
\name:
	.cfi_startproc
	.ifc	\sign, 27
	.cfi_b_key_frame
	.endif
	hint	\sign			// paciasp (25) or pacibsp (27)
	.cfi_negate_ra_state
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	.rept	(\bytes - 20) / 4
	nop
	.endr
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	hint	\check			// autiasp (29) or autibsp (31)
	.cfi_negate_ra_state
	ret
	.cfi_endproc
	.size	\name, .-\name
	.endm

	signed	key_a_256, 25, 29, 256
	signed	key_b_256, 27, 31, 256
	signed	key_b_65536, 27, 31, 65536
	signed	key_a_65536, 25, 29, 65536
