/* SPDX-License-Identifier: MIT */
/*
 * What `readelf --sframe` of GNU binutils prints (objdump the same), as a canonical dump.
 *
 * The text is taken at its word, also where it is known to be wrong. What it does not show is `?`. Two things need
 * care: the columns of a row are padded to ten characters but not separated, so that a longer value touches the next
 * one; and numbers that are unsigned in the section are printed as signed ones. A number that cannot be what the
 * section holds is passed on as printed.
 *
 * Only what binutils 2.40 writes is understood: version 1. Any other line is an error, so that a new kind of line of a
 * later release is noticed, not skipped.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "normalise.h"

struct reader {
    const char *text;
    size_t left;
    unsigned number;           /* of the line that was read last */
    const char *line;
    size_t len;
    struct sfr_error *error;
};

static bool bad(const struct reader *r, const char *what)
{
    return sfr_fail(r->error, "line %u of the text: %s: \"%.*s\"", r->number, what, (int)(r->len < 80 ? r->len : 80),
                    r->line);
}

/* The next line without the spaces at its end; false at the end of the text. */
static bool read_line(struct reader *r)
{
    if (r->left == 0)
        return false;
    const char *newline = memchr(r->text, '\n', r->left);
    const size_t whole = newline ? (size_t)(newline - r->text) + 1 : r->left;
    r->number++;
    r->line = r->text;
    r->len = newline ? whole - 1 : whole;
    while (r->len > 0 && r->line[r->len - 1] == ' ')
        r->len--;
    r->text += whole;
    r->left -= whole;
    return true;
}

/* The next line that is not empty. */
static bool read_filled_line(struct reader *r)
{
    bool more;
    while ((more = read_line(r)) && r->len == 0)
        ;
    return more;
}

/* If [*at, end) starts with `word`, moves behind it. */
static bool skip(const char **at, const char *end, const char *word)
{
    const size_t len = strlen(word);
    if ((size_t)(end - *at) < len || memcmp(*at, word, len) != 0)
        return false;
    *at += len;
    return true;
}

static bool line_is(const struct reader *r, const char *line)
{
    return r->len == strlen(line) && memcmp(r->line, line, r->len) == 0;
}

/* "-"? digits; the length of the number, 0 if there is none. */
static size_t number_len(const char *at, const char *end)
{
    size_t len = at < end && *at == '-';
    const size_t sign = len;
    while (len < (size_t)(end - at) && at[len] >= '0' && at[len] <= '9')
        len++;
    return len > sign ? len : 0;
}

static bool read_hex(const char **at, const char *end, uint64_t *value)
{
    static const char digits[] = "0123456789abcdef";
    const char *start = *at, *digit;
    uint64_t v = 0;
    while (*at < end && **at != '\0' && (digit = strchr(digits, **at)) && *at - start < 16) {
        v = v << 4 | (uint64_t)(digit - digits);
        ++*at;
    }
    *value = v;
    return *at > start;
}

/* ---- Header ------------------------------------------------------------------ */

struct header {
    char flags[64];
    char num_fdes[24], num_fres[24];
};

/* The next line that is not empty must be "    KEY: VALUE". */
static bool header_value(struct reader *r, const char *key, const char **value, size_t *len)
{
    const bool more = read_filled_line(r);
    const char *at = r->line, *end = r->line + r->len;
    if (!more || !skip(&at, end, "    ") || !skip(&at, end, key) || !skip(&at, end, ": ") || at == end)
        return bad(r, "not the line of the header that must come here");
    *value = at;
    *len = (size_t)(end - at);
    return true;
}

