// SPDX-License-Identifier: 0BSD OR CC0-1.0
// Functions in sections of their own, as with -ffunction-sections; one of them is not reached from the entry.
	.section	.text.reached, "ax", %progbits
	.global	reached
	.type	reached, %function
reached:
	.cfi_startproc
	sub	sp, sp, #32
	.cfi_def_cfa_offset 32
	add	sp, sp, #32
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	reached, .-reached

	.section	.text.unreached, "ax", %progbits
	.global	unreached
	.type	unreached, %function
unreached:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	unreached, .-unreached

	.section	.text._start, "ax", %progbits
	.global	_start
	.type	_start, %function
_start:
	.cfi_startproc
	bl	reached
	b	.
	.cfi_endproc
	.size	_start, .-_start
