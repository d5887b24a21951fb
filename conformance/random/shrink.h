/* SPDX-License-Identifier: MIT */
/*
 * shrink.h - the fewest directives that show a find.
 *
 * Many finds are shrunk at once: each offers a smaller function, one file has them all, and each goes on with what
 * became of its own. So thousands of finds cost a few files.
 */
#ifndef SFC_SHRINK_H
#define SFC_SHRINK_H

#include "try.h"

struct sfc_find {
    uint64_t index; /* of the function in the run */
    enum sfc_kind kind;
    char detail[SFC_DETAIL_MAX]; /* must stay the same */
    struct sfc_body *bodies;     /* a single one, unless only several show it; shrunk */
    size_t num_bodies;
    bool is_confirmed; /* the command that repeats it shows a cause that is not known */
};
void sfc_find_free(struct sfc_find *find);

/* Does a verdict show this kind, with this detail? */
bool sfc_find_shows(const struct sfc_find *find, const struct sfc_verdict *verdict);

/* Tries the functions of a find in a file of their own. */
bool sfc_find_try(struct sfc_trial *trial, const struct sfc_find *find, bool *shown, struct sfc_error *error);

/* Functions that would make the whole file fail. */
struct sfc_avoid {
    bool (*avoids)(const void *ctx, const struct sfc_body *body);
    const void *ctx;
};
/* Shrinks finds of a single function. They must have been shown by a trial. `avoid` may be NULL. False as sfc_try(). */
bool sfc_shrink(struct sfc_trial *trial, struct sfc_find *finds, size_t count, const struct sfc_avoid *avoid,
                struct sfc_error *error);

/* Leaves out functions of a find of several, and their directives, as long as the file still shows it. *shown: it does
   at all, in a file of its own. */
bool sfc_shrink_together(struct sfc_trial *trial, struct sfc_find *find, bool *shown, struct sfc_error *error);

#endif
