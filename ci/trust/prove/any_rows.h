/* SPDX-License-Identifier: MIT */
/*
 * Any rows of one function, in place of those that sfr_walk_fre() reads: what reads.c proves of a row is
 * all that is known of them. Row 0 is at rows_start, each other where the one before it ends; reading a
 * row twice gives the same. A file that is included after this one walks over these rows.
 */
#ifndef ANY_ROWS_H
#define ANY_ROWS_H

#include "any.h"
#include "fre_walk.h"

struct any_row {
    enum sfr_fault fault;
    struct sfr_fre fre;
};

enum { LONGEST_ROW = 4 + 1 + 4 * SFR_MAX_WORDS };

static struct any_row any_rows[ROWS];
static uint32_t rows_read;

static struct sfr_fre any_fre(uint32_t index, uint64_t pos)
{
    struct sfr_fre fre;

    fre.index = index;
    fre.pos = pos;
    given(fre.num_words <= SFR_MAX_WORDS);
    given(fre.word_size == 1 || fre.word_size == 2 || fre.word_size == 4);
    return fre;
}

/* Makes all rows of a function whose FREs are the bytes [pos, end). */
static void make_any_rows(uint64_t pos, uint64_t end)
{
    for (uint32_t i = 0; i < ROWS; i++) {
        any_rows[i].fault = nondet_bool()   ? SFR_FAULT_NONE
                            : nondet_bool() ? SFR_FAULT_TRUNCATED_FRE
                                            : SFR_FAULT_BAD_WORD_SIZE;
        if (pos == end)
            any_rows[i].fault = SFR_FAULT_FRE_COUNT_OUT_OF_BOUNDS;
        any_rows[i].fre = any_fre(i, pos);
        if (any_rows[i].fault != SFR_FAULT_NONE) {
            any_rows[i].fre.size = 0;
        } else {
            given(any_rows[i].fre.size >= 2 && any_rows[i].fre.size <= LONGEST_ROW);
            given(any_rows[i].fre.size <= end - pos);
            pos += any_rows[i].fre.size;
        }
    }
}

static enum sfr_fault read_any_row(struct sfr_bytes *b, unsigned fre_type, uint32_t index, struct sfr_fre *fre)
{
    (void)fre_type;
    assert(index < ROWS);
    assert(b->pos == any_rows[index].fre.pos);
    *fre = any_rows[index].fre;
    rows_read++;
    b->pos += fre->size;
    return any_rows[index].fault;
}
#define sfr_walk_fre read_any_row

#endif
