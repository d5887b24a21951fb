/* SPDX-License-Identifier: MIT */
/*
 * Makes a canonical dump of what `readelf --sframe` and `objdump --sframe` of GNU binutils print.
 *
 * The dump says what the text says, even where that is known to be wrong; `?` stands for what it
 * does not show. Two things need care: the columns of a row are padded to ten characters but not
 * separated, so that a longer value touches the next one; and unsigned numbers are printed as
 * signed ones. A number that the section cannot hold is passed on as printed.
 *
 * It reads the text of binutils 2.40 (version 1), 2.44 (version 2) and 2.47 (versions 2 and 3). Any
 * other line is an error, so that a new kind of line in a later release is noticed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lines.h"
#include "normalise.h"

/* ---- Header ------------------------------------------------------------------ */

struct header {
    const struct sfc_hidden *hidden;
    unsigned version;
    char flags[64];
    char fixed_fp[24], fixed_ra[24];
    char num_fdes[24], num_fres[24];
};

/* Is this line "    KEY: VALUE"? */
static bool is_header_value(const struct sfc_lines *r, const char *key, const char **value, size_t *len)
{
    const char *at = r->line, *end = r->line + r->len;
    if (!sfc_skip(&at, end, "    ") || !sfc_skip(&at, end, key) || !sfc_skip(&at, end, ": ") || at == end)
        return false;
    *value = at;
    *len = (size_t)(end - at);
    return true;
}

/* The next line that is not empty must be "    KEY: VALUE". */
static bool header_value(struct sfc_lines *r, const char *key, const char **value, size_t *len)
{
    return (sfc_lines_next_filled(r) && is_header_value(r, key, value, len))
           || sfc_lines_bad(r, "not the expected line of the header");
}

static void skip_spaces(const char **at, const char *end)
{
    while (*at < end && **at == ' ')
        ++*at;
}

/* Names separated by commas, in the order of their bits. 2.47 puts each on its own line. 2.40 and 2.44
   show the last one alone: then nobody knows of those before it. */
static bool read_flags(struct sfc_lines *r, const struct sfc_hidden *hidden, char flags[64])
{
    static const struct {
        const char *name, *token;
    } known[] = {
        { "SFRAME_F_FDE_SORTED", "sorted" },
        { "SFRAME_F_FRAME_POINTER", "frame-pointer" },
        { "SFRAME_F_FDE_FUNC_START_PCREL", "pcrel" },
    };
    const char *at;
    size_t len;
    if (!header_value(r, "Flags", &at, &len))
        return false;
    const char *end = at + len;
    flags[0] = '\0';
    if (sfc_skip(&at, end, "NONE"))
        snprintf(flags, 64, "none");
    for (unsigned i = 0; i < 3 && at < end; i++)
        if (sfc_skip(&at, end, known[i].name)) {
            snprintf(flags + strlen(flags), 64 - strlen(flags), "%s%s", flags[0] ? "," : "", known[i].token);
            if (!sfc_skip(&at, end, ","))
                break;
            if (at == end && sfc_lines_next(r)) {
                at = r->line;
                end = r->line + r->len;
                skip_spaces(&at, end);
            }
        }
    if (at != end)
        return sfc_lines_bad(r, "an unknown flag");
    const bool has_earlier = strcmp(flags, "none") != 0 && strncmp(flags, known[0].token, strlen(known[0].token)) != 0;
    if (has_earlier && sfc_dump_hides(hidden, "section.flags"))
        snprintf(flags, 64, "?");
    return true;
}

/* A number of 32 bits without a sign, which is printed as if it had one. Returns its bytes in the text; 0 if it is
   none. */
static size_t read_unsigned(const char *at, const char *end, uint64_t *out)
{
    const size_t len = sfc_number_len(at, end), sign = len > 0 && *at == '-';
    if (!sfc_parse_decimal(at + sign, len - sign, sign ? (uint64_t)INT32_MAX + 1 : UINT32_MAX, out))
        return 0;
    *out = sign ? (UINT64_C(1) << 32) - *out : *out;
    return *out >> 32 ? 0 : len;
}

static bool take_count(const struct sfc_lines *r, const char *at, size_t len, char number[24])
{
    uint64_t count;
    if (read_unsigned(at, at + len, &count) != len)
        return sfc_lines_bad(r, "not a number of 32 bits");
    snprintf(number, 24, "%" PRIu64, count);
    return true;
}

static bool take_number(const struct sfc_lines *r, const char *at, size_t len, char number[24])
{
    if (sfc_number_len(at, at + len) != len || len >= 24)
        return sfc_lines_bad(r, "not a number");
    snprintf(number, 24, "%.*s", (int)len, at);
    return true;
}