/* Names with commas, in the order of their bits. The dump of 2.40 has at most one, whatever the section says. */
static bool read_flags(struct reader *r, char flags[64])
{
    static const struct { const char *name, *token; } known[] = {
        { "SFRAME_F_FDE_SORTED", "sorted" }, { "SFRAME_F_FRAME_POINTER", "frame-pointer" },
    };
    const char *at;
    size_t len;
    if (!header_value(r, "Flags", &at, &len))
        return false;
    const char *end = at + len;
    flags[0] = '\0';
    if (skip(&at, end, "NONE"))
        snprintf(flags, 64, "none");
    for (unsigned i = 0; i < 2 && at < end; i++)
        if (skip(&at, end, known[i].name)) {
            snprintf(flags + strlen(flags), 64 - strlen(flags), "%s%s", flags[0] ? "," : "", known[i].token);
            if (at < end && !skip(&at, end, ","))
                break;
        }
    return at == end || bad(r, "flags that are not known");
}

static bool read_count(struct reader *r, const char *key, char count[24])
{
    const char *at;
    size_t len;
    if (!header_value(r, key, &at, &len))
        return false;
    if (number_len(at, at + len) != len || len >= 24)
        return bad(r, "not a number");
    snprintf(count, 24, "%.*s", (int)len, at);
    return true;
}

static bool read_header(struct reader *r, struct header *h)
{
    const char *at;
    size_t len;
    if (!read_filled_line(r) || !line_is(r, "Contents of the SFrame section .sframe:"))
        return bad(r, "not the first line of a dump");
    if (!read_filled_line(r) || !line_is(r, "  Header :"))
        return bad(r, "not the title of the header");
    if (!header_value(r, "Version", &at, &len))
        return false;
    if (len != strlen("SFRAME_VERSION_1") || memcmp(at, "SFRAME_VERSION_1", len) != 0)
        return bad(r, "only the text for version 1 is understood");
    if (!read_flags(r, h->flags) || !read_count(r, "Num FDEs", h->num_fdes) || !read_count(r, "Num FREs", h->num_fres))
        return false;
    return (read_filled_line(r) && line_is(r, "  Function Index :")) || bad(r, "not the title of the function index");
}

/* ---- Functions ---------------------------------------------------------------- */

struct function {
    uint64_t index, pc, num_rows;
    char size[24];
    bool mask, key_b;
    struct sfr_buffer rows;    /* the fre lines, which come before their number is known */
};

/* A size, which is printed as a signed number: a negative one stays as it is. */
static bool read_size(const char **at, const char *end, char size[24])
{
    const size_t len = number_len(*at, end);
    uint64_t value;
    if (len == 0 || len >= 24)
        return false;
    if (**at == '-')
        snprintf(size, 24, "%.*s", (int)len, *at);
    else if (sfr_parse_decimal(*at, len, UINT64_MAX, &value))
        snprintf(size, 24, "0x%" PRIx64, value);
    else
        return false;
    *at += len;
    return true;
}

/* "    func idx [0]: pc = 0x1100, size = 16 bytes, pauth = B key" and the titles of the columns. */
static bool read_function(struct reader *r, struct function *f)
{
    const char *at = r->line, *end = r->line + r->len;
    const uint64_t expected = f->index;
    if (!skip(&at, end, "    func idx ["))
        return bad(r, "not the line of a function");
    const size_t len = number_len(at, end);
    if (!sfr_parse_decimal(at, len, UINT64_MAX, &f->index) || f->index != expected)
        return bad(r, "a function whose turn it is not");
    at += len;
    if (!skip(&at, end, "]: pc = 0x") || !read_hex(&at, end, &f->pc) || !skip(&at, end, ", size = ")
        || !read_size(&at, end, f->size) || !skip(&at, end, " bytes"))
        return bad(r, "not pc and size of a function");
    f->key_b = skip(&at, end, ", pauth = B key");
    if (at != end)
        return bad(r, "something behind the line of a function");

    if (!read_line(r))
        return bad(r, "no columns follow");
    f->mask = line_is(r, "    STARTPC[m]      CFA       FP        RA");
    return f->mask || line_is(r, "    STARTPC         CFA       FP        RA")
        || bad(r, "not the titles of the columns");
}

