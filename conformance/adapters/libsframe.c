/* SPDX-License-Identifier: MIT */
/*
 * The adapter for GNU libsframe of binutils 2.40, 2.44 and 2.47. It loads the library at run time:
 *
 *     sframe-libsframe libsframe.so.0
 *
 * It needs no header of the library. The functions' types differ between releases, and this program
 * works with all of them. It calls the library as its manual says, and reports its answers: an
 * error of any function that a reader has to call is a reject. Each row is read into memory of the
 * size in the library's header, with unreadable pages after it (guarded_malloc.c).
 */
#define _GNU_SOURCE
#include <inttypes.h>

#include "adapter.h"
#include "libsframe_decoder.h"

enum { FDE_FLEX = 1, ABI_S390X = 4 };

static bool is_flex(const struct function *f)
{
    return (f->info2 & 0x1f) == FDE_FLEX;
}

/* ---- Rows ----------------------------------------------------------------------- */

/* The rules of a row for CFA, FP and RA, as text of the dump. */
struct rules {
    char of[3][48];
};

static const char *name_register(struct reader *ctx, uint32_t number, char name[16])
{
    static const struct {
        unsigned char abi;
        uint32_t sp, fp;
    } named[] = {
        { 1, 31, 29 },
        { 2, 31, 29 },
        { 3, 7, 6 },
        { ABI_S390X, 15, 11 },
    };
    snprintf(name, 16, "r%" PRIu32, number);
    for (unsigned i = 0; i < sizeof named / sizeof named[0]; i++)
        if (named[i].abi == decoder.abi(ctx) && (named[i].sp == number || named[i].fp == number))
            snprintf(name, 16, "%s", named[i].sp == number ? "sp" : "fp");
    return name;
}

/* The rule of RA or FP in a default row. Without a word it is the header's, or `same`. */
static void put_place(struct reader *ctx, struct row *row, enum libsframe_offset which, char rule[48])
{
    int err;
    char name[16];
    const int32_t offset = offset_of(ctx, row, which, false, &err);
    const bool s390x = decoder.abi(ctx) == ABI_S390X;
    const int fixed = which == OFFSET_RA ? decoder.fixed_ra(ctx) : decoder.fixed_fp(ctx);
    if (err != 0 && fixed != 0)
        snprintf(rule, 48, "*(cfa%+d)", fixed);
    else if (err != 0 || (s390x && which == OFFSET_RA && offset == 0))
        snprintf(rule, 48, "same");
    else if (s390x && version_of(ctx) == 2 && (offset & 1))
        snprintf(rule, 48, "%s", name_register(ctx, (uint32_t)(offset >> 1), name));
    else
        snprintf(rule, 48, "*(cfa%+" PRId32 ")", offset);
}

/* The rule of a control word and its offset. */
static void put_flex(struct reader *ctx, uint32_t control, int32_t offset, bool is_cfa, char rule[48])
{
    char name[16];
    const char *base = control & 1 ? name_register(ctx, control >> 3, name) : "cfa";
    if (is_cfa && !(control & 1))
        return; /* a CFA without a register: it stays `none` */
    if (control & 2)
        snprintf(rule, 48, "*(%s%+" PRId32 ")", base, offset);
    else if (offset == 0 && !is_cfa && (control & 1))
        snprintf(rule, 48, "%s", base);
    else
        snprintf(rule, 48, "%s%+" PRId32, base, offset);
}

/* A flexible row has pairs of words. One word of padding may replace the pair of RA. */
static void put_flex_rules(struct reader *ctx, struct row *row, struct rules *r)
{
    static const enum libsframe_offset order[] = { OFFSET_CFA, OFFSET_RA, OFFSET_FP };
    const int fixed = decoder.fixed_ra(ctx);
    for (int i = 0, at = 0; i < 3; i++) {
        const enum libsframe_offset which = order[i];
        int err = 0, offset_err;
        const uint32_t word = decoder.word(row, at, &err);
        const int32_t offset = offset_of(ctx, row, which, true, &offset_err);
        const bool padded = which == OFFSET_RA && err == 0 && word == 0;
        at += padded ? 1 : 2;
        if (err == 0 && offset_err == 0 && !padded)
            put_flex(ctx, word, offset, which == OFFSET_CFA, r->of[which]);
        else if (which == OFFSET_RA && fixed != 0)
            snprintf(r->of[which], sizeof r->of[which], "*(cfa%+d)", fixed);
        else if (which != OFFSET_CFA)
            snprintf(r->of[which], sizeof r->of[which], "same");
    }
}

