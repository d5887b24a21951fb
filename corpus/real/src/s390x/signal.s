# SPDX-License-Identifier: 0BSD OR CC0-1.0
# A signal return trampoline, marked as a signal frame, between two ordinary functions.
	.text
	.globl	before, restore, after
	.type	before, @function
before:
	.cfi_startproc
	aghi	%r15, -16
	.cfi_def_cfa_offset 176
	aghi	%r15, 16
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	before, .-before

	.type	restore, @function
restore:
	.cfi_startproc
	.cfi_signal_frame
	svc	119
	.cfi_endproc
	.size	restore, .-restore

	.type	after, @function
after:
	.cfi_startproc
	br	%r14
	.cfi_endproc
	.size	after, .-after