/* Fixed offsets are shown unless they are 0; the text of version 1 never shows them. */
static bool read_numbers(struct sfc_lines *r, struct header *h)
{
    const struct {
        const char *key;
        char *number;
    } fixed[] = {
        { "CFA fixed FP offset", h->fixed_fp },
        { "CFA fixed RA offset", h->fixed_ra },
    };
    const char *at = r->line;
    size_t len = 0;
    bool more = sfc_lines_next_filled(r);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(fixed[i].number, 24, h->version == 1 ? "?" : "0");
        if (!more || !is_header_value(r, fixed[i].key, &at, &len))
            continue;
        if (!take_number(r, at, len, fixed[i].number))
            return false;
        more = sfc_lines_next_filled(r);
    }
    if (!more || !is_header_value(r, "Num FDEs", &at, &len))
        return sfc_lines_bad(r, "not the expected line of the header");
    return take_count(r, at, len, h->num_fdes) && header_value(r, "Num FREs", &at, &len)
           && take_count(r, at, len, h->num_fres);
}

static bool read_version(struct sfc_lines *r, unsigned *version)
{
    static const char *const names[] = { "SFRAME_VERSION_1", "SFRAME_VERSION_2", "SFRAME_VERSION_3" };
    const char *at;
    size_t len;
    if (!header_value(r, "Version", &at, &len))
        return false;
    *version = 1 + sfc_find_name(names, 3, at, len);
    return *version <= 3 || sfc_lines_bad(r, "an unknown version");
}

static bool read_header(struct sfc_lines *r, struct header *h)
{
    static const char format[] = ":     file format ";
    bool more = sfc_lines_next_filled(r);
    /* Objdump prints the kind of file first. */
    for (size_t i = 0; more && i + sizeof format - 1 < r->len; i++)
        if (memcmp(r->line + i, format, sizeof format - 1) == 0) {
            more = sfc_lines_next_filled(r);
            break;
        }
    if (!more || !sfc_lines_at(r, "Contents of the SFrame section .sframe:"))
        return sfc_lines_bad(r, "not the first line of a dump");
    if (!sfc_lines_next_filled(r) || !sfc_lines_at(r, "  Header :"))
        return sfc_lines_bad(r, "not the title of the header");
    if (!read_version(r, &h->version) || !read_flags(r, h->hidden, h->flags) || !read_numbers(r, h))
        return false;
    return (sfc_lines_next_filled(r) && sfc_lines_at(r, "  Function Index :"))
           || sfc_lines_bad(r, "not the title of the function index");
}

/* ---- Functions ---------------------------------------------------------------- */

struct function {
    uint64_t index, pc, size, num_rows;
    bool mask, key_b, has_attr, signal, flex;
    struct sfc_buffer rows; /* the fre lines, which follow the fde line that has their number */
};

/* After the size: `, attr = "SF", pauth = B key`. Each part may be missing. */
static bool read_attributes(const char **at, const char *end, struct function *f)
{
    f->has_attr = sfc_skip(at, end, ", attr = \"");
    f->signal = f->has_attr && sfc_skip(at, end, "S");
    f->flex = f->has_attr && sfc_skip(at, end, "F");
    if (f->has_attr && !sfc_skip(at, end, "\""))
        return false;
    f->key_b = sfc_skip(at, end, ", pauth = B key");
    return *at == end;
}

/* "    func idx [0]: pc = 0x1100, size = 16 bytes" with its attributes, and the titles of the
   columns. */
static bool read_function(struct sfc_lines *r, struct function *f)
{
    const char *at = r->line, *end = r->line + r->len;
    const uint64_t expected = f->index;
    if (!sfc_skip(&at, end, "    func idx ["))
        return sfc_lines_bad(r, "not the line of a function");
    const size_t len = sfc_number_len(at, end);
    if (!sfc_parse_decimal(at, len, UINT64_MAX, &f->index) || f->index != expected)
        return sfc_lines_bad(r, "not the next function");
    at += len;
    if (!sfc_skip(&at, end, "]: pc = 0x") || !sfc_read_hex(&at, end, &f->pc) || !sfc_skip(&at, end, ", size = "))
        return sfc_lines_bad(r, "not the pc of a function");
    const size_t size_len = read_unsigned(at, end, &f->size);
    at += size_len;
    if (size_len == 0 || !sfc_skip(&at, end, " bytes"))
        return sfc_lines_bad(r, "not the size of a function");
    if (!read_attributes(&at, end, f))
        return sfc_lines_bad(r, "text after the line of a function");

    if (!sfc_lines_next(r))
        return sfc_lines_bad(r, "no columns follow");
    f->mask = sfc_lines_at(r, "    STARTPC[m]      CFA       FP        RA");
    return f->mask || sfc_lines_at(r, "    STARTPC         CFA       FP        RA")
           || sfc_lines_bad(r, "not the titles of the columns");
}

