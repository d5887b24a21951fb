# SPDX-License-Identifier: 0BSD OR CC0-1.0
# A function whose CFI starts empty and defines no CFA, and one that does.
	.text
	.globl	nothing_known, something
	.type	nothing_known, @function
nothing_known:
	.cfi_startproc simple
	ud2
	.cfi_endproc
	.size	nothing_known, .-nothing_known

	.type	something, @function
something:
	.cfi_startproc
	ret
	.cfi_endproc
	.size	something, .-something
