/* SPDX-License-Identifier: MIT */
/* normalise.h - from a tool's own text to the canonical dump (ref/DUMP.md). */
#ifndef SFR_CONFORMANCE_NORMALISE_H
#define SFR_CONFORMANCE_NORMALISE_H

#include "dump.h"

/* Turns a tool's text for `op` into the canonical dump, `?` where the text does not show a value. It says what the tool
   says, right or wrong, and takes nothing from elsewhere. Returns false and *error (with a line number) for text that
   cannot be understood; *dump may then hold some of it. */
typedef bool sfr_normalise_fn(enum sfr_op op, const char *text, size_t len, struct sfr_buffer *dump,
                              struct sfr_error *error);

struct sfr_normaliser {
    const char *name; /* as adapter files call it */
    const char *ops;  /* what it can do, as words */
    sfr_normalise_fn *run;
};

/* NULL if there is none of that name. */
const struct sfr_normaliser *sfr_normaliser_find(const char *name);

/* `readelf`: what readelf --sframe and objdump --sframe of GNU binutils print. */
sfr_normalise_fn sfr_normalise_readelf;
/* `llvm`: what llvm-readobj --sframe prints. */
sfr_normalise_fn sfr_normalise_llvm;
/* `dump`: the canonical dump itself. */
sfr_normalise_fn sfr_normalise_dump;

#endif