/* The base of a sum: "c", "sp", "fp", or "r" and a number, which need not be that of a register. */
static bool read_base(const char **at, const char *end, char base[16])
{
    static const char *const names[] = { "sp", "fp", "c" };
    for (unsigned i = 0; i < 3; i++)
        if (sfc_skip(at, end, names[i])) {
            snprintf(base, 16, "%s", i == 2 ? "cfa" : names[i]);
            return true;
        }
    const char *start = *at;
    if (!sfc_skip(at, end, "r"))
        return false;
    const size_t len = sfc_number_len(*at, end);
    *at += len;
    snprintf(base, 16, "%.*s", (int)(*at - start), start);
    return len > 0 && len < 12;
}

/* "+8", "-8" and, in the CFA column, "+-8". */
static bool read_sum(const char **at, const char *end, char sum[24])
{
    const bool plus = sfc_skip(at, end, "+");
    const size_t len = sfc_number_len(*at, end);
    if (len == 0 || len > 20 || (!plus && **at != '-'))
        return false;
    snprintf(sum, 24, "%s%.*s", **at == '-' ? "" : "+", (int)len, *at);
    *at += len;
    return true;
}

/* "(r10+8)" of a flexible row: what is stored at the sum. */
static bool read_loaded(const char **at, const char *end, char rule[48])
{
    char base[16], sum[24];
    if (!sfc_skip(at, end, "(") || !read_base(at, end, base) || !read_sum(at, end, sum) || !sfc_skip(at, end, ")"))
        return false;
    snprintf(rule, 48, "*(%s%s)", base, sum);
    return true;
}

static bool read_cfa(const char **at, const char *end, char rule[48])
{
    char base[16], sum[24];
    if (*at < end && **at == '(')
        return read_loaded(at, end, rule);
    if (!read_base(at, end, base) || !read_sum(at, end, sum))
        return false;
    /* "c+8" is a CFA without a register, for which the grammar has no words. */
    if (strcmp(base, "cfa") != 0)
        snprintf(rule, 48, "%s%s", base, sum);
    return true;
}

/* "r14" of an s390x row that is not flexible: the register that holds the value. */
static void name_register(const char *base, char rule[48])
{
    snprintf(rule, 48, "%s", strcmp(base, "r11") == 0 ? "fp" : strcmp(base, "r15") == 0 ? "sp" : base);
}

/* A letter that is not the start of a longer word, such as the "f" of "fp-8". */
static bool skip_letter(const char **at, const char *end, char letter)
{
    if (*at == end || **at != letter || (end - *at > 1 && (*at)[1] != ' ' && (*at)[1] != '['))
        return false;
    ++*at;
    return true;
}

/* For an ABI whose RA is at the fixed offset, 2.40 shows `u` in all rows, which elsewhere stands for `same`: its
   source says "if an ABI does not track RA offset, display a 'u'". */
static bool is_fixed_or_same(const struct header *h, const char *at, const char *end)
{
    return h->version == 1 && skip_letter(&at, end, 'u') && sfc_dump_hides(h->hidden, "fre.ra");
}

/* The place of FP or RA. "u": unchanged, without a data word. "U": a padding word for RA. "f":
   the fixed offset of the header. "c-16" is a slot, in a flexible row too: the text does not
   distinguish the slot from the sum. */
static bool read_place(const char **at, const char *end, const char *fixed, char rule[48])
{
    char base[16], sum[24];
    const bool has_fixed = fixed && strcmp(fixed, "0") != 0 && strcmp(fixed, "?") != 0;
    if (has_fixed && (skip_letter(at, end, 'f') || skip_letter(at, end, 'U'))) {
        snprintf(rule, 48, "*(cfa%s%s)", *fixed == '-' ? "" : "+", fixed);
        return true;
    }
    if (sfc_skip(at, end, "u") || (fixed && skip_letter(at, end, 'U'))) {
        snprintf(rule, 48, "same");
        return true;
    }
    if (*at < end && **at == '(')
        return read_loaded(at, end, rule);
    if (!read_base(at, end, base))
        return false;
    if (base[0] == 'r' && (*at == end || (**at != '+' && **at != '-'))) {
        name_register(base, rule);
        return true;
    }
    if (!read_sum(at, end, sum))
        return false;
    if (strcmp(base, "cfa") == 0)
        snprintf(rule, 48, "*(cfa%s)", sum);
    else
        snprintf(rule, 48, "%s%s", base, strcmp(sum, "+0") == 0 ? "" : sum);
    return true;
}

