/* SPDX-License-Identifier: MIT */
/* stdbool.h for the core inside a Linux kernel. */
#include <linux/stddef.h>
#include <linux/types.h>
