/* SPDX-License-Identifier: MIT */
/* The questions about a section, an op_*.c for each. */
#ifndef GEN_OPS_H
#define GEN_OPS_H

#include "made_case.h"

struct gen_op_info {
    const char *name;   /* in case files, and in `only:` */
    const char *ending; /* of the ids of its cases */
    const char *answer;
    size_t asked_at; /* in the plan: the number, such as that of a line, that is not 0 if it is asked */
    /* Fails if what the recipe says of it contradicts itself or the rest. NULL: nothing can. */
    bool (*check)(const struct gen_plan *plan);
    /* Adds the document of the answer, as readers of this view see the section. NULL: it has none of its own. */
    bool (*answers)(struct gen_buf *out, const struct gen_case *made, const struct gen_view *view);
    /* Adds the keys of a case file that are the question. NULL: there are none. */
    void (*add_keys)(struct gen_buf *out, const struct gen_case *made);
};
/* By enum gen_op. */
extern const struct gen_op_info *const gen_ops[GEN_NUM_OPS];
extern const struct gen_op_info gen_decode_op, gen_lookup_op, gen_unwind_op, gen_encode_op, gen_sequence_op,
    gen_merge_op;

/* Does the plan of a section ask this question? */
bool gen_asks(const struct gen_plan *plan, enum gen_op op);

/* Makes the dump that an encoder turns into this section. Fails if the section has several meanings. */
bool gen_make_input(struct gen_pool *pool, struct gen_case *made);
/* Changes the parent's dump into one that an encoder must refuse. */
bool gen_change_input(struct gen_pool *pool, const struct gen_case *parent, struct gen_case *made);
/* Adds the keys of a case file about the refusal. */
void gen_add_refusal(struct gen_buf *out, const struct gen_case *made);

/* Finds the case that has the second section, of a sequence, a trace or a merge; made->second stays NULL if none is
   named. */
bool gen_find_second(struct gen_case *made);
/* Adds the keys of a case file about a second section, if there is one. */
void gen_add_second(struct gen_buf *out, const struct gen_case *made);
/* The last key, of look-ups: those PCs that lie in functions of signal frames, each once. */
void gen_add_signals(struct gen_buf *out, const struct gen_case *made, enum gen_op op);

/* Why a trace ends. */
#define GEN_END_NAMES "outermost, no-fde, no-fre, bad-read, unsafe, limit"
/* The question of merging sections with other fixed offsets. */
#define GEN_MERGE_POLICY "SFR-MERGE-FIXED"

#endif
