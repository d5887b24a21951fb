/* SPDX-License-Identifier: MIT */
/* One wrong field in a valid section, with the fault that follows from it: known from the model, never from a
   reader. */
#ifndef GEN_SPOIL_H
#define GEN_SPOIL_H

#include "field.h"
#include "model.h"
#include "patch.h"

/* Which of the faults; the first GEN_SPOIL_MUTANTS are those of random mutants in the corpus. */
enum { GEN_SPOIL_MUTANTS = 22, GEN_SPOIL_KINDS = 37 };

/* Where: a function, a row of it (a fault of rows needs one), and any number of 16 bits, in the corpus below 1000. */
struct gen_spoil_pick {
    uint32_t f, r;
    uint64_t any;
};

/* The fault; `at`: the path of the bytes that a finding names; and the changes that make it. The first is enough, or
   counts contradict each other too. */
struct gen_spoil {
    const char *fault, *at;
    const char *level, *level_because; /* NULL: that of the fault */
    const char *elsewhere;             /* why the changes are not where the fault is, or NULL */
    struct gen_change changes[2];
    size_t num_changes;
};

/* False if the fault does not fit the section, or another one would come with it. */
bool gen_spoil(struct gen_pool *pool, const struct gen_model *model, const struct gen_section *section,
               struct gen_spoil_pick pick, unsigned kind, struct gen_spoil *spoil);

#endif
