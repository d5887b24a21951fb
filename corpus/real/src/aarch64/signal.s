// SPDX-License-Identifier: 0BSD OR CC0-1.0
// A signal return trampoline, marked as a signal frame, between two ordinary functions.
	.text
	.global	before, restore_rt, after
	.type	before, %function
before:
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	add	sp, sp, #16
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	before, .-before

	.type	restore_rt, %function
restore_rt:
	.cfi_startproc
	.cfi_signal_frame
	mov	x8, 139
	svc	0
	.cfi_endproc
	.size	restore_rt, .-restore_rt

	.type	after, %function
after:
	.cfi_startproc
	ret
	.cfi_endproc
	.size	after, .-after
