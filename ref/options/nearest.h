/* SPDX-License-Identifier: MIT */
/* nearest.h - the known name that a mistyped one may stand for. */
#ifndef SFR_NEAREST_H
#define SFR_NEAREST_H

#include <stddef.h>

/* Set `wanted` and leave the rest 0, then try every known name: `name` becomes the nearest, if it
   differs in about a third of its letters at most, or of those after the last `/`. Of equally near
   names it is the first. The names must stay. */
struct sfr_nearest {
    const char *wanted, *name;
    size_t changes; /* letters to insert, delete or replace */
};

void sfr_nearest_try(struct sfr_nearest *nearest, const char *name);

#endif
