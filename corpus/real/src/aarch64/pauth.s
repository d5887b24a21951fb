// SPDX-License-Identifier: 0BSD OR CC0-1.0
// Return addresses signed with key A and with key B. The instructions are hints, which every assembler takes.
	.text
	.global	key_a, key_b
	.type	key_a, %function
key_a:
	.cfi_startproc
	hint	25			// paciasp
	.cfi_negate_ra_state
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	bl	elsewhere
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	hint	29			// autiasp
	.cfi_negate_ra_state
	ret
	.cfi_endproc
	.size	key_a, .-key_a

	.type	key_b, %function
key_b:
	.cfi_startproc
	.cfi_b_key_frame
	hint	27			// pacibsp
	.cfi_negate_ra_state
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	bl	elsewhere
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	hint	31			// autibsp
	.cfi_negate_ra_state
	ret
	.cfi_endproc
	.size	key_b, .-key_b
