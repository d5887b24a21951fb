# SPDX-License-Identifier: 0BSD OR CC0-1.0
# An entry point without a caller: its return address is undefined, first for a whole function, then for a part of one.
	.text
	.globl	_start, entry_2
	.type	_start, @function
_start:
	.cfi_startproc
	.cfi_undefined 14
	lghi	%r11, 0
	aghi	%r15, -160
	.cfi_def_cfa_offset 320
	brasl	%r14, entry_2
	j	.
	.cfi_endproc
	.size	_start, .-_start

	.type	entry_2, @function
entry_2:
	.cfi_startproc
	stmg	%r11, %r15, 88(%r15)
	.cfi_offset 11, -72
	.cfi_offset 14, -48
	.cfi_offset 15, -40
	aghi	%r15, -160
	.cfi_def_cfa_offset 320
	.cfi_remember_state
	.cfi_undefined 14
	brasl	%r14, after
	.cfi_restore_state
	lmg	%r11, %r15, 248(%r15)
	.cfi_restore 15
	.cfi_restore 14
	.cfi_restore 11
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	entry_2, .-entry_2

	.type	after, @function
after:
	.cfi_startproc
	br	%r14
	.cfi_endproc
	.size	after, .-after
