/* SPDX-License-Identifier: MIT */
/* The scanner of the dump parser: bounded, strict, with a sticky first error. */
#include <string.h>

#include "scan.h"

void sfr_scan_fail(struct sfr_scanner *s, size_t at, const char *expected)
{
    if (sfr_scan_failed(s))
        return;
    s->expected = expected;
    s->failed_at = at;
}

bool sfr_scan_accept(struct sfr_scanner *s, const char *literal)
{
    const size_t n = strlen(literal);

    if (sfr_scan_failed(s) || n > s->len - s->pos || (n > 0 && memcmp(s->text + s->pos, literal, n) != 0))
        return false;
    s->pos += n;
    return true;
}

void sfr_scan_expect(struct sfr_scanner *s, const char *literal)
{
    if (!sfr_scan_accept(s, literal))
        sfr_scan_fail(s, s->pos, literal);
}

void sfr_scan_end_of_line(struct sfr_scanner *s)
{
    if (!sfr_scan_accept(s, "\n")) {
        sfr_scan_fail(s, s->pos, "end of line");
        return;
    }
    s->line++;
    s->line_start = s->pos;
}

unsigned sfr_scan_choice(struct sfr_scanner *s, const char *before, const char *const *words, unsigned count,
                         const char *expected)
{
    sfr_scan_expect(s, before);
    for (unsigned i = 0; i < count; i++) {
        if (sfr_scan_accept(s, words[i]))
            return i;
    }
    sfr_scan_fail(s, s->pos, expected);
    return 0;
}

/* The value of a lower-case digit, or `base` for any other byte and at the end of the text. */
static unsigned digit_at(const struct sfr_scanner *s, size_t pos, unsigned base)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = pos < s->len ? memchr(digits, s->text[pos], base) : NULL;
    return found ? (unsigned)(found - digits) : base;
}

/* Takes 1*digit without leading zeros, up to `max`. Returns false, with `pos` anywhere, if it is
   not next. */
static bool take_digits(struct sfr_scanner *s, unsigned base, uint64_t max, uint64_t *value)
{
    const size_t start = s->pos;

    *value = 0;
    for (;;) {
        const unsigned digit = digit_at(s, s->pos, base);
        if (digit == base)
            break;
        if (digit > max || *value > (max - digit) / base)
            return false;
        *value = *value * base + digit;
        s->pos++;
    }
    return s->pos > start && (s->pos == start + 1 || s->text[start] != '0');
}

static uint64_t scan_unsigned(struct sfr_scanner *s, const char *before, const char *prefix, unsigned base,
                              uint64_t max, const char *expected)
{
    sfr_scan_expect(s, before);
    const size_t start = s->pos;
    uint64_t value;

    if (sfr_scan_accept(s, prefix) && take_digits(s, base, max, &value))
        return value;
    sfr_scan_fail(s, start, expected);
    return 0;
}

uint64_t sfr_scan_nat(struct sfr_scanner *s, const char *before, uint64_t max, const char *expected)
{
    return scan_unsigned(s, before, "", 10, max, expected);
}

uint64_t sfr_scan_hex(struct sfr_scanner *s, const char *before, uint64_t max, const char *expected)
{
    return scan_unsigned(s, before, "0x", 16, max, expected);
}

/* Takes the number after a sign; after a minus it must not be 0. */
static bool take_magnitude(struct sfr_scanner *s, bool negative, int64_t *value)
{
    uint64_t magnitude;

    if (!take_digits(s, 10, (uint64_t)INT64_MAX + negative, &magnitude) || (negative && magnitude == 0))
        return false;
    *value = !negative ? (int64_t)magnitude : -(int64_t)(magnitude - 1) - 1;
    return true;
}

int64_t sfr_scan_int(struct sfr_scanner *s, const char *before, int64_t min, int64_t max, const char *expected)
{
    sfr_scan_expect(s, before);
    const size_t start = s->pos;
    const bool negative = sfr_scan_accept(s, "-");
    int64_t value = 0;

    if (!sfr_scan_failed(s) && take_magnitude(s, negative, &value) && value >= min && value <= max)
        return value;
    sfr_scan_fail(s, start, expected);
    return 0;
}

int64_t sfr_scan_signed(struct sfr_scanner *s, const char *expected)
{
    const size_t start = s->pos;
    const bool negative = sfr_scan_accept(s, "-");
    int64_t value = 0;

    if ((negative || sfr_scan_accept(s, "+")) && take_magnitude(s, negative, &value))
        return value;
    sfr_scan_fail(s, start, expected);
    return 0;
}

uint8_t sfr_scan_byte(struct sfr_scanner *s, const char *expected)
{
    const unsigned high = digit_at(s, s->pos, 16);
    const unsigned low = s->pos < s->len ? digit_at(s, s->pos + 1, 16) : 16;

    if (sfr_scan_failed(s) || high == 16 || low == 16) {
        sfr_scan_fail(s, s->pos, expected);
        return 0;
    }
    s->pos += 2;
    return (uint8_t)(high << 4 | low);
}
