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
#define _GNU_SOURCE
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
    char fixed_fp[SFC_NUMBER_TEXT], fixed_ra[SFC_NUMBER_TEXT];
    uint64_t num_fdes, num_fres;
};

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
    if (!sfc_lines_expect(r, "    Flags: %*"))
        return false;
    const char *at = r->line + strlen("    Flags: "), *end = r->line + r->len;
    flags[0] = '\0';
    if (sfc_scan(&at, end, "NONE"))
        snprintf(flags, 64, "none");
    for (unsigned i = 0; i < 3 && at < end; i++)
        if (sfc_scan(&at, end, known[i].name)) {
            snprintf(flags + strlen(flags), 64 - strlen(flags), "%s%s", flags[0] ? "," : "", known[i].token);
            if (!sfc_scan(&at, end, ","))
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

/* Fixed offsets are shown unless they are 0; the text of version 1 never shows them. */
static bool read_numbers(struct sfc_lines *r, struct header *h)
{
    const struct {
        const char *line, *pattern;
        char *number;
    } fixed[] = {
        { "    CFA fixed FP offset: %*", "    CFA fixed FP offset: %d", h->fixed_fp },
        { "    CFA fixed RA offset: %*", "    CFA fixed RA offset: %d", h->fixed_ra },
    };
    bool more = sfc_lines_next_filled(r);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(fixed[i].number, SFC_NUMBER_TEXT, "%s", h->version == 1 ? "?" : "0");
        if (!more || !sfc_lines_are(r, fixed[i].line))
            continue;
        if (!sfc_lines_are(r, fixed[i].pattern, fixed[i].number))
            return sfc_lines_bad(r, "not a number");
        more = sfc_lines_next_filled(r);
    }
    if (!more || !sfc_lines_are(r, "    Num FDEs: %*"))
        return sfc_lines_bad(r, r->wrong);
    return (sfc_lines_are(r, "    Num FDEs: %u", &h->num_fdes) || sfc_lines_bad(r, "not a number of 32 bits"))
           && sfc_lines_expect(r, "    Num FREs: %*")
           && (sfc_lines_are(r, "    Num FREs: %u", &h->num_fres) || sfc_lines_bad(r, "not a number of 32 bits"));
}

static bool read_header(struct sfc_lines *r, struct header *h)
{
    static const char title[] = "Contents of the SFrame section .sframe:";
    uint64_t version = 0;
    bool more = sfc_lines_next_filled(r);
    /* Objdump prints the name and kind of the file first. */
    if (more && memmem(r->line, r->len, ":     file format ", 18))
        more = sfc_lines_next_filled(r);
    if (!more || !sfc_lines_are(r, title))
        return sfc_lines_bad(r, "not the first line of a dump");
    if (!sfc_lines_expect(r, "  Header :") || !sfc_lines_expect(r, "    Version: %*"))
        return false;
    if (!sfc_lines_are(r, "    Version: SFRAME_VERSION_%u", &version) || version < 1 || version > 3)
        return sfc_lines_bad(r, "an unknown version");
    h->version = (unsigned)version;
    return read_flags(r, h->hidden, h->flags) && read_numbers(r, h) && sfc_lines_expect(r, "  Function Index :");
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
    f->has_attr = sfc_scan(at, end, ", attr = \"");
    f->signal = f->has_attr && sfc_scan(at, end, "S");
    f->flex = f->has_attr && sfc_scan(at, end, "F");
    if (f->has_attr && !sfc_scan(at, end, "\""))
        return false;
    f->key_b = sfc_scan(at, end, ", pauth = B key");
    return *at == end;
}

/* "    func idx [0]: pc = 0x1100, size = 16 bytes" with its attributes, and the titles of the
   columns. */
static bool read_function(struct sfc_lines *r, struct function *f)
{
    const char *at = r->line, *end = r->line + r->len;
    uint64_t index = 0;
    if (!sfc_scan(&at, end, "    func idx ["))
        return sfc_lines_bad(r, "not the line of a function");
    if (!sfc_scan(&at, end, "%u]", &index) || index != f->index)
        return sfc_lines_bad(r, "not the next function");
    if (!sfc_scan(&at, end, ": pc = 0x%x, size = ", &f->pc))
        return sfc_lines_bad(r, "not the pc of a function");
    if (!sfc_scan(&at, end, "%u bytes", &f->size))
        return sfc_lines_bad(r, "not the size of a function");
    if (!read_attributes(&at, end, f))
        return sfc_lines_bad(r, "text after the line of a function");

    if (!sfc_lines_next(r))
        return sfc_lines_bad(r, "no columns follow");
    f->mask = sfc_lines_are(r, "    STARTPC[m]      CFA       FP        RA");
    return f->mask || sfc_lines_are(r, "    STARTPC         CFA       FP        RA")
           || sfc_lines_bad(r, "not the titles of the columns");
}

enum { RULE_TEXT = 80 };

