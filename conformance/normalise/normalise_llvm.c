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

struct name {
    const char *text, *token;
};

/* "KEY: NAME (0x1)" with one of `names`, which end with NULL. */
static bool expect_name(struct sfc_lines *l, const char *key, const struct name *names, const char **token)
{
    uint64_t number;
    if (!sfc_lines_next_filled(l))
        return sfc_lines_bad(l, l->wrong);
    for (; names->text; names++) {
        const char *at = l->line, *end = l->line + l->len;
        if (sfc_scan(&at, end, key) && sfc_scan(&at, end, ": ") && sfc_scan(&at, end, names->text)
            && sfc_scan(&at, end, " (0x%x)", &number)) {
            *token = names->token;
            return true;
        }
    }
    return sfc_lines_bad(l, "an unknown name");
}

/* ---- Header ------------------------------------------------------------------ */

struct header {
    const char *version;
    char abi[32], flags[64];
    char fixed_fp[SFC_NUMBER_TEXT], fixed_ra[SFC_NUMBER_TEXT], aux[SFC_NUMBER_TEXT];
    char num_fdes[SFC_NUMBER_TEXT], num_fres[SFC_NUMBER_TEXT], fre_len[SFC_NUMBER_TEXT];
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
    uint64_t all = 0;
    unsigned seen = 0;
    if (!sfc_lines_expect(l, "Flags [ (0x%x)", &all))
        return false;
    while (sfc_lines_next_filled(l) && !sfc_lines_are(l, "]")) {
        unsigned i = 0;
        while (i < 3 && !sfc_lines_are(l, known[i].name))
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
    return sfc_lines_are(l, "]") || sfc_lines_bad(l, "the flags have no end");
}

/* A name and number, or the number alone of an ABI that LLVM does not know. */
static bool read_abi(struct sfc_lines *l, struct header *h)
{
    static const struct name names[] = {
        { "ABI: AArch64EndianBig (0x1)", "aarch64-be" },
        { "ABI: AArch64EndianLittle (0x2)", "aarch64-le" },
        { "ABI: AMD64EndianLittle (0x3)", "amd64" },
    };
    uint64_t number;
    if (!sfc_lines_expect(l, "ABI: %*"))
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (sfc_lines_are(l, names[i].text)) {
            snprintf(h->abi, sizeof h->abi, "%s", names[i].token);
            h->is_aarch64 = i < 2;
            return true;
        }
    if (!sfc_lines_are(l, "ABI: 0x%x", &number))
        return sfc_lines_bad(l, "not an ABI");
    snprintf(h->abi, sizeof h->abi, "%.*s", (int)(l->len - strlen("ABI: ")), l->line + strlen("ABI: "));
    return true;
}

/* A fixed offset that the ABI does not use is marked "(unused)". */
static bool read_fixed(struct sfc_lines *l, struct header *h)
{
    return ((sfc_lines_expect(l, "CFA fixed FP offset%*")
             && (sfc_lines_are(l, "CFA fixed FP offset: %d", h->fixed_fp)
                 || sfc_lines_are(l, "CFA fixed FP offset (unused): %d", h->fixed_fp)))
            && (sfc_lines_expect(l, "CFA fixed RA offset%*")
                && (sfc_lines_are(l, "CFA fixed RA offset: %d", h->fixed_ra)
                    || sfc_lines_are(l, "CFA fixed RA offset (unused): %d", h->fixed_ra))))
           || sfc_lines_bad(l, "not the expected fixed offset");
}

static bool read_header(struct sfc_lines *l, struct header *h)
{
    static const struct name versions[] = { { "V1", "1" }, { "V2", "2" }, { "V3", "3" }, { NULL, NULL } };
    static const char *const beginning[] = { "File: %*",        "Format: %*",   "Arch: %*",
                                             "AddressSize: %*", "LoadName: %*", "SFrame section '.sframe' {",
                                             "Header {",        "Magic: %*" };
    char ignored[SFC_NUMBER_TEXT];
    for (unsigned i = 0; i < sizeof beginning / sizeof beginning[0]; i++)
        if (!sfc_lines_expect(l, beginning[i]))
            return false;
    return expect_name(l, "Version", versions, &h->version) && read_flags(l, h->flags) && read_abi(l, h)
           && read_fixed(l, h) && sfc_lines_expect(l, "Auxiliary header length: %d", h->aux)
           && sfc_lines_expect(l, "Num FDEs: %d", h->num_fdes) && sfc_lines_expect(l, "Num FREs: %d", h->num_fres)
           && sfc_lines_expect(l, "FRE subsection length: %d", h->fre_len)
           && sfc_lines_expect(l, "FDE subsection offset: %d", ignored)
           && sfc_lines_expect(l, "FRE subsection offset: %d", ignored) && sfc_lines_expect(l, "Auxiliary header: %*")
           && sfc_lines_expect(l, "}") && sfc_lines_expect(l, "Function Index [");
}

/* ---- Functions ---------------------------------------------------------------- */

struct function {
    uint64_t index, pc, size, rep, num_rows;
    char num_fres[SFC_NUMBER_TEXT];
    const char *width, *pc_type, *key;
    struct sfc_buffer rows; /* the fre lines, which follow the fde line */
};

/* "PC: 0x1100"; in an object file a group, in which LLVM names the relocation that it has applied. */
static bool read_pc(struct sfc_lines *l, uint64_t *pc)
{
    if (!sfc_lines_expect(l, "PC%*"))
        return false;
    if (!sfc_lines_are(l, "PC {"))
        return sfc_lines_are(l, "PC: 0x%x", pc) || sfc_lines_bad(l, l->wrong);
    return sfc_lines_expect(l, "Relocation: %*") && sfc_lines_expect(l, "Symbol Name%*")
           && sfc_lines_expect(l, "Start Address: 0x%x", pc) && sfc_lines_expect(l, "}");
}

/* From the line "FuncDescEntry [0] {" on. */
static bool read_function(struct sfc_lines *l, const struct header *h, struct function *f)
{
    static const struct name widths[] = {
        { "Addr1", "addr1" }, { "Addr2", "addr2" }, { "Addr4", "addr4" }, { NULL, NULL }
    };
    static const struct name types[] = { { "PCInc", "inc" }, { "PCMask", "mask" }, { NULL, NULL } };
    static const struct name pauth_keys[] = { { "A", "a" }, { "B", "b" }, { NULL, NULL } };
    uint64_t ignored;
    if (!sfc_lines_are(l, "FuncDescEntry [%u] {", &ignored) || ignored != f->index)
        return sfc_lines_bad(l, "not the next function");
    f->key = "a";
    if (!read_pc(l, &f->pc) || !sfc_lines_expect(l, "Size: 0x%x", &f->size)
        || !sfc_lines_expect(l, "Start FRE Offset: 0x%x", &ignored) || !sfc_lines_expect(l, "Num FREs: %d", f->num_fres)
        || !sfc_lines_expect(l, "Info {") || !expect_name(l, "FRE Type", widths, &f->width)
        || !expect_name(l, "FDE Type", types, &f->pc_type)
        || (h->is_aarch64 && !expect_name(l, "PAuth Key", pauth_keys, &f->key))
        || !sfc_lines_expect(l, "Raw: 0x%x", &ignored) || !sfc_lines_expect(l, "}"))
        return false;
    return sfc_lines_expect(l,
                            strcmp(f->pc_type, "mask") == 0 ? "Repetitive block size: 0x%x"
                                                            : "Repetitive block size (unused): 0x%x",
                            &f->rep)
           && sfc_lines_expect(l, "Padding2: 0x%x", &ignored) && sfc_lines_expect(l, "FREs [");
}

static void add_slot(struct sfc_buffer *b, const char *key, const char *offset)
{
    if (offset[0])
        sfc_buffer_printf(b, " %s=*(cfa%s%s)", key, offset[0] == '-' ? "" : "+", offset);
    else
        sfc_buffer_printf(b, " %s=same", key);
}

/* Any offset may be missing. "}" ends the row. */
static bool read_offsets(struct sfc_lines *l, char offsets[3][SFC_NUMBER_TEXT])
{
    static const char *const patterns[] = { "CFA Offset: %d", "RA Offset: %d", "FP Offset: %d" };
    bool more = sfc_lines_next_filled(l);
    for (unsigned i = 0; i < 3; i++) {
        offsets[i][0] = '\0';
        if (more && sfc_lines_are(l, patterns[i], offsets[i]))
            more = sfc_lines_next_filled(l);
    }
    if (more && sfc_lines_are(l, "Extra Offsets: %*"))
        more = sfc_lines_next_filled(l);
    return (more && sfc_lines_are(l, "}")) || sfc_lines_bad(l, "not the offsets of a row");
}

/* Rows of a PCMASK function show the offset in the block, all others an address. */
static bool read_row(struct sfc_lines *l, struct function *f)
{
    static const struct name bases[] = { { "FP", "fp" }, { "SP", "sp" }, { NULL, NULL } };
    const char *base;
    char offsets[3][SFC_NUMBER_TEXT];
    uint64_t start;
    if (!sfc_lines_expect(l, "Start Address: 0x%x", &start) || !sfc_lines_expect(l, "Return Address Signed: %*"))
        return false;
    const bool is_signed = sfc_lines_are(l, "Return Address Signed: Yes");
    if (!is_signed && !sfc_lines_are(l, "Return Address Signed: No"))
        return sfc_lines_bad(l, "neither No nor Yes");
    if (!sfc_lines_expect(l, "Offset Size: %*") || !expect_name(l, "Base Register", bases, &base)
        || !read_offsets(l, offsets))
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
    while (sfc_lines_next_filled(l) && !sfc_lines_are(l, "]")) {
        if (!sfc_lines_are(l, "Frame Row Entry {"))
            return sfc_lines_bad(l, "not a row");
        if (!read_row(l, f))
            return false;
    }
    return (sfc_lines_are(l, "]") && sfc_lines_expect(l, "}")) || sfc_lines_bad(l, "the rows have no end");
}

static bool read_functions(struct sfc_lines *l, const struct header *h, struct sfc_buffer *dump)
{
    struct function f = { 0 };
    bool good = true;
    for (; good && sfc_lines_next_filled(l) && !sfc_lines_are(l, "]"); f.index++) {
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
    return good
           && ((sfc_lines_are(l, "]") && sfc_lines_expect(l, "}")) || sfc_lines_bad(l, "the functions have no end"));
}

bool sfc_normalise_llvm(enum sfc_op op, const struct sfc_hidden *hidden, const char *text, size_t len,
                        struct sfc_buffer *dump, struct sfc_error *error)
{
    (void)hidden; /* it has a word for each value that it shows */
    struct sfc_lines l = {
        .text = text, .left = len, .line = "", .error = error, .wrong = "not the expected line", .cuts = true
    };
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
    return read_functions(&l, &h, dump) && (!sfc_lines_next_filled(&l) || sfc_lines_bad(&l, "text after the section"));
}
