// SPDX-License-Identifier: 0BSD OR CC0-1.0
// Only LR is saved, as a compiler without frame pointers does: rows with two words.
	.text
	.global	lr_only
	.type	lr_only, %function
lr_only:
	.cfi_startproc
	str	x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 30, -16
	bl	elsewhere
	ldr	x30, [sp], 16
	.cfi_restore 30
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	lr_only, .-lr_only
