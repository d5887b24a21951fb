// SPDX-License-Identifier: 0BSD OR CC0-1.0
// An entry point without a caller: its return address is undefined, first for a whole function, then for a part of one.
	.text
	.global	_start, entry_2
	.type	_start, %function
_start:
	.cfi_startproc
	.cfi_undefined 30
	mov	x29, xzr
	mov	x30, xzr
	bl	entry_2
	b	.
	.cfi_endproc
	.size	_start, .-_start

	.type	entry_2, %function
entry_2:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	mov	x29, sp
	.cfi_remember_state
	.cfi_undefined 30
	bl	after
	.cfi_restore_state
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	entry_2, .-entry_2

	.type	after, %function
after:
	.cfi_startproc
	ret
	.cfi_endproc
	.size	after, .-after
