/* SPDX-License-Identifier: MIT */
/*
 * recipe.h - recipes: short texts that say how a case is made and what must come of it (recipes/README.md).
 *
 * Reading goes in two steps. gen_parse_recipe() takes the text apart into lines with their keys. gen_plan() then
 * looks at the lines that hold for one target and one value of the recipe's variable, and says what to build.
 */
#ifndef GEN_RECIPE_H
#define GEN_RECIPE_H

#include "model.h"

struct gen_plan;
struct gen_corpus;
struct gen_case;

/* One "key: value", perhaps for some targets only. */
struct gen_line {
    unsigned number;
    struct gen_select when;
    const struct gen_key *key;
    const char *value;
};

struct gen_recipe {
    const char *file; /* as errors name it and cases give it as their origin */
    const char *area, *name;
    struct gen_line *lines;
    size_t num_lines;
    const char *variable; /* of "vary:"; NULL if there is none */
    char **values;
    size_t num_values; /* at least 1: without a variable there is one value, "" */
    bool has_parent, has_from;
    bool many;                       /* one plan of it makes many cases */
    const struct gen_corpus *corpus; /* where `from:` looks; NULL outside of one */
    bool has_for;
    struct gen_select targets; /* of "for:" */
};

/* `path` is where the text came from, "AREA/NAME.recipe" below `prefix`. Fails at the first line that is not right. */
bool gen_parse_recipe(struct gen_pool *pool, const char *prefix, const char *path, struct gen_bytes text,
                      struct gen_recipe *recipe, struct gen_error *error);

/* A change to the bytes of the parent. */
enum gen_change_kind { GEN_SET, GEN_CUT, GEN_APPEND, GEN_INSERT };
struct gen_change {
    unsigned line;
    enum gen_change_kind kind;
    const char *path;        /* SET; INSERT: the field before which; CUT: the field, or NULL */
    char op;                 /* SET: '=', '+', '-', '|' */
    struct gen_number value; /* SET; CUT without a path: the new length, or how much less */
    bool after;              /* CUT, INSERT: behind the field, not before it */
    struct gen_bytes bytes;  /* APPEND, INSERT */
};

/* How the cases of a plan are made: as it says, or by rule (families.h). */
enum gen_family { GEN_PLAIN, GEN_TRUNCATIONS, GEN_MUTANT };

enum gen_verdict { GEN_ACCEPT, GEN_REJECT, GEN_POLICY };

/* A register by DWARF number, or 8 bytes of memory by address. */
struct gen_word {
    uint64_t key, value;
};
/* A stopped program. Lines of the recipe are 0 where it says nothing. */
struct gen_machine {
    unsigned line, mem_line, ends_line;
    bool has_pc;
    uint64_t pc;
    struct gen_word *regs, *mem;
    size_t num_regs, num_mem, cap_mem;
    uint64_t pac_mask, max; /* 0: none; the usual one */
    const char *ends;       /* why the trace ends */
    const char *policy;     /* the question that leaves the end open, or NULL */
};

/* Other values for a line of the parent's dump. */
struct gen_say {
    unsigned line;
    const char *start; /* "fre 0.1" */
    char **words;      /* "cfa=sp+8" */
    size_t num_words;
    const char *text; /* as written */
};
/* What an encoder is asked. `line` 0: nothing. */
struct gen_encoding {
    unsigned line;
    uint32_t *order; /* the functions as the encoder gets them, to be sorted; NULL: sorted already */
    struct gen_say *says;
    size_t num_says;
    const char *refusal, *at; /* why and at which line of the dump it refuses; NULL: it does not, of the whole */
};

/* The ELF file that the section lies in. `line` 0: none. */
struct gen_elf_plan {
    unsigned line;
    unsigned kind;                         /* e_type */
    uint32_t text;                         /* of an object: bytes of code */
    uint32_t section_type, machine, align; /* instead of the usual ones; 0: those */
    uint32_t more;                         /* bytes behind the section that the segment takes in */
    bool no_sections, no_segment, no_alloc, two, other_name, other_order;
};

