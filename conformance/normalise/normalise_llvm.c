/* SPDX-License-Identifier: MIT */
/*
 * Makes a canonical dump of what `llvm-readobj --sframe` prints.
 *
 * The text is a tree of "Key: value" lines, groups in braces and lists in brackets. Keys must come
 * in the order in which LLVM 22 prints them, so that a new key is noticed. The offsets of a row are
 * shown as stored, without their meaning: the CFA is the base register plus "CFA Offset"; "RA
 * Offset" and "FP Offset" are slots relative to the CFA. A row without any of the three has no data
 * words. A dump has no place for "Extra Offsets"; their row is marked `extra=N`.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lines.h"
#include "normalise.h"

enum { MAX_VALUE = 32 };

/* Moves to the next line and cuts its indentation. */
static bool next_line(struct sfc_lines *l)
{
    if (!sfc_lines_next_filled(l))
        return false;
    while (l->len > 0 && *l->line == ' ') {
        l->line++;
        l->len--;
    }
    return true;
}

static bool expect_line(struct sfc_lines *l, const char *line)
{
    return (next_line(l) && sfc_lines_at(l, line)) || sfc_lines_bad(l, "not the expected line");
}

/* Is this line "KEY: VALUE"? */
static bool is_value(const struct sfc_lines *l, const char *key, const char **value, size_t *len)
{
    const char *at = l->line, *end = l->line + l->len;
    if (!sfc_skip(&at, end, key) || !sfc_skip(&at, end, ": ") || at == end)
        return false;
    *value = at;
    *len = (size_t)(end - at);
    return true;
}

static bool expect_value(struct sfc_lines *l, const char *key, const char **value, size_t *len)
{
    return (next_line(l) && is_value(l, key, value, len)) || sfc_lines_bad(l, "not the expected key");
}

static bool skip_value(struct sfc_lines *l, const char *key)
{
    const char *value;
    size_t len;
    return expect_value(l, key, &value, &len);
}

/* Copies the decimal number of this line as it is. */
static bool take_decimal(const struct sfc_lines *l, const char *key, char out[MAX_VALUE])
{
    const char *value;
    size_t len;
    if (!is_value(l, key, &value, &len) || len >= MAX_VALUE || sfc_number_len(value, value + len) != len)
        return false;
    snprintf(out, MAX_VALUE, "%.*s", (int)len, value);
    return true;
}

static bool expect_decimal(struct sfc_lines *l, const char *key, char out[MAX_VALUE])
{
    return (next_line(l) && take_decimal(l, key, out)) || sfc_lines_bad(l, "not the expected number");
}

static bool expect_hex(struct sfc_lines *l, const char *key, uint64_t *out)
{
    const char *at;
    size_t len;
    if (!expect_value(l, key, &at, &len))
        return false;
    const char *end = at + len;
    return (sfc_skip(&at, end, "0x") && sfc_read_hex(&at, end, out) && at == end)
           || sfc_lines_bad(l, "not a hexadecimal number");
}

struct name {
    const char *text, *token;
};

/* "NAME (0x1)" with one of `names`, which end with NULL. */
static bool expect_name(struct sfc_lines *l, const char *key, const struct name *names, const char **token)
{
    const char *at;
    size_t len;
    if (!expect_value(l, key, &at, &len))
        return false;
    const char *end = at + len;
    for (; names->text; names++) {
        const char *rest = at;
        if (sfc_skip(&rest, end, names->text) && sfc_skip(&rest, end, " (0x")) {
            *token = names->token;
            return true;
        }
    }
    return sfc_lines_bad(l, "an unknown name");
}

/* ---- Header ------------------------------------------------------------------ */

struct header {
    const char *version;
    char abi[MAX_VALUE], flags[64];
    char fixed_fp[MAX_VALUE], fixed_ra[MAX_VALUE], aux[MAX_VALUE];
    char num_fdes[MAX_VALUE], num_fres[MAX_VALUE], fre_len[MAX_VALUE];
    bool is_aarch64;
};

/* "Flags [ (0x5)", a line for each flag, sorted by name, and "]". A bit without a name shows in
   the number alone. */
