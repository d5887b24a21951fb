// SPDX-License-Identifier: 0BSD OR CC0-1.0
// FP and LR saved as a pair: rows with three words; the CFA stays on SP or moves to FP.
	.text
	.global	on_sp, on_fp
	.type	on_sp, %function
on_sp:
	.cfi_startproc
	stp	x29, x30, [sp, -32]!
	.cfi_def_cfa_offset 32
	.cfi_offset 29, -32
	.cfi_offset 30, -24
	mov	x29, sp
	bl	on_fp
	ldp	x29, x30, [sp], 32
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	on_sp, .-on_sp

	.type	on_fp, %function
on_fp:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	mov	x29, sp
	.cfi_def_cfa_register 29
	sub	sp, sp, x0
	bl	on_sp
	mov	sp, x29
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa 31, 0
	ret
	.cfi_endproc
	.size	on_fp, .-on_fp
