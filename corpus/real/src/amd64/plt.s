# SPDX-License-Identifier: 0BSD OR CC0-1.0
# Calls three functions of other objects, so that the linker makes a PLT and describes it itself.
	.text
	.globl	calls_out
	.type	calls_out, @function
calls_out:
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset 3, -16
	call	elsewhere_1@PLT
	call	elsewhere_2@PLT
	call	elsewhere_3@PLT
	popq	%rbx
	.cfi_def_cfa_offset 8
	ret
	.cfi_endproc
	.size	calls_out, .-calls_out
