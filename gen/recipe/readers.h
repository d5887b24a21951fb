/* SPDX-License-Identifier: MIT */
/* What each key of a recipe does with its value. keys.c lists them all. */
#ifndef GEN_READERS_H
#define GEN_READERS_H

#include "recipe.h"

/* Lines that describe a case and its expectation (read_case.c). */
gen_reader gen_read_clauses, gen_read_catches, gen_read_addr, gen_read_pcs, gen_read_only, gen_read_expect,
    gen_read_also, gen_read_level, gen_read_open;

/* Lines whose key says where the value goes (read_case.c). A value of the model makes a section. */
gen_reader gen_read_text, gen_read_number, gen_read_bytes;

/* Lines that change the bytes of a parent (read_change.c). */
/* The name of a case to start from, "AREA/NAME" or "AREA/NAME as PROFILE"; *profile stays without one. */
bool gen_read_name(const struct gen_reading *in, const char **name, enum gen_profile *profile);
gen_reader gen_read_parent, gen_read_set, gen_read_cut, gen_read_append, gen_read_insert;

/* Lines that make cases by rule (families.c, mutants.c, pairs.c). gen_read_same_pcs() reads the "same" of
   `pcs:`. */
gen_reader gen_read_truncations, gen_read_mutate, gen_read_faults, gen_read_pairs, gen_read_random, gen_read_abi,
    gen_read_from, gen_read_transform;
bool gen_read_same_pcs(struct gen_reading *in);

/* A word that is a mark, or "NAME=" with a number from `least` to `most`. */
struct gen_option {
    const char *name;
    size_t at;           /* in what is read: a bool, or a number of 32 bits */
    int64_t least, most; /* both 0: a mark */
};
/* True, with the value in `into`, if the word is one of the options. */
bool gen_read_option(const struct gen_option *options, size_t count, const char *word, void *into);

/* Lines that build a section (read_model.c). */
gen_reader gen_read_func, gen_read_row, gen_read_flags, gen_read_num_fres, gen_read_order;
/* `order` gets each of the model's functions once, by number. */
bool gen_read_permutation(struct gen_reading *in, char **words, size_t count, uint32_t **order);

/* A number; "+0x104" counts from the section's address, "-8" too if `is_address` (op_unwind.c). */
bool gen_read_value(const struct gen_reading *in, const char *text, bool is_address, uint64_t *value);

/* Lines that describe a stopped program (op_unwind.c). */
gen_reader gen_read_regs, gen_read_mem, gen_read_trace_limit, gen_read_ends;

/* Lines about look-ups in a row (op_sequence.c). */
gen_reader gen_read_sequence, gen_read_damaged;

/* The line about a merge (op_merge.c). */
gen_reader gen_read_merge;

/* The line about an ELF file (read_elf.c). */
gen_reader gen_read_elf;

/* Lines about encoding (op_encode.c). */
gen_reader gen_read_encode, gen_read_say;
/* The "refuse NAME" of `expect:`. */
bool gen_read_refuse(struct gen_reading *in);

#endif
