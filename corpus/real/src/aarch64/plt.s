// SPDX-License-Identifier: 0BSD OR CC0-1.0
// Calls a function of another object. This linker makes a PLT here too, but describes it on x86-64 only.
	.text
	.global	calls_out
	.type	calls_out, %function
calls_out:
	.cfi_startproc
	stp	x29, x30, [sp, -16]!
	.cfi_def_cfa_offset 16
	.cfi_offset 29, -16
	.cfi_offset 30, -8
	bl	elsewhere
	ldp	x29, x30, [sp], 16
	.cfi_restore 30
	.cfi_restore 29
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
	.size	calls_out, .-calls_out