/* "    0000000000001104  sp+16     c-16      u[s]", or "    0000000000001104  RA undefined"
   without the columns; nor is there a place for a mangled RA. */
static bool read_row(struct sfc_lines *r, const struct header *h, struct function *f)
{
    const char *at = r->line, *end = r->line + r->len;
    char cfa[48] = "none", fp[48] = "none", ra[48] = "undefined";
    const char *mangled = sfc_dump_hides(h->hidden, "fre.mangled") ? "?" : "0";
    uint64_t pc;
    bool good = true;
    if (!sfc_skip(&at, end, "    ") || !sfc_read_hex(&at, end, &pc) || at - r->line != 20 || !sfc_skip(&at, end, "  "))
        return sfc_lines_bad(r, "not a row");
    if (!sfc_skip(&at, end, "RA undefined")) {
        good = read_cfa(&at, end, cfa);
        skip_spaces(&at, end);
        good = good && read_place(&at, end, NULL, fp);
        skip_spaces(&at, end);
        const bool is_unknown = good && is_fixed_or_same(h, at, end);
        good = good && read_place(&at, end, h->fixed_ra, ra);
        if (is_unknown)
            snprintf(ra, sizeof ra, "?");
        mangled = sfc_skip(&at, end, "[s]") ? "1" : "0";
    }
    if (!good || at != end)
        return sfc_lines_bad(r, "not the columns of a row");
    /* Rows of a PCMASK function show the offset in the block, all others an address. */
    sfc_buffer_printf(&f->rows, "fre %" PRIu64 ".%" PRIu64 " at=0x%" PRIx64 " cfa=%s ra=%s fp=%s mangled=%s\n",
                      f->index, f->num_rows, f->mask ? pc : pc - f->pc, cfa, ra, fp, mangled);
    f->num_rows++;
    return true;
}

/* The attributes of version 3 are shown only if they are set; for earlier versions the text
   shows nothing. */
static void add_function(const struct header *h, const struct function *f, struct sfc_buffer *dump)
{
    const bool known = f->has_attr || h->version == 3;
    sfc_buffer_printf(dump,
                      "fde %" PRIu64 " start=0x%" PRIx64 " size=0x%" PRIx64
                      " pc=%s fre=? type=%s key=%s signal=%s rep=? fres=%" PRIu64 "\n",
                      f->index, f->pc, f->size, f->mask ? "mask" : "inc",
                      !known    ? "?"
                      : f->flex ? "flex"
                                : "default",
                      f->key_b ? "b" : "a",
                      !known      ? "?"
                      : f->signal ? "1"
                                  : "0",
                      f->num_rows);
    sfc_buffer_add(dump, sfc_buffer_text(&f->rows), f->rows.len);
}

static bool read_functions(struct sfc_lines *r, const struct header *h, struct sfc_buffer *dump)
{
    struct function f = { 0 };
    bool good = true, more = sfc_lines_next_filled(r);
    for (; good && more; f.index++) {
        f.num_rows = 0;
        sfc_buffer_clear(&f.rows);
        good = read_function(r, &f);
        while (good && (more = sfc_lines_next(r)) && r->len > 0)
            good = read_row(r, h, &f);
        add_function(h, &f, dump);
        more = good && more && sfc_lines_next_filled(r);
    }
    sfc_buffer_free(&f.rows);
    return good;
}

bool sfc_normalise_readelf(enum sfc_op op, const struct sfc_hidden *hidden, const char *text, size_t len,
                           struct sfc_buffer *dump, struct sfc_error *error)
{
    struct sfc_lines r = { .text = text, .left = len, .line = "", .error = error };
    struct header h = { .hidden = hidden };
    if (op != SFC_OP_DECODE)
        return sfc_fail(error, "this text has no look-ups");
    if (len > 0 && text[len - 1] != '\n')
        return sfc_fail(error, "the text is cut: its last line has no end");
    if (!read_header(&r, &h))
        return false;
    sfc_buffer_printf(
        dump,
        "sframe-dump 1\n"
        "section version=%u endian=? abi=? flags=%s fixed-fp=%s fixed-ra=%s aux=? fdes=%s fres=%s fre-len=?\n",
        h.version, h.flags, h.fixed_fp, h.fixed_ra, h.num_fdes, h.num_fres);
    return read_functions(&r, &h, dump);
}
