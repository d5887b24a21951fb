# SPDX-License-Identifier: MIT
#: abi amd64
#: about a signal frame, plain and by expressions as in a C library
#: function plain equal|weaker|absent
#: function restores equal|weaker|absent
 .text
 .globl plain
 .type plain, @function
plain:
 .cfi_startproc
 .cfi_signal_frame
 nop
 ret
 .cfi_endproc
 .size plain, . - plain
 .globl restores
 .type restores, @function
restores:
 .cfi_startproc
 .cfi_signal_frame
 .cfi_escape 0x0f, 4, 0x77, 0xa0, 0x01, 6
 .cfi_escape 0x10, 6, 3, 0x77, 0xf8, 0
 .cfi_escape 0x10, 16, 3, 0x77, 0xa8, 0x01
 mov $15, %eax
 syscall
 .cfi_endproc
 .size restores, . - restores
