/* SPDX-License-Identifier: MIT */
/* nearest.h - the known name that a mistyped one may stand for. */
#ifndef SFC_NEAREST_H
#define SFC_NEAREST_H

#include <stddef.h>

#include "text.h"

/* Set `wanted` and leave the rest 0, try every known name, then ask. The names must stay. */
struct sfc_nearest {
    const char *wanted, *name;
    const char *before; /* shown before the name, as "--"; or NULL */
    size_t changes;     /* letters to insert, delete or replace */
};

void sfc_nearest_try(struct sfc_nearest *nearest, const char *name);

/* The nearest name if it differs in about a third of its letters at most; else NULL. Of equally near
   names the first one. */
const char *sfc_nearest_name(const struct sfc_nearest *nearest);

/* Adds " (did you mean 'NAME'?)", with `before` before it, if there is one. */
void sfc_add_nearest(struct sfc_buffer *out, const struct sfc_nearest *nearest);

#endif
