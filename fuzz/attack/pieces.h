/* SPDX-License-Identifier: MIT */
/* pieces.h - pieces of texts, and pieces that are made of them. */
#ifndef FUZZ_PIECES_H
#define FUZZ_PIECES_H

#include "chance.h"

struct piece {
    const char *text;
    size_t len;
};

int piece_compare(const struct piece *a, const struct piece *b);

/* Forgets what was made, so that its memory is used again. Call it before each input. */
void pieces_start(void);

/* The value with one number changed, which stays decimal or hexadecimal. */
struct piece pieces_number(struct fuzz_chance *c, struct piece value);
/* The value with one token (letters, digits and `_`) replaced by one of the other value, or by one of `odd`,
   whose last text is NULL. */
struct piece pieces_token(struct fuzz_chance *c, struct piece value, struct piece other, const char *const *odd);
/* The value with one word replaced by the word in the same place of the other value. */
struct piece pieces_word(struct fuzz_chance *c, struct piece value, struct piece other);

/* Writes pieces to a buffer of ATTACK_MAX_INPUT bytes, as far as they fit. */
struct piece_writer {
    char *text;
    size_t len;
};
void pieces_write(struct piece_writer *w, struct piece p);

#endif
