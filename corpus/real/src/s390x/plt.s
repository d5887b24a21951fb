# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Calls three functions of other objects, so that the linker makes a PLT and describes it itself.
	.text
	.globl	calls_out
	.type	calls_out, @function
calls_out:
	.cfi_startproc
	stmg	%r14, %r15, 112(%r15)
	.cfi_offset 14, -48
	.cfi_offset 15, -40
	aghi	%r15, -160
	.cfi_def_cfa_offset 320
	brasl	%r14, elsewhere_1@PLT
	brasl	%r14, elsewhere_2@PLT
	brasl	%r14, elsewhere_3@PLT
	lmg	%r14, %r15, 272(%r15)
	.cfi_restore 15
	.cfi_restore 14
	.cfi_def_cfa_offset 160
	br	%r14
	.cfi_endproc
	.size	calls_out, .-calls_out
