/* SPDX-License-Identifier: MIT */
/*
 * recipe.h - recipes: short texts that say how to make a case and what to expect
 * (recipes/README.md).
 *
 * gen_parse_recipe() splits the text into lines with their keys. gen_make_plan() then reads the
 * lines that hold for one target and one value of the recipe's variable, and says what to build.
 */
#ifndef GEN_RECIPE_H
#define GEN_RECIPE_H

#include "emit.h"
#include "model.h"
#include "patch.h"

struct gen_case;
struct gen_cases;

/* What a case asks. A section may have several questions. */
enum gen_op { GEN_DECODE, GEN_LOOKUP, GEN_UNWIND, GEN_ENCODE, GEN_MERGE, GEN_SEQUENCE, GEN_NUM_OPS };

/* One "key: value", perhaps for some targets only. */
struct gen_line {
    unsigned number;
    struct gen_select when;
    const struct gen_key *key;
    const char *value;
};

struct gen_recipe {
    const char *file; /* as in errors and in the origin of cases */
    const char *area, *name;
    struct gen_line *lines;
    size_t num_lines;
    const char *variable; /* of "vary:"; NULL if there is none */
    char **values;
    struct gen_select *values_when; /* by number of the value; NULL: all hold for every target */
    size_t num_values;              /* at least 1: without a variable there is one value, "" */
    bool has_parent;
    bool has_from;                 /* needs a case that is made before: with `from:`, `second:` or `merge:` */
    bool makes;                    /* a case */
    const struct gen_cases *cases; /* where `from:` looks; NULL: nowhere */
    bool has_for;
    struct gen_select targets; /* of "for:" */
};

/* How a plan makes cases: one as it says, or by rule (families.h). */
enum gen_family { GEN_PLAIN, GEN_TRUNCATIONS, GEN_MUTANT, GEN_STRUCK };

enum gen_verdict { GEN_ACCEPT, GEN_REJECT, GEN_POLICY };

