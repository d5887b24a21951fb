/* SPDX-License-Identifier: MIT */
/* How a wrong value differs from the right one: the most specific difference that fits. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cause.h"

enum { MAX_WORD = 40, MAX_BASE = 24 };

/* What a value is, by its spelling in the grammar of the dump. */
enum form { FORM_WORD, FORM_NUMBER, FORM_NONE, FORM_SAME, FORM_UNDEFINED, FORM_REGISTER, FORM_SUM, FORM_STORED };

/* For tokens, and in sentences. */
static const struct {
    const char *token, *says;
} forms[] = {
    [FORM_WORD] = { "word", "a word" },
    [FORM_NUMBER] = { "number", "a number" },
    [FORM_NONE] = { "none", "`none`" },
    [FORM_SAME] = { "same", "`same`" },
    [FORM_UNDEFINED] = { "undefined", "`undefined`" },
    [FORM_REGISTER] = { "register", "a register" },
    [FORM_SUM] = { "sum", "a sum" },
    [FORM_STORED] = { "stored", "a value in memory" },
};

struct value {
    enum form form;
    char base[MAX_BASE]; /* the register, or "cfa" */
    bool negative_register;
    uint64_t number; /* modulo 2^64 */
};

/* ---- Reading ------------------------------------------------------------------------ */

/* "-16", "8" or "0x40". */
static bool read_number(const char *text, size_t len, uint64_t *out)
{
    const bool negative = len > 0 && text[0] == '-';
    if (!negative && sfc_parse_hex(text, len, out))
        return true;
    if (!sfc_parse_decimal(text + negative, len - negative, UINT64_MAX, out))
        return false;
    *out = negative ? 0 - *out : *out;
    return true;
}

/* A register with a negative number is none of the grammar, but a reader may print it. */
static bool read_base(struct value *v, const char *text, size_t len)
{
    const bool is_named = (len == 2 && (memcmp(text, "sp", 2) == 0 || memcmp(text, "fp", 2) == 0))
                          || (len == 3 && memcmp(text, "cfa", 3) == 0);
    uint64_t number = 0;
    if (!is_named && !(len > 1 && len < MAX_BASE && text[0] == 'r' && read_number(text + 1, len - 1, &number)))
        return false;
    v->negative_register = number > INT32_MAX;
    memcpy(v->base, text, len);
    v->base[len] = '\0';
    return true;
}

/* "sp+8", "r10", "*(cfa-16)". */
static bool read_rule(struct value *v, const char *text, size_t len)
{
    const bool stored = len > 3 && memcmp(text, "*(", 2) == 0 && text[len - 1] == ')';
    const char *at = stored ? text + 2 : text, *end = stored ? text + len - 1 : text + len;
    const char *sign = at + (end - at > 2 && memcmp(at, "r-", 2) == 0 ? 2 : 0);
    while (sign < end && *sign != '+' && *sign != '-')
        sign++;
    if (!read_base(v, at, (size_t)(sign - at)))
        return false;
    v->form = stored ? FORM_STORED : sign < end ? FORM_SUM : FORM_REGISTER;
    return sign == end ? !stored
                       : read_number(sign + (*sign == '+'), (size_t)(end - sign) - (*sign == '+'), &v->number);
}

static struct value read_value(const char *text)
{
    struct value v = { .form = FORM_NUMBER };
    for (enum form f = FORM_NONE; f <= FORM_UNDEFINED; f++)
        if (strcmp(text, forms[f].token) == 0)
            v.form = f;
    if (v.form != FORM_NUMBER || read_number(text, strlen(text), &v.number) || read_rule(&v, text, strlen(text)))
        return v;
    return (struct value){ .form = FORM_WORD };
}

/* ---- Numbers -------------------------------------------------------------------------- */

static uint64_t low(uint64_t number, unsigned bits)
{
    return bits == 64 ? number : number & ((UINT64_C(1) << bits) - 1);
}

static uint64_t extend(uint64_t number, unsigned bits)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1);
    return (low(number, bits) ^ sign) - sign;
}

static bool fits(uint64_t number, unsigned bits)
{
    return number == low(number, bits) || number == extend(number, bits);
}

/* Is one the other's bits without their sign? */
static unsigned sign_width(uint64_t expected, uint64_t seen)
{
    for (unsigned bits = 8; bits < 64; bits *= 2)
        if (low(expected, bits) == low(seen, bits) && fits(expected, bits) && fits(seen, bits))
            return bits;
    return 0;
}

/* The widest cut: nothing tells a narrower one from it. The sign is not all that differs. */
static unsigned cut_width(uint64_t expected, uint64_t seen)
{
    for (unsigned bits = 32; bits >= 8; bits /= 2)
        if (fits(seen, bits) && low(expected, bits) == low(seen, bits))
            return bits;
    return 0;
}

/* How many bytes are in the other order, 0 if that is not the difference. */
static unsigned swapped_bytes(uint64_t expected, uint64_t seen)
{
    for (unsigned bits = 16; bits <= 64; bits *= 2) {
        uint64_t swapped = 0;
        if (!fits(expected, bits) || !fits(seen, bits))
            continue;
        for (unsigned at = 0; at < bits; at += 8)
            swapped |= (expected >> at & 0xff) << (bits - 8 - at);
        return swapped == low(seen, bits) ? bits / 8 : 0;
    }
    return 0;
}