/* The base of a sum: "c", "sp", "fp", or "r" and a number, which need not be that of a register. */
static bool read_base(const char **at, const char *end, char base[32])
{
    static const char *const names[] = { "sp", "fp", "c" };
    for (unsigned i = 0; i < 3; i++)
        if (sfc_scan(at, end, names[i])) {
            snprintf(base, 32, "%s", i == 2 ? "cfa" : names[i]);
            return true;
        }
    base[0] = 'r';
    return sfc_scan(at, end, "r%d", base + 1);
}

/* "+8", "-8" and, in the CFA column, "+-8". */
static bool read_sum(const char **at, const char *end, char sum[32])
{
    sum[0] = '+';
    const bool plus = sfc_scan(at, end, "+");
    if (!sfc_scan(at, end, "%d", sum + 1) || (!plus && sum[1] != '-'))
        return false;
    if (sum[1] == '-')
        memmove(sum, sum + 1, strlen(sum));
    return true;
}

/* "(r10+8)" of a flexible row: what is stored at the sum. */
static bool read_loaded(const char **at, const char *end, char rule[RULE_TEXT])
{
    char base[32], sum[32];
    if (!sfc_scan(at, end, "(") || !read_base(at, end, base) || !read_sum(at, end, sum) || !sfc_scan(at, end, ")"))
        return false;
    snprintf(rule, RULE_TEXT, "*(%s%s)", base, sum);
    return true;
}

static bool read_cfa(const char **at, const char *end, char rule[RULE_TEXT])
{
    char base[32], sum[32];
    if (*at < end && **at == '(')
        return read_loaded(at, end, rule);
    if (!read_base(at, end, base) || !read_sum(at, end, sum))
        return false;
    /* "c+8" is a CFA without a register, for which the grammar has no words. */
    if (strcmp(base, "cfa") != 0)
        snprintf(rule, RULE_TEXT, "%s%s", base, sum);
    return true;
}

/* "r14" of an s390x row that is not flexible: the register that holds the value. */
static void name_register(const char *base, char rule[RULE_TEXT])
{
    snprintf(rule, RULE_TEXT, "%s", strcmp(base, "r11") == 0 ? "fp" : strcmp(base, "r15") == 0 ? "sp" : base);
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
static bool read_place(const char **at, const char *end, const char *fixed, char rule[RULE_TEXT])
{
    char base[32], sum[32];
    const bool has_fixed = fixed && strcmp(fixed, "0") != 0 && strcmp(fixed, "?") != 0;
    if (has_fixed && (skip_letter(at, end, 'f') || skip_letter(at, end, 'U'))) {
        snprintf(rule, RULE_TEXT, "*(cfa%s%s)", *fixed == '-' ? "" : "+", fixed);
        return true;
    }
    if (sfc_scan(at, end, "u") || (fixed && skip_letter(at, end, 'U'))) {
        snprintf(rule, RULE_TEXT, "same");
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
        snprintf(rule, RULE_TEXT, "*(cfa%s)", sum);
    else
        snprintf(rule, RULE_TEXT, "%s%s", base, strcmp(sum, "+0") == 0 ? "" : sum);
    return true;
}

/* "    0000000000001104  sp+16     c-16      u[s]", or "    0000000000001104  RA undefined"
   without the columns; nor is there a place for a mangled RA. */
static bool read_row(struct sfc_lines *r, const struct header *h, struct function *f)
{
    const char *at = r->line, *end = r->line + r->len;
    char cfa[RULE_TEXT] = "none", fp[RULE_TEXT] = "none", ra[RULE_TEXT] = "undefined";
    const char *mangled = sfc_dump_hides(h->hidden, "fre.mangled") ? "?" : "0";
    uint64_t pc;
    bool good = true;
    if (!sfc_scan(&at, end, "    %x  ", &pc) || at - r->line != 22)
        return sfc_lines_bad(r, "not a row");
    if (!sfc_scan(&at, end, "RA undefined")) {
        good = read_cfa(&at, end, cfa);
        skip_spaces(&at, end);
        good = good && read_place(&at, end, NULL, fp);
        skip_spaces(&at, end);
        const bool is_unknown = good && is_fixed_or_same(h, at, end);
        good = good && read_place(&at, end, h->fixed_ra, ra);
        if (is_unknown)
            snprintf(ra, sizeof ra, "?");
        mangled = sfc_scan(&at, end, "[s]") ? "1" : "0";
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
    struct sfc_lines r = {
        .text = text, .left = len, .line = "", .error = error, .wrong = "not the expected line of the header"
    };
    struct header h = { .hidden = hidden };
    if (op != SFC_OP_DECODE)
        return sfc_fail(error, "this text has no look-ups");
    if (len > 0 && text[len - 1] != '\n')
        return sfc_fail(error, "the text is cut: its last line has no end");
    if (!read_header(&r, &h))
        return false;
    sfc_buffer_printf(dump,
                      "sframe-dump 1\n"
                      "section version=%u endian=? abi=? flags=%s fixed-fp=%s fixed-ra=%s aux=? fdes=%" PRIu64
                      " fres=%" PRIu64 " fre-len=?\n",
                      h.version, h.flags, h.fixed_fp, h.fixed_ra, h.num_fdes, h.num_fres);
    return read_functions(&r, &h, dump);
}
