/* SPDX-License-Identifier: MIT */
/* progress.h - the bar that a terminal shows while cases run. */
#ifndef SFC_PROGRESS_H
#define SFC_PROGRESS_H

#include "text.h"

/* One line without a newline, of at most `width` columns: how many of `count` cases are done
   after `seconds`, and an estimate of the time left. The caller frees it. */
char *sfc_progress_line(size_t done, size_t count, double seconds, size_t width);

#endif