const char *const sfc_differs_names[SFC_NUM_DIFFERS] = {
    "none",
    "missing-line",
    "extra-line",
    "not-shown",
    "not-in-grammar",
    "other-function",
    "other-row",
    "found-extra",
    "found-missing",
    "reject-accepts",
    "reject-rejects",
    "base-swapped",
    "negative-register",
    "other-base",
    "base-and-offset",
    "signed",
    "unsigned",
    "zero",
    "cut",
    "swapped",
    "off-by",
    "other-form",
    "other-word",
    "spelling",
    "other-end",
    "other",
};

static void set(struct sfc_change *change, enum sfc_differs_kind kind, char *token, char *says)
{
    change->kind = kind;
    change->token = token;
    change->says = says;
}

/* The kind says it all. */
static void say(struct sfc_change *change, enum sfc_differs_kind kind, const char *says)
{
    set(change, kind, sfc_copy_string(sfc_differs_names[kind]), sfc_copy_string(says));
}

static void compare_numbers(struct sfc_change *change, uint64_t expected, uint64_t seen)
{
    const uint64_t offset = seen - expected;
    const bool negative = offset >> 63;
    const uint64_t distance = negative ? 0 - offset : offset;
    unsigned width;
    if (offset == 0)
        say(change, SFC_DIFFERS_SPELLING, "is right, but in another spelling");
    else if ((width = sign_width(expected, seen)))
        set(change, seen >> 63 ? SFC_DIFFERS_SIGNED : SFC_DIFFERS_UNSIGNED,
            sfc_format("%s-%u", seen >> 63 ? "signed" : "unsigned", width),
            sfc_format("has the wrong sign: its %u bits are taken as %s number", width,
                       seen >> 63 ? "a signed" : "an unsigned"));
    else if (seen == 0)
        say(change, SFC_DIFFERS_ZERO, "is 0");
    else if ((width = cut_width(expected, seen)))
        set(change, SFC_DIFFERS_CUT, sfc_format("cut-%u", width), sfc_format("is cut to %u bits", width));
    else if ((width = swapped_bytes(expected, seen)))
        set(change, SFC_DIFFERS_SWAPPED, sfc_format("swapped-%u", width),
            sfc_format("has its %u bytes in the other order", width));
    else
        set(change, SFC_DIFFERS_OFF_BY, sfc_format("off-by-%s%" PRIu64, negative ? "minus-" : "", distance),
            sfc_format("is off by %c%" PRIu64, negative ? '-' : '+', distance));
}

/* ---- Rules and words -------------------------------------------------------------------- */

static bool is_frame_base(const struct value *v)
{
    return strcmp(v->base, "sp") == 0 || strcmp(v->base, "fp") == 0;
}

static void compare_bases(struct sfc_change *change, const struct value *e, const struct value *s)
{
    if (s->negative_register)
        say(change, SFC_DIFFERS_NEGATIVE_REGISTER, "has a negative register number");
    else if (e->number != s->number)
        say(change, SFC_DIFFERS_BASE_AND_OFFSET, "has another base and another offset");
    else if (is_frame_base(e) && is_frame_base(s))
        say(change, SFC_DIFFERS_BASE_SWAPPED, "has its base swapped: `sp` for `fp`, or `fp` for `sp`");
    else
        say(change, SFC_DIFFERS_OTHER_BASE, "has another base register");
}

/* Short and harmless in a token and in a sentence? The values come from implementations. */
static bool is_plain(const char *word)
{
    const size_t len = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789,.+-");
    return len > 0 && len <= MAX_WORD && word[len] == '\0';
}

static void compare_words(struct sfc_change *change, const char *expected, const char *seen)
{
    if (is_plain(expected) && is_plain(seen))
        set(change, SFC_DIFFERS_OTHER_WORD, sfc_format("%s-for-%s", seen, expected),
            sfc_format("is `%s`, not `%s`", seen, expected));
    else
        say(change, SFC_DIFFERS_OTHER, "has another value");
}

/* Numbers that only tell one thing from another. */
static bool is_name(const char *key)
{
    static const char names[] = "section.version fde.signal fre.mangled";
    return sfc_has_word(names, key);
}

void sfc_change_find(struct sfc_change *change, const char *key, const char *expected, const char *seen)
{
    const struct value e = read_value(expected), s = read_value(seen);
    *change = (struct sfc_change){ .token = NULL };
    if (strcmp(seen, "?") == 0)
        say(change, SFC_DIFFERS_NOT_SHOWN, "is not shown (`?`)");
    else if (strcmp(key, "pc.fde") == 0)
        say(change, SFC_DIFFERS_OTHER_FUNCTION, "is another function");
    else if (strcmp(key, "pc.fre") == 0)
        say(change, SFC_DIFFERS_OTHER_ROW, "is another row");
    else if (e.form == FORM_WORD || s.form == FORM_WORD || is_name(key))
        compare_words(change, expected, seen);
    else if (e.form != s.form)
        set(change, SFC_DIFFERS_OTHER_FORM, sfc_format("%s-for-%s", forms[s.form].token, forms[e.form].token),
            sfc_format("is %s, not %s", forms[s.form].says, forms[e.form].says));
    else if (strcmp(e.base, s.base) != 0)
        compare_bases(change, &e, &s);
    else
        compare_numbers(change, e.number, s.number);
}

void sfc_change_free(struct sfc_change *change)
{
    free(change->token);
    free(change->says);
    *change = (struct sfc_change){ .token = NULL };
}
