/* SPDX-License-Identifier: MIT */
/* sframe_driver.h - asks the reader and judges its answers. Of a C library it needs vsnprintf() alone, and it uses no
   floating point. */
#ifndef SFRAME_DRIVER_H
#define SFRAME_DRIVER_H

#include "sframe_corpus.h"
#include "sframe_text.h"

/* What the driver runs in. */
struct sframe_host {
    /* Prints a line, which has no newline. */
    void (*print)(void *ctx, const char *line);
    /* Copies a section to memory that ends (at_end), or starts, where unreadable memory begins, and returns where it
       is; 0 if there is no memory. If `addr` is not 0 and the host can, it puts it there instead. Two sections can be
       placed. The function may be 0: the bytes stay where they are. */
    const uint8_t *(*place)(void *ctx, int second, int at_end, const uint8_t *bytes, size_t size, uint64_t addr);
    void *ctx;
};

/* ---- One case ---------------------------------------------------------------------------- */

enum { SFRAME_RIGHT = 0, SFRAME_WRONG, SFRAME_SKIPPED };
struct sframe_result {
    int outcome;
    int unsafe;                  /* WRONG, and breaks every level */
    const char *why;             /* WRONG or SKIPPED: "too-strict", ... */
    const char *expected, *seen; /* WRONG: the first line that differs; up to its newline; 0 if there is none */
};

/* Asks and judges a case. The result is valid until the next call. */
void sframe_judge_case(const struct sframe_host *host, const struct sframe_case *c, struct sframe_result *result);

/* What the reader says to a case: one of SFRAME_GOOD and so on, SFRAME_NOT_PLACED for want of memory, or
   SFRAME_NOT_MOVED, because the case makes no sense at the address that its bytes have. If GOOD, `text` is the answer
   as a canonical dump; it is empty for a decode, of which only the verdict is asked. */
enum { SFRAME_NOT_PLACED = -1, SFRAME_NOT_MOVED = -2 };
int sframe_ask(const struct sframe_host *host, const struct sframe_case *c, int at_end, struct sframe_text *text);

/* Compares an answer that is no refusal with a case; *result is RIGHT so far. */
void sframe_judge_text(const struct sframe_case *c, const char *seen, struct sframe_result *result);

/* ---- All cases --------------------------------------------------------------------------- */

enum { SFRAME_LEVEL_SAFE = 0, SFRAME_NUM_LEVELS = 5 };
struct sframe_totals {
    unsigned int asked[SFRAME_NUM_LEVELS], right[SFRAME_NUM_LEVELS];
    unsigned int pass, fail, above, skip; /* above: wrong, but above the level or with several faults */
};

const char *sframe_level_name(int level);
/* Does a wrong answer fail the run? `level` is the highest that counts. */
int sframe_fails(const struct sframe_case *c, const struct sframe_result *result, int level);
void sframe_count(struct sframe_totals *totals, const struct sframe_case *c, const struct sframe_result *result,
                  int level);
/* The highest level up to which every answer is right, or "none". */
const char *sframe_level_reached(const struct sframe_totals *totals);
/* Why a case is wrong or was not asked, as lines of diagnostics. */
void sframe_print_why(const struct sframe_host *host, const struct sframe_case *c, const struct sframe_result *result);
/* Which reader it is, and of which corpus the cases are. */
void sframe_print_about(const struct sframe_host *host);
void sframe_print_totals(const struct sframe_host *host, const struct sframe_totals *totals);

/* Prints KTAP for all cases, or for the one whose id is `only`, unless that is 0 or "". Returns 0 if all that was
   asked is right up to `level`; 1 if not; 2 if nothing was asked. */
int sframe_run(const struct sframe_host *host, int level, const char *only);

#endif
