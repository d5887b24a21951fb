/* SPDX-License-Identifier: MIT */
/* string.h for the core inside a Linux kernel. */
#include <linux/string.h>