static bool read_flags(struct sfc_lines *l, char flags[64])
{
    static const struct {
        const char *name, *token;
        unsigned bit;
    } known[] = {
        { "FDESorted (0x1)", "sorted", 1 },
        { "FramePointer (0x2)", "frame-pointer", 2 },
        { "FDEFuncStartPCRel (0x4)", "pcrel", 4 },
    };
    const char *at = NULL;
    uint64_t all = 0;
    unsigned seen = 0;
    if (next_line(l))
        at = l->line;
    if (!at || !sfc_skip(&at, l->line + l->len, "Flags [ (0x") || !sfc_read_hex(&at, l->line + l->len, &all))
        return sfc_lines_bad(l, "not the flags");
    while (next_line(l) && !sfc_lines_at(l, "]")) {
        unsigned i = 0;
        while (i < 3 && !sfc_lines_at(l, known[i].name))
            i++;
        if (i == 3)
            return sfc_lines_bad(l, "an unknown flag");
        seen |= known[i].bit;
    }
    flags[0] = '\0';
    for (unsigned i = 0; i < 3; i++)
        if (seen & known[i].bit)
            snprintf(flags + strlen(flags), 64 - strlen(flags), "%s%s", flags[0] ? "," : "", known[i].token);
    if ((all & ~(uint64_t)seen) != 0)
        snprintf(flags + strlen(flags), 64 - strlen(flags), "%s0x%" PRIx64, flags[0] ? "," : "", all & ~(uint64_t)seen);
    else if (!flags[0])
        snprintf(flags, 64, "none");
    return sfc_lines_at(l, "]") || sfc_lines_bad(l, "the flags have no end");
}

/* A name and number, or the number alone of an ABI that LLVM does not know. */
static bool read_abi(struct sfc_lines *l, struct header *h)
{
    static const struct name names[] = {
        { "AArch64EndianBig (0x1)", "aarch64-be" },
        { "AArch64EndianLittle (0x2)", "aarch64-le" },
        { "AMD64EndianLittle (0x3)", "amd64" },
    };
    const char *value;
    size_t len;
    if (!expect_value(l, "ABI", &value, &len))
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (sfc_is_word(value, len, names[i].text)) {
            snprintf(h->abi, sizeof h->abi, "%s", names[i].token);
            h->is_aarch64 = i < 2;
            return true;
        }
    if (len < 2 || len >= sizeof h->abi || memcmp(value, "0x", 2) != 0)
        return sfc_lines_bad(l, "not an ABI");
    snprintf(h->abi, sizeof h->abi, "%.*s", (int)len, value);
    return true;
}

/* A fixed offset that the ABI does not use is marked "(unused)". */
static bool read_fixed(struct sfc_lines *l, const char *key, const char *unused_key, char out[MAX_VALUE])
{
    return (next_line(l) && (take_decimal(l, key, out) || take_decimal(l, unused_key, out)))
           || sfc_lines_bad(l, "not the expected fixed offset");
}

/* The lines before those that are read. */
static bool read_beginning(struct sfc_lines *l)
{
    static const char *const skipped[] = { "File", "Format", "Arch", "AddressSize", "LoadName" };
    for (unsigned i = 0; i < sizeof skipped / sizeof skipped[0]; i++)
        if (!skip_value(l, skipped[i]))
            return false;
    return expect_line(l, "SFrame section '.sframe' {") && expect_line(l, "Header {") && skip_value(l, "Magic");
}

static bool read_sizes(struct sfc_lines *l, struct header *h)
{
    char ignored[MAX_VALUE];
    return expect_decimal(l, "Auxiliary header length", h->aux) && expect_decimal(l, "Num FDEs", h->num_fdes)
           && expect_decimal(l, "Num FREs", h->num_fres) && expect_decimal(l, "FRE subsection length", h->fre_len)
           && expect_decimal(l, "FDE subsection offset", ignored) && expect_decimal(l, "FRE subsection offset", ignored)
           && skip_value(l, "Auxiliary header");
}

