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

/* Writes a rule as the dump spells it ("sp+8", "*(cfa-16)", ...) and returns its length. `abi` tells
   which registers are called sp and fp. */
size_t sfr_rule_text(char text[SFR_RULE_TEXT_MAX], const struct sfr_rule *rule, unsigned abi);

/* Dumps a whole section, FDE by FDE, with the line "sframe-dump 1" first. Stops at the first fault
   and returns it (the text up to there has been written), or SFR_FAULT_SHARED_RUN_LIMIT; 0 when the
   whole section was dumped or `write` returned false. */
enum sfr_fault sfr_dump(const struct sfr_section *s, unsigned options, sfr_text_fn *write, void *ctx);

/* One look-up row, one frame, and the end of a trace, each with its newline. `hit` is read as far as
   `found` says that it is set. Return false if `write` did. */
bool sfr_dump_hit(const struct sfr_section *s, uint64_t pc, enum sfr_found found, const struct sfr_hit *hit,
                  sfr_text_fn *write, void *ctx);
bool sfr_dump_frame(size_t index, const struct sfr_frame *frame, sfr_text_fn *write, void *ctx);
bool sfr_dump_stop(enum sfr_stop stop, sfr_text_fn *write, void *ctx);

/* Where a text is not a dump: line and column from 1, and what was expected (a static string). */
struct sfr_text_error {
    size_t line, column;
    const char *expected;
};

/* How many fde and fre lines a dump has at most: the capacities sfr_parse() needs. */
void sfr_count_lines(const char *text, size_t len, uint64_t *num_fdes, uint64_t *num_fres);

/* Strict parser of a section dump, with or without layout keys: anything that sfr_dump() would not have
   written is an error. `fdes` and `fres` have room for what sfr_count_lines() says; `aux` for 255 bytes.
   model->profile is set from `profile`, or from the version if that is AUTO; model->addr to `addr`.
   Returns false and sets *error. */
bool sfr_parse(const char *text, size_t len, enum sfr_profile profile, uint64_t addr, struct sfr_model *model,
               struct sfr_model_fde *fdes, struct sfr_model_fre *fres, uint8_t *aux, struct sfr_text_error *error);

/* Strict parser of one rule ("sp+8"); the whole of text[0..len) must be one. Both "r17" and "r17+0" are: RA and FP are
   spelled without the offset of 0, the CFA with it, and what the rule is for is not known here. */
bool sfr_parse_rule(const char *text, size_t len, unsigned abi, struct sfr_rule *rule);

#ifdef __cplusplus
}
#endif
#endif
