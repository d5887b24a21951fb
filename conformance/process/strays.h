/* SPDX-License-Identifier: MIT */
/* strays.h - processes that outlive the program that started them. */
#ifndef SFC_STRAYS_H
#define SFC_STRAYS_H

#include "text.h"

/*
 * From now on, what programs leave behind becomes a child of this process: of its first thread.
 * False, and nothing changes,
 *   if there are children already: those are not ours to end;
 *   if this is process 1, whose children are those of the whole container;
 *   if the kernel does not list children (/proc without CONFIG_PROC_CHILDREN, or no /proc).
 * Processes that left their group are then neither ended nor reported.
 */
bool sfc_strays_adopt(void);

/* Waits for those that have ended so far. Only the first thread calls it, and only while it has no
   children that it started itself: those of other threads are not touched. */
void sfc_strays_reap(void);

/* Ends every child of this process, and theirs, when none of them is waited for by anyone else.
   Returns what one that was still running is called, which the caller frees, or NULL. */
char *sfc_strays_end(void);

#endif
