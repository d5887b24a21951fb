/* SPDX-License-Identifier: MIT */
/* level.h - what a reader has to be able to do to get a case right. Each level includes those
   before it. */
#ifndef SFC_LEVEL_H
#define SFC_LEVEL_H

#include <stdbool.h>

enum sfc_level {
    SFC_LEVEL_SAFE = 0, /* any case at all: an answer in time, without a crash, and the same next time */
    SFC_LEVEL_READ,     /* accepting and policy cases: the right meaning */
    SFC_LEVEL_REFUSE,   /* rejecting cases: a reader that went on would have to invent data */
    SFC_LEVEL_VALIDATE, /* the text or practice forbids it, though a tolerant reader could go on */
    SFC_LEVEL_STRICT,   /* only inference, or our own reading of the text, forbids it */
    SFC_NUM_LEVELS
};

extern const char *const sfc_level_names[SFC_NUM_LEVELS];
bool sfc_level_from_name(const char *name, enum sfc_level *out);

/* For messages. */
#define SFC_LEVEL_NAMES "safe, read, refuse, validate or strict"

#endif
