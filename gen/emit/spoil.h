/* SPDX-License-Identifier: MIT */
/* One wrong field in a valid section, with the fault that follows from it: known from the model, never from a
   reader. */
#ifndef GEN_SPOIL_H
#define GEN_SPOIL_H

#include "field.h"
#include "model.h"

/* Which of the faults; the first GEN_SPOIL_MUTANTS are those of random mutants in the corpus. */
enum { GEN_SPOIL_MUTANTS = 22, GEN_SPOIL_KINDS = 37 };

/* Where: a function, a row of it (a fault of rows needs one), and any number of 16 bits, in the corpus below 1000. */
struct gen_spoil_pick {
    uint32_t f, r;
    uint64_t any;
};

/* The field, its new value, and the fault; `at`: the path of the bytes that a finding names. */
struct gen_spoil {
    const char *path, *fault, *at;
    uint64_t value;
    const char *level, *level_because; /* NULL: that of the fault */
    bool total;                        /* hdr.num_fres must become total_fres, or counts contradict each other too */
    uint64_t total_fres;
};

/* False if the fault does not fit the section, or another one would come with it. */
bool gen_spoil(struct gen_pool *pool, const struct gen_model *model, const struct gen_section *section,
               struct gen_spoil_pick pick, unsigned kind, struct gen_spoil *spoil);

#endif
