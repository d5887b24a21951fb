/* SPDX-License-Identifier: MIT */
/* normalise.h - makes a canonical dump (ref/DUMP.md) of a tool's own text. */
#ifndef SFC_NORMALISE_H
#define SFC_NORMALISE_H

#include "dump.h"

/* Makes a canonical dump for `op` of a tool's text, with `?` for values that the text does not
   show. The dump says what the tool means, right or wrong, however it spells it. `hidden` has the
   keys that the tool cannot show: where its text then has a word that stands for several values,
   the dump has `?`; elsewhere the text is taken at its word. Returns false and *error with a line
   number if the text has another form; *dump may then have a part of the dump. */
typedef bool sfc_normalise_fn(enum sfc_op op, const struct sfc_hidden *hidden, const char *text, size_t len,
                              struct sfc_buffer *dump, struct sfc_error *error);

struct sfc_normaliser {
    const char *name; /* as adapter files call it */
    const char *ops;  /* the ops whose text it reads, as words */
    sfc_normalise_fn *run;
};

/* The normaliser of this name, or NULL. */
const struct sfc_normaliser *sfc_normaliser_find(const char *name);

/* `readelf`: what readelf --sframe and objdump --sframe of GNU binutils print. */
sfc_normalise_fn sfc_normalise_readelf;
/* `llvm`: what llvm-readobj --sframe prints. */
sfc_normalise_fn sfc_normalise_llvm;
/* `dump`: the canonical dump itself. */
sfc_normalise_fn sfc_normalise_dump;

#endif
