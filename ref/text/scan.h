/* SPDX-License-Identifier: MIT */
/*
 * The scanner of the dump parser: literals and numbers, spelled exactly as the
 * dump spells them, from a text of any bytes.
 *
 * The scanner keeps its first failure and the place of it. After that every call
 * fails and returns 0, so a caller reads a whole line and tests once.
 */
#ifndef SFR_SCAN_H
#define SFR_SCAN_H

#include "sfr_text.h"

struct sfr_scanner {
    const char *text;
    size_t len;
    size_t pos;
    size_t line, line_start; /* number of the line at `pos`, from 1, and where it starts */
    const char *expected;    /* NULL until a call fails */
    size_t failed_at;
};

/* Keeps the first failure. `at` is in the line at `pos`. */
void sfr_scan_fail(struct sfr_scanner *s, size_t at, const char *expected);

/* Takes `literal` if it is next. */
bool sfr_scan_accept(struct sfr_scanner *s, const char *literal);
void sfr_scan_expect(struct sfr_scanner *s, const char *literal);
void sfr_scan_end_of_line(struct sfr_scanner *s);

/* `before`: a literal that must be before the value, such as its key. */

/* Takes whichever of `count` words is next and returns its index. */
unsigned sfr_scan_choice(struct sfr_scanner *s, const char *before, const char *const *words, unsigned count,
                         const char *expected);

/* nat, int, signed and hex of the grammar, up to `max` or within [min, max]. A number that is too
   large or spelled differently fails as a whole. */
uint64_t sfr_scan_nat(struct sfr_scanner *s, const char *before, uint64_t max, const char *expected);
int64_t sfr_scan_int(struct sfr_scanner *s, const char *before, int64_t min, int64_t max, const char *expected);
int64_t sfr_scan_signed(struct sfr_scanner *s, const char *expected);
uint64_t sfr_scan_hex(struct sfr_scanner *s, const char *before, uint64_t max, const char *expected);

/* Two hexadecimal digits. */
uint8_t sfr_scan_byte(struct sfr_scanner *s, const char *expected);

static inline bool sfr_scan_failed(const struct sfr_scanner *s)
{
    return s->expected != NULL;
}

#endif