static void read_rules(struct reader *ctx, struct row *row, bool flex, struct rules *r)
{
    static const struct rules nothing = { { "none", "none", "undefined" } };
    int err = 0;
    *r = nothing;
    if (decoder.undefined && decoder.undefined(ctx, row, &err))
        return;
    if (flex) {
        put_flex_rules(ctx, row, r);
        return;
    }
    const char *base = decoder.base(row, &err) == 1 ? "sp" : "fp";
    const int32_t offset = offset_of(ctx, row, OFFSET_CFA, false, &err);
    if (err == 0)
        snprintf(r->of[OFFSET_CFA], sizeof r->of[OFFSET_CFA], "%s%+" PRId32, base, offset);
    put_place(ctx, row, OFFSET_RA, r->of[OFFSET_RA]);
    put_place(ctx, row, OFFSET_FP, r->of[OFFSET_FP]);
}

/* ---- Answers --------------------------------------------------------------------- */

/* The library's errors are numbers from 2000 on. */
static enum sfa_status refuse(struct sfa_answer *answer, size_t failures, int err, const char *what)
{
    if (guarded_malloc_failures() > failures)
        return sfa_say(answer, SFA_LIMIT, "%s: an allocation failed", what);
    return sfa_say(answer, SFA_REJECT, "%s: %s", what, err >= 2000 ? decoder.errmsg(err) : "an error without a name");
}

/* What the grammar has no word for is shown as `?`: the section must be rejected. */
static void put_section(struct reader *ctx, struct sfa_answer *answer)
{
    static const char *const abis[] = { NULL, "aarch64-be", "aarch64-le", "amd64", "s390x" };
    static const char *const names[] = { "none",  "sorted",       "frame-pointer",       "sorted,frame-pointer",
                                         "pcrel", "sorted,pcrel", "frame-pointer,pcrel", "sorted,frame-pointer,pcrel" };
    const unsigned abi = decoder.abi(ctx), flags = decoder.generation == 3 ? decoder.flags(ctx) : 8;
    char version[16] = "?";
    if (decoder.version)
        snprintf(version, sizeof version, "%u", decoder.version(ctx));
    sfa_printf(answer, "sframe-dump 1\nsection version=%s endian=? abi=%s flags=%s", version,
               abi >= 1 && abi <= 4 ? abis[abi] : "?", flags < 8 ? names[flags] : "?");
    sfa_printf(answer, " fixed-fp=%d fixed-ra=%d aux=? fdes=%u fres=? fre-len=?\n", decoder.fixed_fp(ctx),
               decoder.fixed_ra(ctx), decoder.num_functions(ctx));
}

static void put_function(struct reader *ctx, unsigned i, const struct function *f, uint64_t addr,
                         struct sfa_answer *answer)
{
    static const char *const widths[] = { "addr1", "addr2", "addr4" };
    const unsigned width = f->info & 15u, abi = decoder.abi(ctx);
    const bool v3 = version_of(ctx) == 3;
    sfa_printf(answer, "fde %u start=0x%" PRIx64 " size=0x%" PRIx32 " pc=%s fre=%s type=%s key=%s signal=%d rep=", i,
               addr + (uint64_t)f->start, f->size, f->info & 0x10 ? "mask" : "inc", width < 3 ? widths[width] : "?",
               v3 && is_flex(f) ? "flex" : "default", (abi == 1 || abi == 2) && (f->info & 0x20) ? "b" : "a",
               v3 && (f->info & 0x80));
    if (decoder.generation == 1)
        sfa_printf(answer, "0 fres=%" PRIu32 "\n", f->num_rows);
    else
        sfa_printf(answer, "%u fres=%" PRIu32 "\n", f->rep, f->num_rows);
}

static int put_rows(struct reader *ctx, unsigned i, const struct function *f, struct row *row,
                    struct sfa_answer *answer)
{
    for (uint32_t j = 0; j < f->num_rows; j++) {
        struct rules r;
        int ignored = 0;
        const int err = decoder.row(ctx, i, j, row);
        if (err != 0)
            return err;
        read_rules(ctx, row, is_flex(f), &r);
        sfa_printf(answer, "fre %u.%" PRIu32 " at=0x%" PRIx32 " cfa=%s ra=%s fp=%s mangled=%d\n", i, j, row->start,
                   r.of[OFFSET_CFA], r.of[OFFSET_RA], r.of[OFFSET_FP], decoder.mangled(ctx, row, &ignored));
    }
    return 0;
}

