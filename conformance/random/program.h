/* SPDX-License-Identifier: MIT */
/*
 * program.h - functions made of code and CFI directives: as assembly, and as one line of text.
 *
 * One line is `nop; def_cfa_offset 16; nop`: the directives without `.cfi_`, separated by "; ". Functions are
 * separated by " | ". `nop` is the smallest instruction, `skip N` are N bytes of code.
 */
#ifndef SFC_PROGRAM_H
#define SFC_PROGRAM_H

#include "sfr.h"
#include "text.h"

enum sfc_word {
    SFC_WORD_NOP = 0,
    SFC_WORD_SKIP,           /* offset: bytes of code */
    SFC_WORD_DEF_CFA,        /* reg, offset */
    SFC_WORD_DEF_CFA_REG,    /* reg */
    SFC_WORD_DEF_CFA_OFFSET, /* offset */
    SFC_WORD_ADJUST,         /* offset: added to that of the CFA */
    SFC_WORD_OFFSET,         /* reg, offset: saved at CFA + offset */
    SFC_WORD_REL_OFFSET,     /* reg, offset: saved at the CFA's register + offset */
    SFC_WORD_VAL_OFFSET,     /* reg, offset: its value is CFA + offset */
    SFC_WORD_REGISTER,       /* reg, other: saved in another register */
    SFC_WORD_UNDEFINED,      /* reg */
    SFC_WORD_SAME_VALUE,     /* reg */
    SFC_WORD_RESTORE,        /* reg: the rule of the CIE */
    SFC_WORD_REMEMBER,       /* the state */
    SFC_WORD_RESTORE_STATE,
    SFC_WORD_NEGATE_RA_STATE, /* AArch64: RA is signed, or no longer */
    SFC_WORD_CFA_EXPRESSION,  /* other, offset: the CFA is register + offset, by an expression */
    SFC_WORD_CFA_MEMORY,      /* other, offset: the CFA is in memory at register + offset */
    SFC_WORD_EXPRESSION,      /* reg, other, offset: saved at another register + offset, by an expression */
    SFC_NUM_WORDS
};

struct sfc_statement {
    enum sfc_word op;
    uint32_t reg, other;
    int64_t offset;
};

/* Marks of a whole function. */
enum {
    SFC_MARK_SIGNAL = 1,  /* a signal frame */
    SFC_MARK_KEY_B = 2,   /* RA is signed with key B */
    SFC_MARK_SIMPLE = 4,  /* no initial rules */
    SFC_MARK_SECTION = 8, /* in a section of its own */
    SFC_MARK_COLD = 16,   /* in a second section, with others */
    SFC_NUM_MARKS = 5
};

struct sfc_body {
    struct sfc_statement *statements;
    size_t count, capacity;
    unsigned marks; /* SFC_MARK_... */
};
void sfc_body_add(struct sfc_body *body, struct sfc_statement statement);
void sfc_body_copy(struct sfc_body *to, const struct sfc_body *from);
void sfc_body_free(struct sfc_body *body);
bool sfc_body_is_same(const struct sfc_body *a, const struct sfc_body *b);

/* What programs of an ABI are made with. */
struct sfc_target {
    const char *abi; /* amd64, aarch64, s390x */
    unsigned sfr_abi;
    uint32_t sp, fp, ra;
    unsigned unit;       /* bytes of the smallest instruction */
    const char *nop;     /* that instruction */
    int64_t cfa_offset;  /* at the entry: CFA = SP + this */
    bool ra_is_on_stack; /* at the entry, at CFA - 8 */
};
/* NULL for an unknown name. */
const struct sfc_target *sfc_target_of(const char *abi);

/* Bytes of code. */
uint64_t sfc_body_size(const struct sfc_target *target, const struct sfc_body *body);

/* Adds function number `index` of a source, named "fINDEX". */
void sfc_body_write(struct sfc_buffer *out, const struct sfc_target *target, const struct sfc_body *body, size_t index);
/* Adds it as one line without a newline. */
void sfc_body_line(struct sfc_buffer *out, const struct sfc_body *body);

/* Reads functions in one line. On failure *error says what is wrong, and nothing is allocated. */
bool sfc_program_read(const char *line, struct sfc_body **bodies, size_t *count, struct sfc_error *error);
void sfc_program_free(struct sfc_body *bodies, size_t count);

/* Adds the line with the kinds of numbers instead of the numbers: registers are sp, fp, ra or other, and offsets
   differ only if another width or rule of the format may apply. */
void sfc_body_shape(struct sfc_buffer *out, const struct sfc_target *target, const struct sfc_body *body);
/* Are the words of `part`, separated by "; ", also in `whole`, in this order? */
bool sfc_shape_contains(const char *whole, const char *part);

/* The same, and where `part` has no code between directives there is none in `whole` either. A single directive has no
   code before it. */
bool sfc_shape_contains_closely(const char *whole, const char *part);

#endif
