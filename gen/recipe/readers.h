/* SPDX-License-Identifier: MIT */
/* What each key of a recipe does with its value. keys.c lists them all. */
#ifndef GEN_READERS_H
#define GEN_READERS_H

#include "recipe.h"

/* Lines that describe a case and its expectation (read_case.c). */
bool gen_read_title(struct gen_reading *in, const char *value);
bool gen_read_clauses(struct gen_reading *in, const char *value);
bool gen_read_catches(struct gen_reading *in, const char *value);
bool gen_read_rev(struct gen_reading *in, const char *value);
bool gen_read_addr(struct gen_reading *in, const char *value);
bool gen_read_pcs(struct gen_reading *in, const char *value);
bool gen_read_only(struct gen_reading *in, const char *value);
bool gen_read_expect(struct gen_reading *in, const char *value);
bool gen_read_also(struct gen_reading *in, const char *value);
bool gen_read_level(struct gen_reading *in, const char *value);
bool gen_read_open(struct gen_reading *in, const char *value);
bool gen_read_parent_open(struct gen_reading *in, const char *value);
bool gen_read_elsewhere(struct gen_reading *in, const char *value);
bool gen_read_multi(struct gen_reading *in, const char *value);

/* Lines that change the bytes of a parent (read_change.c). */
/* The name of a case to start from, "AREA/NAME" or "AREA/NAME as PROFILE"; *profile stays without one. */
bool gen_read_name(struct gen_reading *in, const char *value, const char **name, enum gen_profile *profile);
bool gen_read_parent(struct gen_reading *in, const char *value);
bool gen_read_set(struct gen_reading *in, const char *value);
bool gen_read_cut(struct gen_reading *in, const char *value);
bool gen_read_append(struct gen_reading *in, const char *value);
bool gen_read_insert(struct gen_reading *in, const char *value);

/* Lines that make cases by rule (families.c, mutants.c, pairs.c). gen_read_same_pcs() reads the "same" of
   `pcs:`. */
bool gen_read_truncations(struct gen_reading *in, const char *value);
bool gen_read_mutate(struct gen_reading *in, const char *value);
bool gen_read_faults(struct gen_reading *in, const char *value);
bool gen_read_pairs(struct gen_reading *in, const char *value);
bool gen_read_random(struct gen_reading *in, const char *value);
bool gen_read_abi(struct gen_reading *in, const char *value);
bool gen_read_from(struct gen_reading *in, const char *value);
bool gen_read_transform(struct gen_reading *in, const char *value);
bool gen_read_same_pcs(struct gen_reading *in);

/* Lines that build a section (read_model.c). */
bool gen_read_func(struct gen_reading *in, const char *value);
bool gen_read_row(struct gen_reading *in, const char *value);
bool gen_read_flags(struct gen_reading *in, const char *value);
bool gen_read_fixed(struct gen_reading *in, const char *value);
bool gen_read_filling(struct gen_reading *in, const char *value);
bool gen_read_order(struct gen_reading *in, const char *value);
/* `order` gets each of the model's functions once, by number. */
bool gen_read_permutation(struct gen_reading *in, char **words, size_t count, uint32_t **order);

/* Lines that describe a stopped program (op_unwind.c). */
bool gen_read_regs(struct gen_reading *in, const char *value);
bool gen_read_mem(struct gen_reading *in, const char *value);
bool gen_read_trace_limit(struct gen_reading *in, const char *value);
bool gen_read_ends(struct gen_reading *in, const char *value);

/* Lines about look-ups in a row (op_sequence.c). */
bool gen_read_sequence(struct gen_reading *in, const char *value);
bool gen_read_second(struct gen_reading *in, const char *value);
bool gen_read_damaged(struct gen_reading *in, const char *value);

/* The line about a merge (op_merge.c). */
bool gen_read_merge(struct gen_reading *in, const char *value);

/* The line about an ELF file (read_elf.c). */
bool gen_read_elf(struct gen_reading *in, const char *value);

/* Lines about encoding (op_encode.c). */
bool gen_read_encode(struct gen_reading *in, const char *value);
bool gen_read_say(struct gen_reading *in, const char *value);
/* The "refuse NAME" of `expect:`. */
bool gen_read_refuse(struct gen_reading *in, char **words, size_t count);

#endif
