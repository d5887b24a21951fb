// SPDX-License-Identifier: 0BSD OR CC0-1.0
// CFA in another register than SP and FP, as in functions that realign their stack, and FP and RA in registers.
	.text
	.global	realigns, cfa_in_x19, fp_in_register, ra_in_register
	.type	realigns, %function
realigns:
	.cfi_startproc
	mov	x9, sp
	.cfi_def_cfa 9, 0
	sub	sp, sp, #128
	and	sp, x9, -64
	nop
	mov	sp, x9
	.cfi_def_cfa 31, 0
	ret
	.cfi_endproc
	.size	realigns, .-realigns

	.type	cfa_in_x19, %function
cfa_in_x19:
	.cfi_startproc
	str	x19, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 19, -16
	mov	x19, sp
	.cfi_def_cfa_register 19
	sub	sp, sp, x0
	mov	sp, x19
	.cfi_def_cfa_register 31
	ldr	x19, [sp], 16
	.cfi_restore 19
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	cfa_in_x19, .-cfa_in_x19

	.type	fp_in_register, %function
fp_in_register:
	.cfi_startproc
	mov	x10, x29
	.cfi_register 29, 10
	add	x29, x0, 1
	mov	x0, x29
	mov	x29, x10
	.cfi_restore 29
	ret
	.cfi_endproc
	.size	fp_in_register, .-fp_in_register

	.type	ra_in_register, %function
ra_in_register:
	.cfi_startproc
	mov	x11, x30
	.cfi_register 30, 11
	mov	x30, 0
	mov	x30, x11
	.cfi_restore 30
	ret
	.cfi_endproc
	.size	ra_in_register, .-ra_in_register