/* What one recipe says for one target. */
struct gen_plan {
    const struct gen_recipe *recipe;
    struct gen_target target;
    const char *id_tail; /* "area/name", with the variable's value behind it */
    const char *title, *clauses, *catches;
    unsigned rev;
    unsigned title_line;
    struct gen_model model;
    bool has_model;     /* a line says something about the section */
    const char *parent; /* "area/name", or NULL */
    enum gen_profile parent_profile;
    unsigned parent_line;
    struct gen_change *changes;
    size_t num_changes;
    struct gen_machine machine;
    struct gen_encoding encoding;
    struct gen_elf_plan elf;
    const char *error; /* what is wrong with the ELF file; NULL: nothing */
    const uint64_t *pcs;
    size_t num_pcs;
    unsigned expect_line, pcs_line;
    unsigned only_line; /* of "only: lookup", 0: the section is decoded too */
    enum gen_verdict verdict;
    const char *fault, *policy;     /* class of a reject or doubt (may be NULL); policy id */
    const char *at_first, *at_last; /* field paths of a reject's range */
    enum gen_family family;
    uint64_t seed;                 /* of a mutant */
    const struct gen_case *source; /* whose model this is, or NULL */
    bool missing;                  /* the source does not exist for this target */
    const char *parent_open;       /* why a reject has a parent that touches an open question, or NULL */
    const char *elsewhere;         /* why the fault of a reject does not lie where it was changed, or NULL */
    const char *multi_fault;       /* what is wrong with a reject that has several faults, or NULL */
};

/* Fails with file and line where the recipe is not complete or says what can't be. */
bool gen_plan(struct gen_pool *pool, const struct gen_recipe *recipe, const char *value, struct gen_target target,
              struct gen_plan *plan, struct gen_error *error);

/* One line while it is being read into a plan. */
struct gen_reading {
    struct gen_pool *pool;
    struct gen_plan *plan;
    const struct gen_line *line;
    struct gen_error *error;
};
/* Says, with file and line, what was expected. Returns false. */
#define gen_refuse(in, ...) gen_fail((in)->error, (in)->plan->recipe->file, (in)->line->number, __VA_ARGS__)

/* A key of recipes and what its value does to a plan. */
struct gen_key {
    const char *name;
    bool many; /* may be given more than once */
    /* NULL for the two keys that are read when the recipe is taken apart. */
    bool (*read)(struct gen_reading *in, const char *value);
};
const struct gen_key *gen_find_key(const char *name, size_t len);
/* The names of all keys, for error texts. */
const char *gen_key_names(struct gen_pool *pool);

/* Readers of the lines that make cases by rule (families.c, mutants.c). */
bool gen_read_truncations(struct gen_reading *in, const char *value);
bool gen_read_mutate(struct gen_reading *in, const char *value);
bool gen_read_random(struct gen_reading *in, const char *value);
bool gen_read_abi(struct gen_reading *in, const char *value);
bool gen_read_from(struct gen_reading *in, const char *value);
bool gen_read_transform(struct gen_reading *in, const char *value);
bool gen_same_pcs(struct gen_reading *in);

/* Readers of the lines that build a section (recipe_model.c). */
bool gen_read_func(struct gen_reading *in, const char *value);
bool gen_read_row(struct gen_reading *in, const char *value);
bool gen_read_flags(struct gen_reading *in, const char *value);
bool gen_read_fixed(struct gen_reading *in, const char *value);
bool gen_read_filling(struct gen_reading *in, const char *value);
bool gen_read_order(struct gen_reading *in, const char *value);

/* Readers of the lines that describe a stopped program (op_unwind.c). */
bool gen_read_regs(struct gen_reading *in, const char *value);
bool gen_read_mem(struct gen_reading *in, const char *value);
bool gen_read_trace_limit(struct gen_reading *in, const char *value);
bool gen_read_ends(struct gen_reading *in, const char *value);

/* Reader of the line about an ELF file (elf_file.c). */
bool gen_read_elf(struct gen_reading *in, const char *value);

/* Readers of the lines about encoding (op_encode.c). `order` gets each of the model's functions once, by number. */
bool gen_read_encode(struct gen_reading *in, const char *value);
bool gen_read_say(struct gen_reading *in, const char *value);
bool gen_read_refuse(struct gen_reading *in, char **words, size_t count);
bool gen_read_permutation(struct gen_reading *in, char **words, size_t count, uint32_t **order);

#endif
