/* SPDX-License-Identifier: MIT */
/* strays.h - processes that left the group of the program that started them. */
#ifndef SFC_STRAYS_H
#define SFC_STRAYS_H

#include "text.h"

/* From now on, what programs leave behind becomes a child of this process. False if that cannot be,
   or if there are children already: those are not ours to end. */
bool sfc_strays_adopt(void);

/* Ends every child of this process, and theirs, when none of them is waited for by anyone else.
   Returns what one that was still running is called, which the caller frees, or NULL. */
char *sfc_strays_end(void);

#endif
