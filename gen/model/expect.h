/* SPDX-License-Identifier: MIT */
/* What every reader must get from a model's section: the canonical dump, the look-up rows, and the
   open questions of the format that it touches. All come from the model, not from the bytes. */
#ifndef GEN_EXPECT_H
#define GEN_EXPECT_H

#include "model.h"

/* Adds the document of a section dump. `fre_len` is the length of its FRE sub-section. */
void gen_dump(struct gen_buf *out, const struct gen_model *model, uint64_t fre_len);

/* The function of a PC and its row, as numbers; -1 where there is none. `outermost`: the function
   has no rows, which means that it has no caller. */
struct gen_hit {
    int64_t func, row;
    bool outermost;
};
/* Fails if the PC lies in two functions: the format has no answer then. */
bool gen_look_up(const struct gen_model *model, uint64_t pc, struct gen_hit *hit, struct gen_error *error);

/* Does the PC lie in a function of a signal frame? */
bool gen_is_in_signal(const struct gen_model *model, uint64_t pc);

/* Adds the row of one PC. Fails as gen_look_up() does. */
bool gen_dump_lookup(struct gen_buf *out, const struct gen_model *model, uint64_t pc, struct gen_error *error);
/* Adds the document of look-up rows. The same for errors. */
bool gen_dump_lookups(struct gen_buf *out, const struct gen_model *model, const uint64_t *pcs, size_t num_pcs,
                      struct gen_error *error);

/* The doubts of the fault register that the model has, or other names, each once: there is room for all. */
enum { GEN_MAX_DOUBTS = 32 };
struct gen_doubts {
    const char *names[GEN_MAX_DOUBTS];
    size_t count;
};
/* Adds a doubt once, if the condition holds. */
void gen_add_doubt(struct gen_doubts *doubts, bool condition, const char *name);
void gen_find_doubts(const struct gen_model *model, struct gen_doubts *doubts);

#endif