static enum sfa_status decode(struct reader *ctx, const struct sfa_request *request, struct row *row,
                              struct sfa_answer *answer)
{
    put_section(ctx, answer);
    for (unsigned i = 0; i < decoder.num_functions(ctx); i++) {
        struct function f;
        const size_t failures = guarded_malloc_failures();
        int err = place_function(ctx, i, &f);
        if (err != 0)
            return refuse(answer, failures, err, "a function");
        put_function(ctx, i, &f, request->addr, answer);
        err = put_rows(ctx, i, &f, row, answer);
        if (err != 0)
            return refuse(answer, failures, err, "a row");
    }
    return SFA_ACCEPT;
}

/* The look-up does not give the function, but a row is read differently if its function is
   flexible. */
static bool is_flex_at(struct reader *ctx, int64_t distance)
{
    bool flex = false;
    for (unsigned i = 0; i < decoder.num_functions(ctx); i++) {
        struct function f;
        if (place_function(ctx, i, &f) == 0 && (uint64_t)distance - (uint64_t)f.start < f.size)
            flex = is_flex(&f);
    }
    return flex;
}

/* The library does not tell a row that it cannot read from one that is not there. */
static void look_up(struct reader *ctx, uint64_t addr, uint64_t pc, struct row *row, struct sfa_answer *answer)
{
    const int64_t distance = (int64_t)(pc - addr);
    struct rules r;
    if (!find_row(ctx, distance, row)) {
        sfa_printf(answer, "pc 0x%" PRIx64 " none\n", pc);
        return;
    }
    read_rules(ctx, row, decoder.generation == 3 && is_flex_at(ctx, distance), &r);
    sfa_printf(answer, "pc 0x%" PRIx64 " fde=? fre=? cfa=%s ra=%s fp=%s\n", pc, r.of[OFFSET_CFA], r.of[OFFSET_RA],
               r.of[OFFSET_FP]);
}

/* A look-up asks one section; of a sequence both stay open until the last answer. */
static enum sfa_status look_up_all(struct reader *first, const struct sfa_request *request, struct row *row,
                                   struct sfa_answer *answer)
{
    int err = 0;
    const size_t failures = guarded_malloc_failures();
    struct reader *second = NULL;
    if (request->second)
        second = decoder.decode((const char *)request->second, request->second_size, &err);
    if (request->second && !second)
        return refuse(answer, failures, err, "the second section");
    sfa_printf(answer, "sframe-dump 1\n");
    for (size_t i = 0; i < request->num_pcs; i++) {
        const bool other = request->in_second[i];
        look_up(other ? second : first, other ? request->second_addr : request->addr, request->pcs[i], row, answer);
    }
    if (second)
        decoder.free(&second);
    return SFA_ACCEPT;
}

static enum sfa_status answer_case(void *unused, const struct sfa_request *request, struct sfa_answer *answer)
{
    (void)unused;
    int err = 0;
    const size_t failures = guarded_malloc_failures();
    struct reader *ctx = decoder.decode((const char *)request->body, request->size, &err);
    if (!ctx)
        return refuse(answer, failures, err, "the section");
    /* As in sframe-api.h of the release: a start, three words of 4 bytes, or six, and an info byte. */
    struct row *row = malloc(decoder.generation == 3 ? sizeof *row : 20);
    if (!row)
        sfa_die("out of memory");
    const enum sfa_status status =
        request->op == SFA_DECODE ? decode(ctx, request, row, answer) : look_up_all(ctx, request, row, answer);
    free(row);
    decoder.free(&ctx);
    return status;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *profiles, *abis, *unobservable;
    } declared[] = {
        [1] = { "v1", "aarch64 amd64",
                "section.version section.endian section.flags section.aux section.fres section.fre-len "
                "pc.fde pc.fre" },
        [2] = { "v2", "aarch64 amd64",
                "section.endian section.flags section.aux section.fres section.fre-len pc.fde pc.fre" },
        [3] = { "v2 v2e1 v2e2 v3", "aarch64 amd64 s390x",
                "section.endian section.aux section.fres section.fre-len pc.fde pc.fre" },
    };
    char version[64];
    if (argc != 2)
        sfa_die("usage: sframe-libsframe LIBRARY (e.g. libsframe.so.0)");
    load_decoder(open_library(argv[1], version, sizeof version));
    const struct sfa_adapter adapter = {
        .name = "libsframe",
        .version = version,
        .profiles = declared[decoder.generation].profiles,
        .abis = declared[decoder.generation].abis,
        .orders = "little big",
        .ops = "decode lookup sequence",
        .unobservable = declared[decoder.generation].unobservable,
        .answer = answer_case,
        .needs = "sorted", /* sframe_find_fre() finds nothing in other sections */
    };
    return sfa_main(&adapter);
}
