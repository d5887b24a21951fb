/* SPDX-License-Identifier: MIT */
/* stdint.h for the core inside a Linux kernel, which has no such header: as much as the core uses. */
#ifndef SFR_KERNEL_STDINT_H
#define SFR_KERNEL_STDINT_H

#include <linux/limits.h>
#include <linux/types.h>

#ifndef INT32_MAX
#define INT32_MAX S32_MAX
#define INT32_MIN S32_MIN
#define UINT32_MAX U32_MAX
#define INT64_MAX S64_MAX
#define UINT64_MAX U64_MAX
#endif

#endif