/* "sp+-8" becomes "sp-8". */
static bool read_cfa(const char **at, const char *end, char rule[40])
{
    if (!skip(at, end, "sp+") && !skip(at, end, "fp+"))
        return false;
    const char *base = *at - 3;
    const size_t len = number_len(*at, end);
    if (len == 0 || len > 20)
        return false;
    snprintf(rule, 40, "%.2s%s%.*s", base, **at == '-' ? "" : "+", (int)len, *at);
    *at += len;
    return true;
}

/* "c-16" is a slot, "u" an untouched register: in this text it stands for any value that no FRE word gives. */
static bool read_place(const char **at, const char *end, char rule[40])
{
    if (skip(at, end, "u")) {
        snprintf(rule, 40, "same");
        return true;
    }
    if (!skip(at, end, "c") || *at == end || (**at != '+' && **at != '-'))
        return false;
    const size_t sign = **at == '+', len = number_len(*at + sign, end);
    if (len == 0 || len > 20)
        return false;
    snprintf(rule, 40, "*(cfa%.*s)", (int)(len + sign), *at);
    *at += len + sign;
    return true;
}

static void skip_spaces(const char **at, const char *end)
{
    while (*at < end && **at == ' ')
        ++*at;
}

/* "    0000000000001104  sp+16     c-16      u[s]" */
static bool read_row(struct reader *r, struct function *f)
{
    const char *at = r->line, *end = r->line + r->len;
    char cfa[40], fp[40], ra[40];
    uint64_t pc;
    if (!skip(&at, end, "    ") || !read_hex(&at, end, &pc) || at - r->line != 20 || !skip(&at, end, "  "))
        return bad(r, "not a row");
    bool good = read_cfa(&at, end, cfa);
    skip_spaces(&at, end);
    good = good && read_place(&at, end, fp);
    skip_spaces(&at, end);
    good = good && read_place(&at, end, ra);
    const bool mangled = skip(&at, end, "[s]");
    if (!good || at != end)
        return bad(r, "not the columns of a row");
    /* Rows of a PCMASK function show their start within the block, all others an address. */
    sfr_buffer_printf(&f->rows, "fre %" PRIu64 ".%" PRIu64 " at=0x%" PRIx64 " cfa=%s ra=%s fp=%s mangled=%d\n",
                      f->index, f->num_rows, f->mask ? pc : pc - f->pc, cfa, ra, fp, mangled);
    f->num_rows++;
    return true;
}

static bool read_functions(struct reader *r, struct sfr_buffer *dump)
{
    struct function f = { 0 };
    bool good = true, more = read_filled_line(r);
    for (; good && more; f.index++) {
        f.num_rows = 0;
        f.rows.len = 0;
        good = read_function(r, &f);
        while (good && (more = read_line(r)) && r->len > 0)
            good = read_row(r, &f);
        sfr_buffer_printf(dump,
                          "fde %" PRIu64 " start=0x%" PRIx64
                          " size=%s pc=%s fre=? type=? key=%s signal=? rep=? fres=%" PRIu64 "\n",
                          f.index, f.pc, f.size, f.mask ? "mask" : "inc", f.key_b ? "b" : "a", f.num_rows);
        sfr_buffer_add(dump, sfr_buffer_text(&f.rows), f.rows.len);
        more = good && more && read_filled_line(r);
    }
    sfr_buffer_free(&f.rows);
    return good;
}

bool sfr_normalise_readelf(enum sfr_op op, const char *text, size_t len, struct sfr_buffer *dump,
                           struct sfr_error *error)
{
    struct reader r = { .text = text, .left = len, .line = "", .error = error };
    struct header h;
    if (op != SFR_OP_DECODE)
        return sfr_fail(error, "this text has no look-ups");
    if (len > 0 && text[len - 1] != '\n')
        return sfr_fail(error, "the text is cut: its last line has no end");
    if (!read_header(&r, &h))
        return false;
    sfr_buffer_printf(
        dump,
        "sframe-dump 1\n"
        "section version=1 endian=? abi=? flags=%s fixed-fp=? fixed-ra=? aux=? fdes=%s fres=%s fre-len=?\n",
        h.flags, h.num_fdes, h.num_fres);
    return read_functions(&r, dump);
}
