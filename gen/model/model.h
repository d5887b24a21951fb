/* SPDX-License-Identifier: MIT */
/*
 * model.h - the meaning of a section, before it is bytes.
 *
 * A recipe fills a model; emit.c writes its bytes, expect.c the expected text, and doubt.c finds
 * the open questions of the format that it touches. None of them reads bytes back.
 */
#ifndef GEN_MODEL_H
#define GEN_MODEL_H

#include "names.h"

enum { GEN_MAX_WORDS = 15, GEN_AUTO = -1 };

/* How a value is found. GEN_UNSAID: the recipe gives no rule, so that of the ABI holds. */
enum gen_rule_kind {
    GEN_UNSAID = 0,
    GEN_NONE,
    GEN_SAME,
    GEN_UNDEFINED,
    GEN_REG,     /* reg + offset */
    GEN_CFA,     /* CFA + offset */
    GEN_MEM_REG, /* the 8 bytes at reg + offset */
    GEN_MEM_CFA  /* the 8 bytes at CFA + offset */
};
struct gen_rule {
    enum gen_rule_kind kind;
    uint32_t reg; /* DWARF number */
    int64_t offset;
};

struct gen_row {
    unsigned line;  /* of the recipe */
    uint32_t start; /* from the start of the function */
    struct gen_rule cfa, ra, fp;
    bool outermost; /* a row without words */
    bool mangled;
    unsigned width;   /* of a word: 1, 2 or 4; 0: the smallest that holds them all */
    int info;         /* the info byte as a whole, or GEN_AUTO */
    bool words_given; /* write words[] instead of the words of the rules */
    int64_t words[GEN_MAX_WORDS];
    unsigned num_words;
};

struct gen_func {
    unsigned line;
    int64_t at; /* from the start of the section */
    uint32_t size;
    unsigned fre_type; /* 0, 1, 2: rows start with 1, 2, 4 bytes */
    bool mask, flex, key_b, signal_p;
    bool repeated; /* a copy of the one before it, with the same rows */
    unsigned rep;
    int info, info2, padding; /* as a whole, or GEN_AUTO */
    struct gen_bytes gap;     /* unreferenced bytes before its rows */
    int share;                /* index of the function whose rows these are, or GEN_AUTO */
    struct gen_row *rows;
    uint32_t num_rows;
    size_t cap_rows;
};

/* ---- The questions whose accepting answers differ: one view of a model for each answer ---- */

/* The most answers of one question. */
enum { GEN_MAX_READINGS = 4 };

/* Which PC is looked up for the caller of a frame (AMB-100). */
enum gen_caller_pc { GEN_PC, GEN_PC_MINUS_1, GEN_PC_MINUS_1_UNLESS_SIGNAL };

/* What of a function that reaches past the last address (SFR-ADDRESS-WRAP). */
enum gen_wrap { GEN_WRAP_CUT, GEN_WRAP_END, GEN_WRAP_ROUND };

/* All zero: the answers of the reference. */
struct gen_view {
    bool block_by_pc;      /* AMB-077, AMB-078: a block counts from address 0, not from the function's start */
    bool v1_key_a;         /* AMB-047: bit 5 of a version 1 info byte means nothing */
    bool signal_ends;      /* AMB-090: a signal function without rows is outermost */
    bool fixed_fp_ignored; /* AMB-059: on s390x FP is unchanged without a word, whatever the header says */
    bool ra_zero_same;     /* AMB-060: an RA word of 0 on AArch64 leaves RA unchanged */
    bool last_lost;        /* SFR-LAST-ADDRESS: the end of a function that ends with the last address is 0 */
    bool loaded_cfa_plain; /* SFR-LOADED-CFA: the word of a CFA that is loaded is not scaled */
    enum gen_wrap wrap;
    enum gen_caller_pc caller;
};

/* Is this the view of the reference? */
bool gen_is_own_view(const struct gen_view *view);

/* One accepting answer of a question. */
struct gen_reading_answer {
    const char *policy, *name;
    bool silent; /* the section itself shows no doubt, so that only the results tell */
    struct gen_view view;
};
/* The answers of all questions, the reference's first. The last one has no policy. */
extern const struct gen_reading_answer gen_reading_answers[];

/* ---- The model ---- */

