/* SPDX-License-Identifier: MIT */
/* guarded_malloc.h - replaces malloc by one with unreadable pages after each block. */
#ifndef SFC_GUARDED_MALLOC_H
#define SFC_GUARDED_MALLOC_H

#include <stdlib.h>

/* How many allocations have failed so far. */
size_t guarded_malloc_failures(void);

#endif