static bool read_header(struct sfc_lines *l, struct header *h)
{
    static const struct name versions[] = { { "V1", "1" }, { "V2", "2" }, { "V3", "3" }, { NULL, NULL } };
    return read_beginning(l) && expect_name(l, "Version", versions, &h->version) && read_flags(l, h->flags)
           && read_abi(l, h) && read_fixed(l, "CFA fixed FP offset", "CFA fixed FP offset (unused)", h->fixed_fp)
           && read_fixed(l, "CFA fixed RA offset", "CFA fixed RA offset (unused)", h->fixed_ra) && read_sizes(l, h)
           && expect_line(l, "}") && expect_line(l, "Function Index [");
}

/* ---- Functions ---------------------------------------------------------------- */

struct function {
    uint64_t index, pc, size, rep, num_rows;
    char num_fres[MAX_VALUE];
    const char *width, *pc_type, *key;
    struct sfc_buffer rows; /* the fre lines, which follow the fde line */
};

/* "PC: 0x1100"; in an object file a group, in which LLVM names the relocation that it has applied. */
static bool read_pc(struct sfc_lines *l, uint64_t *pc)
{
    struct sfc_lines whole = *l;
    if (!next_line(&whole) || !sfc_lines_at(&whole, "PC {"))
        return expect_hex(l, "PC", pc);
    *l = whole;
    return skip_value(l, "Relocation") && skip_value(l, "Symbol Name") && expect_hex(l, "Start Address", pc)
           && expect_line(l, "}");
}

/* From the line "FuncDescEntry [0] {" on. */
static bool read_function(struct sfc_lines *l, const struct header *h, struct function *f)
{
    static const struct name widths[] = {
        { "Addr1", "addr1" }, { "Addr2", "addr2" }, { "Addr4", "addr4" }, { NULL, NULL }
    };
    static const struct name types[] = { { "PCInc", "inc" }, { "PCMask", "mask" }, { NULL, NULL } };
    static const struct name pauth_keys[] = { { "A", "a" }, { "B", "b" }, { NULL, NULL } };
    char expected[48];
    uint64_t ignored;
    snprintf(expected, sizeof expected, "FuncDescEntry [%" PRIu64 "] {", f->index);
    if (!sfc_lines_at(l, expected))
        return sfc_lines_bad(l, "not the next function");
    f->key = "a";
    if (!read_pc(l, &f->pc) || !expect_hex(l, "Size", &f->size) || !expect_hex(l, "Start FRE Offset", &ignored)
        || !expect_decimal(l, "Num FREs", f->num_fres) || !expect_line(l, "Info {")
        || !expect_name(l, "FRE Type", widths, &f->width) || !expect_name(l, "FDE Type", types, &f->pc_type)
        || (h->is_aarch64 && !expect_name(l, "PAuth Key", pauth_keys, &f->key)) || !expect_hex(l, "Raw", &ignored)
        || !expect_line(l, "}"))
        return false;
    const char *key = strcmp(f->pc_type, "mask") == 0 ? "Repetitive block size" : "Repetitive block size (unused)";
    return expect_hex(l, key, &f->rep) && expect_hex(l, "Padding2", &ignored) && expect_line(l, "FREs [");
}

static void add_slot(struct sfc_buffer *b, const char *key, const char *offset)
{
    if (offset[0])
        sfc_buffer_printf(b, " %s=*(cfa%s%s)", key, offset[0] == '-' ? "" : "+", offset);
    else
        sfc_buffer_printf(b, " %s=same", key);
}

/* Any offset may be missing. "}" ends the row. */
static bool read_offsets(struct sfc_lines *l, char offsets[3][MAX_VALUE])
{
    static const char *const keys[] = { "CFA Offset", "RA Offset", "FP Offset" };
    const char *value;
    size_t len;
    bool more = next_line(l);
    for (unsigned i = 0; i < 3; i++) {
        offsets[i][0] = '\0';
        if (more && take_decimal(l, keys[i], offsets[i]))
            more = next_line(l);
    }
    if (more && is_value(l, "Extra Offsets", &value, &len))
        more = next_line(l);
    return (more && sfc_lines_at(l, "}")) || sfc_lines_bad(l, "not the offsets of a row");
}

