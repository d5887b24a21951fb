/* SPDX-License-Identifier: MIT */
/*
 * sfr_text.h - the canonical dump: text out and text in. The grammar is DUMP.md.
 */
#ifndef SFR_TEXT_H
#define SFR_TEXT_H

#include "sfr.h"
#include "sfr_encode.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Takes `len` bytes of text (no terminating NUL). Returning false ends the dump. */
typedef bool sfr_text_fn(void *ctx, const char *text, size_t len);

enum sfr_dump_options {
    SFR_DUMP_LAYOUT = 1 /* append the layout keys, from which the bytes can be made again */
};

/* Longest rule text, with its terminating NUL: "*(r4294967295-9223372036854775808)". */
#define SFR_RULE_TEXT_MAX 48

/* Writes a rule as the dump spells it ("sp+8", "*(cfa-16)", ...) and returns its length. `abi`
   decides which registers are called sp and fp. */
size_t sfr_rule_text(char text[SFR_RULE_TEXT_MAX], const struct sfr_rule *rule, unsigned abi);

/* Dumps a whole section, FDE by FDE, after the line "sframe-dump 1". Returns 0 when the whole
   section was dumped or `write` returned false. Otherwise it stops at the first fault, or with
   SFR_FAULT_SHARED_RUN_LIMIT, and returns it; the text up to there has been written. */
enum sfr_fault sfr_dump(const struct sfr_section *s, unsigned options, sfr_text_fn *write, void *ctx);

/* Write one look-up row, one frame, and the end of a trace, each with its newline. Of `hit` only
   the members that `found` says are set are read. Return false if `write` did. */
bool sfr_dump_hit(const struct sfr_section *s, uint64_t pc, enum sfr_found found, const struct sfr_hit *hit,
                  sfr_text_fn *write, void *ctx);
bool sfr_dump_frame(uint64_t index, const struct sfr_frame *frame, sfr_text_fn *write, void *ctx);
bool sfr_dump_stop(enum sfr_stop stop, sfr_text_fn *write, void *ctx);
/* A look-up row that says at its end, if one was found, whether its function is that of a signal frame: ` signal=0` or
   ` signal=1`. */
bool sfr_dump_hit_signal(const struct sfr_section *s, uint64_t pc, enum sfr_found found, const struct sfr_hit *hit,
                         sfr_text_fn *write, void *ctx);

/* Where a text is not a dump: line and column from 1, and what was expected (a static string). */
struct sfr_text_error {
    size_t line, column;
    const char *expected;
};

/* The most fde and fre lines that a dump can have: the capacities that sfr_parse() needs. */
void sfr_count_lines(const char *text, size_t len, size_t *num_fdes, size_t *num_fres);

/* The text of a dump, and the caller's arrays for its model. */
struct sfr_dump_text {
    const char *text;
    size_t len;
    enum sfr_profile profile;   /* AUTO: from the version in the text */
    uint64_t addr;              /* address of the section */
    struct sfr_model_fde *fdes; /* room for as many as sfr_count_lines() counts */
    struct sfr_model_fre *fres; /* likewise */
    uint8_t *aux;               /* room for 255 bytes */
};

/* Strict parser of a section dump, with or without layout keys: text that sfr_dump() cannot have
   written is an error. The model uses the arrays of `dump`. On an error returns false and sets
   *error. */
bool sfr_parse(const struct sfr_dump_text *dump, struct sfr_model *model, struct sfr_text_error *error);

/* Strict parser of one rule ("sp+8"), which must be the whole of text[0..len). It takes both "r17"
   and "r17+0": a dump spells RA and FP without the offset of 0 and the CFA with it, and the parser
   does not know which one it parses. */
bool sfr_parse_rule(const char *text, size_t len, unsigned abi, struct sfr_rule *rule);

#ifdef __cplusplus
}
#endif
#endif