struct gen_model {
    const char *file; /* of the recipe */
    unsigned line;    /* of the recipe's first line */
    struct gen_target target;
    bool big; /* byte order of the data; a contradictory section has another than its ABI */
    uint64_t addr;
    unsigned flags;
    int64_t num_fres; /* sfh_num_fres, or GEN_AUTO: the rows of all functions */
    int fixed_fp, fixed_ra;
    struct gen_bytes aux;
    uint32_t fdeoff;        /* zero bytes between header and FDEs */
    struct gen_bytes slack; /* unreferenced bytes at the end of the FRE sub-section */
    struct gen_bytes tail;  /* after the FRE sub-section */
    struct gen_func *funcs;
    uint32_t num_funcs;
    size_t cap_funcs;
    uint32_t *order;                /* in which the functions' rows are stored; NULL: the order of the functions */
    struct gen_view view;           /* how to read it where the texts leave a choice */
    bool only_looked_up;            /* nobody reads its dump, or changes it */
    uint64_t rows_asked, gap_asked; /* by the recipe so far: rows of all functions, bytes of all gaps */
};

/* An empty model of `target`: usual flags, the ABI's fixed offsets. */
struct gen_model gen_new_model(struct gen_target target);
struct gen_func *gen_add_func(struct gen_pool *pool, struct gen_model *model, unsigned line);
struct gen_row *gen_add_row(struct gen_pool *pool, struct gen_func *func, unsigned line);

/* Where the FDE of that number starts; of the number of functions: where the FRE sub-section does. */
uint64_t gen_fde_at(const struct gen_model *model, uint32_t number);

/* sfh_num_fres. */
uint64_t gen_count_fres(const struct gen_model *model);

/* "addr1", "addr2", "addr4" as 0, 1, 2; false for another word. */
bool gen_parse_fre_type(const char *word, unsigned *type);
/* The type whose width the start of the last row needs. */
unsigned gen_smallest_fre_type(const struct gen_func *func);

/* Rules with a name, by ABI: "entry" (as the caller left it), "saved" (RA and FP on the stack, CFA
   from SP), "framed" (the same with CFA from FP), "outermost". False for another name. */
bool gen_standard_row(struct gen_target target, const char *name, struct gen_row *row);

/* The rules of a row; those of the ABI where the recipe gives none. */
struct gen_rules {
    struct gen_rule cfa, ra, fp;
};
struct gen_rules gen_effective_rules(const struct gen_model *model, const struct gen_func *func,
                                     const struct gen_row *row);

/* "sp+8", "*(cfa-16)", "r17", "same", ... as DUMP.md spells them. `is_cfa`: a register's "+0" is
   written. */
void gen_add_rule(struct gen_buf *out, const struct gen_rule *rule, enum gen_abi abi, bool is_cfa);
void gen_add_register(struct gen_buf *out, uint64_t reg, enum gen_abi abi);
/* "sp", "fp", "r12"; false for another word. */
bool gen_parse_register(const char *text, size_t len, enum gen_abi abi, uint32_t *reg);
bool gen_parse_rule(const char *text, enum gen_abi abi, struct gen_rule *rule);

/* The bytes of a function's info fields as they are stored. */
unsigned gen_func_info(const struct gen_model *model, const struct gen_func *func);
unsigned gen_func_info2(const struct gen_func *func);

/* The words of a row, in the order of its ABI and FDE type. */
struct gen_row_words {
    int64_t words[GEN_MAX_WORDS];
    bool control[GEN_MAX_WORDS]; /* an unsigned control word of a flexible FDE */
    unsigned count;
    unsigned width; /* bytes of each */
};
/* Fails if the format has no words for the rules of the row. */
/* The word of a CFA offset of s390x, which must be 160 + 8n. */
int64_t gen_s390x_cfa_word(int64_t offset);
bool gen_words_of_row(const struct gen_model *model, const struct gen_func *func, const struct gen_row *row,
                      struct gen_row_words *out, struct gen_error *error);
/* The info byte of a row; its `info` if that is explicit. */
unsigned gen_row_info(const struct gen_model *model, const struct gen_func *func, const struct gen_row *row,
                      const struct gen_row_words *words);

/* The index of the control words of RA and FP in a flexible row, and of a padding word at its end;
   -1: none. False if the words do not form pairs. */
struct gen_flex_split {
    int ra, fp, trailing;
};
bool gen_split_flex(const struct gen_row_words *words, struct gen_flex_split *split);

/* Fails, with the line of the recipe, if the model breaks the format: only a patch may do that. */
bool gen_check_model(const struct gen_model *model, struct gen_error *error);

#endif