/* Rows of a PCMASK function show the offset in the block, all others an address. */
static bool read_row(struct sfc_lines *l, struct function *f)
{
    static const struct name bases[] = { { "FP", "fp" }, { "SP", "sp" }, { NULL, NULL } };
    const char *value, *base;
    char offsets[3][MAX_VALUE];
    uint64_t start;
    size_t len;
    if (!expect_hex(l, "Start Address", &start) || !expect_value(l, "Return Address Signed", &value, &len))
        return false;
    const bool is_signed = sfc_is_word(value, len, "Yes");
    if (!is_signed && !sfc_is_word(value, len, "No"))
        return sfc_lines_bad(l, "neither No nor Yes");
    if (!skip_value(l, "Offset Size") || !expect_name(l, "Base Register", bases, &base) || !read_offsets(l, offsets))
        return false;
    struct sfc_buffer *b = &f->rows;
    sfc_buffer_printf(b, "fre %" PRIu64 ".%" PRIu64 " at=0x%" PRIx64, f->index, f->num_rows++,
                      strcmp(f->pc_type, "mask") == 0 ? start : start - f->pc);
    if (!offsets[0][0] && !offsets[1][0] && !offsets[2][0]) {
        sfc_buffer_printf(b, " cfa=none ra=undefined fp=none");
    } else {
        if (offsets[0][0])
            sfc_buffer_printf(b, " cfa=%s%s%s", base, offsets[0][0] == '-' ? "" : "+", offsets[0]);
        else
            sfc_buffer_printf(b, " cfa=none");
        add_slot(b, "ra", offsets[1]);
        add_slot(b, "fp", offsets[2]);
    }
    sfc_buffer_printf(b, " mangled=%s\n", is_signed ? "1" : "0");
    return true;
}

static bool read_rows(struct sfc_lines *l, struct function *f)
{
    while (next_line(l) && !sfc_lines_at(l, "]")) {
        if (!sfc_lines_at(l, "Frame Row Entry {"))
            return sfc_lines_bad(l, "not a row");
        if (!read_row(l, f))
            return false;
    }
    return (sfc_lines_at(l, "]") && expect_line(l, "}")) || sfc_lines_bad(l, "the rows have no end");
}

static bool read_functions(struct sfc_lines *l, const struct header *h, struct sfc_buffer *dump)
{
    struct function f = { 0 };
    bool good = true;
    for (; good && next_line(l) && !sfc_lines_at(l, "]"); f.index++) {
        f.num_rows = 0;
        sfc_buffer_clear(&f.rows);
        good = read_function(l, h, &f) && read_rows(l, &f);
        if (!good)
            break;
        sfc_buffer_printf(dump,
                          "fde %" PRIu64 " start=0x%" PRIx64 " size=0x%" PRIx64
                          " pc=%s fre=%s type=? key=%s signal=? rep=%" PRIu64 " fres=%s\n",
                          f.index, f.pc, f.size, f.pc_type, f.width, f.key, f.rep, f.num_fres);
        sfc_buffer_add(dump, sfc_buffer_text(&f.rows), f.rows.len);
    }
    sfc_buffer_free(&f.rows);
    return good && ((sfc_lines_at(l, "]") && expect_line(l, "}")) || sfc_lines_bad(l, "the functions have no end"));
}

bool sfc_normalise_llvm(enum sfc_op op, const struct sfc_hidden *hidden, const char *text, size_t len,
                        struct sfc_buffer *dump, struct sfc_error *error)
{
    (void)hidden; /* it has a word for each value that it shows */
    struct sfc_lines l = { .text = text, .left = len, .line = "", .error = error };
    struct header h = { 0 };
    if (op != SFC_OP_DECODE)
        return sfc_fail(error, "this text has no look-ups");
    if (!read_header(&l, &h))
        return false;
    sfc_buffer_printf(dump,
                      "sframe-dump 1\n"
                      "section version=%s endian=? abi=%s flags=%s fixed-fp=%s fixed-ra=%s aux=%s fdes=%s fres=%s "
                      "fre-len=%s\n",
                      h.version, h.abi, h.flags, h.fixed_fp, h.fixed_ra, h.aux, h.num_fdes, h.num_fres, h.fre_len);
    return read_functions(&l, &h, dump) && (!next_line(&l) || sfc_lines_bad(&l, "text after the section"));
}