/* A register by DWARF number, or 8 bytes of memory by address. */
struct gen_word {
    uint64_t key, value;
};
/* The value of a key; NULL: none of the words has it. */
uint64_t *gen_value_of(struct gen_word *words, size_t count, uint64_t key);
/* A stopped program. A line number is 0 if the recipe has no such line. */
struct gen_machine {
    unsigned line, mem_line, ends_line;
    bool has_pc;
    uint64_t pc;
    struct gen_word *regs, *mem;
    size_t num_regs, num_mem, cap_mem;
    uint64_t pac_mask, max; /* 0: no mask; the usual limit */
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
/* The question for an encoder. `line` 0: none. */
struct gen_encoding {
    unsigned line;
    uint32_t *order; /* of the functions in the dump, which the encoder must sort; NULL: already sorted */
    bool fit;        /* the encoder chooses the widths of row starts; the dump has `fre_type` in every function */
    unsigned fre_type;
    struct gen_say *says;
    size_t num_says;
    const char *refusal, *at; /* why it refuses, NULL: it does not; at which line of the dump, NULL: the whole */
};

/* One look-up of a sequence. */
struct gen_asked {
    uint64_t pc;
    bool relative; /* counts from the address of its section */
    bool second;   /* of the second section */
    bool damaged;  /* no reader can answer it */
};
/* Look-ups in a row. `line` 0: none. */
struct gen_sequence {
    unsigned line, second_line, damaged_line;
    struct gen_asked *asked;
    size_t count;
    const char *second; /* "area/name" of the case with the second section, or NULL */
};

/* A merge with the section of sequence.second. `line` 0: none. */
struct gen_merge {
    unsigned line;
    const char *policy; /* the open question of the merge alone, or NULL */
};

/* One more violation of a reject. */
struct gen_also {
    unsigned line;
    const char *fault;
    const char *first, *last; /* field paths; NULL: the bytes from `start` to before `end` */
    int64_t start, end;
    bool trimmed; /* without the zero bytes at both ends */
};

/* What one recipe says for one target. */
struct gen_plan {
    const struct gen_recipe *recipe;
    struct gen_error *why; /* it cannot be made: where that is told */
    struct gen_target target;
    const char *id_tail; /* "area/name", and the variable's value */
    const char *title, *clauses, *catches;
    unsigned rev;
    unsigned title_line;
    struct gen_model model;
    bool has_model;     /* a line says something about the section */
    const char *parent; /* "area/name", or NULL */
    enum gen_profile parent_profile;
    unsigned parent_line;
    struct gen_changes changes;
    struct gen_machine machine;
    struct gen_encoding encoding;
    struct gen_sequence sequence;
    struct gen_merge merge;
    struct gen_elf_plan elf;
    const char *error; /* what is wrong with the ELF file, or NULL */
    const uint64_t *pcs;
    unsigned num_pcs;
    unsigned expect_line;
    unsigned only_line; /* of "only:", 0: the section is decoded too */
    enum gen_op only;   /* the question whose case comes with the section, then */
    enum gen_verdict verdict;
    const char *fault, *policy;     /* class of a reject or doubt (may be NULL); policy id */
    const char *at_first, *at_last; /* field paths of a reject's range */
    enum gen_family family;
    uint64_t seed;                 /* of a mutant */
    const struct gen_case *source; /* whose model this is, or NULL */
    bool missing;                  /* the source does not exist for this target */
    const char *parent_open;       /* why the parent of a reject touches an open question, or NULL */
    const char *elsewhere;         /* why the range of a reject is not where its patch is, or NULL */
    const char *multi_fault;       /* what is wrong with a reject that has several faults, or NULL */
    const char *open;              /* the question on which look-ups or traces depend, or NULL */
    unsigned open_line;
    bool is_random;                    /* made by `random:` */
    const char *level, *level_because; /* of a reject, if not that of its fault; and why. NULL: that of its fault */
    struct gen_also *also;             /* more violations of a reject */
    size_t num_also;
};

/* Says what is wrong, with file and line; line 0 names the file alone. Returns false. */
#define gen_deny(plan, line, ...) gen_fail((plan)->why, (plan)->recipe->file, line, __VA_ARGS__)

/* What no recipe may say, in which line, and what it is told; line 0 names the file alone. */
struct gen_rule_of_plan {
    bool broken;
    unsigned line;
    const char *why;
};
/* Fails at the first one that is broken. */
bool gen_keeps_rules(const struct gen_plan *plan, const struct gen_rule_of_plan *rules, size_t count);

/* A line that is being read into a plan. */
struct gen_reading {
    struct gen_pool *pool;
    struct gen_plan *plan;
    const struct gen_line *line;
    const char *value; /* with the variable's value in it */
    char **words;      /* of `value`, at least one */
    size_t count;
};
/* Sets the error, with file and line. Returns false. */
#define gen_refuse(in, ...) gen_deny((in)->plan, (in)->line->number, __VA_ARGS__)

/* Reads the value of a key into the plan. Without an error of its own, the error is what the key expects. */
typedef bool gen_reader(struct gen_reading *in);
/* The same of another value than that of the line. */
bool gen_read_as(const struct gen_reading *in, gen_reader *read, const char *value);
/* Is there such a word, and is it this one? */
bool gen_word_is(const struct gen_reading *in, size_t number, const char *word);

/* A key of recipes, and the reader of its value. */
struct gen_key {
    const char *name;
    bool many; /* may be given more than once */
    /* NULL for the two keys that gen_parse_recipe() reads. */
    gen_reader *read;
    const char *expects; /* what the value is */
    size_t at;           /* in the plan, where a text, bytes, or a number of 32 bits goes */
    int64_t min, max;    /* of the number, or of the bytes */
    size_t line_at;      /* in the plan, for the number of the line; 0: it is not kept */
};
/* NULL for a name that is not a key. */
const struct gen_key *gen_find_key(const char *name, size_t len);
/* The names of all keys, for error texts. */
const char *gen_key_names(struct gen_pool *pool);

/* `path` is where the text came from, "AREA/NAME.recipe" below `prefix`. Fails at the first wrong line. */
bool gen_parse_recipe(struct gen_pool *pool, const char *prefix, const char *path, struct gen_bytes text,
                      struct gen_recipe *recipe, struct gen_error *error);

/* Fails with file and line where the recipe is not complete or contradicts itself. */
bool gen_make_plan(struct gen_pool *pool, const struct gen_recipe *recipe, const char *value, struct gen_target target,
                   struct gen_plan *plan, struct gen_error *error);

#endif
