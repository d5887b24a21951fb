/* SPDX-License-Identifier: MIT */
/* normalise.h - from a tool's own text to the canonical dump (ref/DUMP.md). */
#ifndef SFC_NORMALISE_H
#define SFC_NORMALISE_H

#include "dump.h"

/* Turns a tool's text for `op` into the canonical dump, `?` where the text does not show a value. It says what the tool
   says, right or wrong, and takes nothing from elsewhere. Returns false and *error (with a line number) for text that
   cannot be understood; *dump may then hold some of it. */
typedef bool sfc_normalise_fn(enum sfc_op op, const char *text, size_t len, struct sfc_buffer *dump,
                              struct sfc_error *error);

struct sfc_normaliser {
    const char *name; /* as adapter files call it */
    const char *ops;  /* what it can do, as words */
    sfc_normalise_fn *run;
};

/* NULL if there is none of that name. */
const struct sfc_normaliser *sfc_normaliser_find(const char *name);

/* `readelf`: what readelf --sframe and objdump --sframe of GNU binutils print. */
sfc_normalise_fn sfc_normalise_readelf;
/* `llvm`: what llvm-readobj --sframe prints. */
sfc_normalise_fn sfc_normalise_llvm;
/* `dump`: the canonical dump itself. */
sfc_normalise_fn sfc_normalise_dump;

#endif
