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
#include "guarded_malloc.h"
#include "libsframe_load.h"

enum generation { GEN_V1, GEN_V2, GEN_V3 };
enum { FDE_FLEX = 1, FLAG_PCREL = 4, ABI_S390X = 4 };

/* Decoder and row; a row is `row_size` bytes. */
struct ctx;
struct row;

/* The library. Where releases differ, a member has several types; `gen` tells which. */
static struct {
    enum generation gen;
    char version[64];
    size_t row_size;
    struct ctx *(*decode)(const char *buf, size_t size, int *err);
    void (*free)(struct ctx **ctx);
    const char *(*errmsg)(int err);
    unsigned char (*get_abi)(struct ctx *ctx);
    uint8_t (*get_version)(struct ctx *ctx);
    uint8_t (*get_flags)(struct ctx *ctx);
    int8_t (*get_fixed_fp)(struct ctx *ctx);
    int8_t (*get_fixed_ra)(struct ctx *ctx);
    unsigned (*get_num_fidx)(struct ctx *ctx);
    uint32_t (*get_start_position)(struct ctx *ctx, uint32_t index, int *err);
    int (*get_func_v1)(struct ctx *ctx, unsigned i, uint32_t *rows, uint32_t *size, int32_t *start,
                       unsigned char *info);
    int (*get_func_v2)(struct ctx *ctx, unsigned i, uint32_t *rows, uint32_t *size, int32_t *start, unsigned char *info,
                       uint8_t *rep);
    int (*get_func_v3)(struct ctx *ctx, unsigned i, uint32_t *rows, uint32_t *size, int64_t *start, unsigned char *info,
                       unsigned char *info2, uint8_t *rep);
    int (*get_row)(struct ctx *ctx, unsigned func, unsigned row, struct row *out);
    int (*find_row_32)(struct ctx *ctx, int32_t pc, struct row *out);
    int (*find_row_64)(struct ctx *ctx, int64_t pc, struct row *out);
    unsigned char (*get_base)(struct row *row, int *err);
    int32_t (*get_offset[3])(struct ctx *ctx, struct row *row, int *err); /* CFA, FP, RA */
    int32_t (*get_offset_v3[3])(struct ctx *ctx, struct row *row, uint32_t type, int *err);
    uint32_t (*get_word)(struct row *row, int index, int *err);
    bool (*get_mangled)(struct ctx *ctx, struct row *row, int *err);
    bool (*get_undefined)(struct ctx *ctx, struct row *row, int *err);
} lib;

enum offset { OFFSET_CFA, OFFSET_FP, OFFSET_RA };

/* ---- Loading ------------------------------------------------------------------ */

static void load_offsets(void *handle)
{
    static const char *const names[] = {
        "sframe_fre_get_cfa_offset",
        "sframe_fre_get_fp_offset",
        "sframe_fre_get_ra_offset",
    };
    for (unsigned i = 0; i < 3; i++) {
        if (lib.gen == GEN_V3)
            LOAD(lib.get_offset_v3[i], names[i], true);
        else
            LOAD(lib.get_offset[i], names[i], true);
    }
}

static void load(const char *name)
{
    void *handle = open_library(name, lib.version, sizeof lib.version);
    LOAD(lib.get_func_v2, "sframe_decoder_get_funcdesc_v2", false);
    LOAD(lib.get_func_v3, "sframe_decoder_get_funcdesc_v3", false);
    lib.gen = lib.get_func_v3 ? GEN_V3 : lib.get_func_v2 ? GEN_V2 : GEN_V1;
    /* Start, words and info byte, as in sframe-api.h of the release: three words of 4 bytes, or
       six. */
    lib.row_size = lib.gen == GEN_V3 ? 32 : 20;
    LOAD(lib.decode, "sframe_decode", true);
    LOAD(lib.free, "sframe_decoder_free", true);
    LOAD(lib.errmsg, "sframe_errmsg", true);
    LOAD(lib.get_abi, "sframe_decoder_get_abi_arch", true);
    LOAD(lib.get_version, "sframe_decoder_get_version", lib.gen != GEN_V1);
    LOAD(lib.get_flags, "sframe_decoder_get_flags", lib.gen == GEN_V3);
    LOAD(lib.get_fixed_fp, "sframe_decoder_get_fixed_fp_offset", true);
    LOAD(lib.get_fixed_ra, "sframe_decoder_get_fixed_ra_offset", true);
    LOAD(lib.get_num_fidx, "sframe_decoder_get_num_fidx", true);
    LOAD(lib.get_start_position, "sframe_decoder_get_offsetof_fde_start_addr", lib.gen == GEN_V3);
    LOAD(lib.get_func_v1, "sframe_decoder_get_funcdesc", lib.gen == GEN_V1);
    LOAD(lib.get_row, "sframe_decoder_get_fre", true);
    if (lib.gen == GEN_V3)
        LOAD(lib.find_row_64, "sframe_find_fre", true);
    else
        LOAD(lib.find_row_32, "sframe_find_fre", true);
    LOAD(lib.get_base, "sframe_fre_get_base_reg_id", true);
    load_offsets(handle);
    LOAD(lib.get_word, "sframe_get_fre_udata", lib.gen == GEN_V3);
    LOAD(lib.get_mangled, "sframe_fre_get_ra_mangled_p", true);
    LOAD(lib.get_undefined, "sframe_fre_get_ra_undefined_p", lib.gen == GEN_V3);
}

/* ---- Functions ------------------------------------------------------------------ */

struct function {
    uint32_t num_rows, size;
    uint64_t start; /* an address */
    unsigned char info, info2;
    uint8_t rep;
};

static unsigned version_of(struct ctx *ctx)
{
    return lib.gen == GEN_V1 ? 1 : lib.get_version(ctx);
}

static bool is_flex(const struct function *f)
{
    return (f->info2 & 0x1f) == FDE_FLEX;
}

/* Function `i` of a section at `addr`; an error code of the library, or 0. */
static int get_function(struct ctx *ctx, unsigned i, uint64_t addr, struct function *f)
{
    int32_t start_32 = 0;
    int64_t start = 0;
    int err;
    *f = (struct function){ 0 };
    if (lib.gen == GEN_V3 && version_of(ctx) == 3) {
        err = lib.get_func_v3(ctx, i, &f->num_rows, &f->size, &start, &f->info, &f->info2, &f->rep);
    } else {
        err = lib.gen == GEN_V1 ? lib.get_func_v1(ctx, i, &f->num_rows, &f->size, &start_32, &f->info)
                                : lib.get_func_v2(ctx, i, &f->num_rows, &f->size, &start_32, &f->info, &f->rep);
        start = start_32;
    }
    f->start = addr + (uint64_t)start;
    if (err == 0 && lib.gen == GEN_V3 && (lib.get_flags(ctx) & FLAG_PCREL))
        f->start += lib.get_start_position(ctx, i, &err);
    return err;
}

/* ---- Rows ----------------------------------------------------------------------- */

/* The rules of a row, as text of the dump. */
struct rules {
    char cfa[48], ra[48], fp[48];
};

static int32_t offset_of(struct ctx *ctx, struct row *row, enum offset which, bool flex, int *err)
{
    *err = 0;
    return lib.gen == GEN_V3 ? lib.get_offset_v3[which](ctx, row, flex, err) : lib.get_offset[which](ctx, row, err);
}

static const char *name_register(struct ctx *ctx, uint32_t number, char name[16])
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
        if (named[i].abi == lib.get_abi(ctx) && (named[i].sp == number || named[i].fp == number))
            snprintf(name, 16, "%s", named[i].sp == number ? "sp" : "fp");
    return name;
}

/* The rule of RA or FP in a default row. Without a word it is the header's, or `same`. */
static void put_place(struct ctx *ctx, struct row *row, enum offset which, char rule[48])
{
    int err;
    char name[16];
    const int32_t offset = offset_of(ctx, row, which, false, &err);
    const bool s390x = lib.get_abi(ctx) == ABI_S390X;
    const int fixed = which == OFFSET_RA ? lib.get_fixed_ra(ctx) : lib.get_fixed_fp(ctx);
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
static void put_flex(struct ctx *ctx, uint32_t control, int32_t offset, bool is_cfa, char rule[48])
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
static void put_flex_rules(struct ctx *ctx, struct row *row, struct rules *r)
{
    int err, offset_err;
    const uint32_t cfa = lib.get_word(row, 0, &err);
    const int32_t cfa_offset = offset_of(ctx, row, OFFSET_CFA, true, &offset_err);
    if (err == 0 && offset_err == 0)
        put_flex(ctx, cfa, cfa_offset, true, r->cfa);
    err = 0;
    const uint32_t ra = lib.get_word(row, 2, &err);
    const bool has_ra = err == 0, padded = has_ra && ra == 0;
    const int32_t ra_offset = offset_of(ctx, row, OFFSET_RA, true, &offset_err);
    const int fixed = lib.get_fixed_ra(ctx);
    if (has_ra && !padded && offset_err == 0)
        put_flex(ctx, ra, ra_offset, false, r->ra);
    else if (fixed != 0)
        snprintf(r->ra, sizeof r->ra, "*(cfa%+d)", fixed);
    else
        snprintf(r->ra, sizeof r->ra, "same");
    err = 0;
    const uint32_t fp = lib.get_word(row, padded ? 3 : 4, &err);
    const int32_t fp_offset = offset_of(ctx, row, OFFSET_FP, true, &offset_err);
    if (err == 0 && offset_err == 0)
        put_flex(ctx, fp, fp_offset, false, r->fp);
    else
        snprintf(r->fp, sizeof r->fp, "same");
}

static void read_rules(struct ctx *ctx, struct row *row, bool flex, struct rules *r)
{
    static const struct rules nothing = { "none", "undefined", "none" };
    int err = 0;
    *r = nothing;
    if (lib.get_undefined && lib.get_undefined(ctx, row, &err))
        return;
    if (flex) {
        put_flex_rules(ctx, row, r);
        return;
    }
    const char *base = lib.get_base(row, &err) == 1 ? "sp" : "fp";
    const int32_t offset = offset_of(ctx, row, OFFSET_CFA, false, &err);
    if (err == 0)
        snprintf(r->cfa, sizeof r->cfa, "%s%+" PRId32, base, offset);
    put_place(ctx, row, OFFSET_RA, r->ra);
    put_place(ctx, row, OFFSET_FP, r->fp);
}

static uint32_t start_of(const struct row *row)
{
    uint32_t start;
    memcpy(&start, row, sizeof start);
    return start;
}

/* ---- Answers --------------------------------------------------------------------- */

/* The library's errors are numbers from 2000 on. */
static enum sfa_status refuse(struct sfa_answer *answer, size_t failures, int err, const char *what)
{
    if (guarded_malloc_failures() > failures)
        return sfa_say(answer, SFA_LIMIT, "%s: an allocation failed", what);
    return sfa_say(answer, SFA_REJECT, "%s: %s", what, err >= 2000 ? lib.errmsg(err) : "an error without a name");
}

/* What the grammar has no word for is shown as `?`: the section must be rejected. */
static void put_section(struct ctx *ctx, struct sfa_answer *answer)
{
    static const char *const abis[] = { NULL, "aarch64-be", "aarch64-le", "amd64", "s390x" };
    const unsigned abi = lib.get_abi(ctx);
    char version[16] = "?";
    if (lib.get_version)
        snprintf(version, sizeof version, "%u", lib.get_version(ctx));
    sfa_printf(answer, "sframe-dump 1\nsection version=%s endian=? abi=%s flags=", version,
               abi >= 1 && abi <= 4 ? abis[abi] : "?");
    const unsigned flags = lib.gen == GEN_V3 ? lib.get_flags(ctx) : 8;
    if (flags < 8) {
        sfa_printf(answer, "%s%s%s%s%s%s", flags == 0 ? "none" : "", flags & 1 ? "sorted" : "",
                   (flags & 1) && (flags & ~1u) ? "," : "", flags & 2 ? "frame-pointer" : "",
                   (flags & 2) && (flags & 4) ? "," : "", flags & 4 ? "pcrel" : "");
    } else {
        sfa_printf(answer, "?");
    }
    sfa_printf(answer, " fixed-fp=%d fixed-ra=%d aux=? fdes=%u fres=? fre-len=?\n", lib.get_fixed_fp(ctx),
               lib.get_fixed_ra(ctx), lib.get_num_fidx(ctx));
}

static void put_function(struct ctx *ctx, unsigned i, const struct function *f, struct sfa_answer *answer)
{
    static const char *const widths[] = { "addr1", "addr2", "addr4" };
    const unsigned width = f->info & 15u, abi = lib.get_abi(ctx);
    const bool v3 = version_of(ctx) == 3;
    sfa_printf(answer, "fde %u start=0x%" PRIx64 " size=0x%" PRIx32 " pc=%s fre=%s type=%s key=%s signal=%d rep=", i,
               f->start, f->size, f->info & 0x10 ? "mask" : "inc", width < 3 ? widths[width] : "?",
               v3 && is_flex(f) ? "flex" : "default", (abi == 1 || abi == 2) && (f->info & 0x20) ? "b" : "a",
               v3 && (f->info & 0x80));
    if (lib.gen == GEN_V1)
        sfa_printf(answer, "0 fres=%" PRIu32 "\n", f->num_rows);
    else
        sfa_printf(answer, "%u fres=%" PRIu32 "\n", f->rep, f->num_rows);
}

static int put_rows(struct ctx *ctx, unsigned i, const struct function *f, struct row *row, struct sfa_answer *answer)
{
    for (uint32_t j = 0; j < f->num_rows; j++) {
        struct rules r;
        int ignored = 0;
        const int err = lib.get_row(ctx, i, j, row);
        if (err != 0)
            return err;
        read_rules(ctx, row, is_flex(f), &r);
        sfa_printf(answer, "fre %u.%" PRIu32 " at=0x%" PRIx32 " cfa=%s ra=%s fp=%s mangled=%d\n", i, j, start_of(row),
                   r.cfa, r.ra, r.fp, lib.get_mangled(ctx, row, &ignored));
    }
    return 0;
}

static enum sfa_status decode(struct ctx *ctx, const struct sfa_request *request, struct row *row,
                              struct sfa_answer *answer)
{
    put_section(ctx, answer);
    for (unsigned i = 0; i < lib.get_num_fidx(ctx); i++) {
        struct function f;
        const size_t failures = guarded_malloc_failures();
        int err = get_function(ctx, i, request->addr, &f);
        if (err != 0)
            return refuse(answer, failures, err, "a function");
        put_function(ctx, i, &f, answer);
        err = put_rows(ctx, i, &f, row, answer);
        if (err != 0)
            return refuse(answer, failures, err, "a row");
    }
    return SFA_ACCEPT;
}

/* The look-up does not give the function, but a row is read differently if its function is
   flexible. */
static bool is_flex_at(struct ctx *ctx, uint64_t addr, uint64_t pc)
{
    bool flex = false;
    for (unsigned i = 0; i < lib.get_num_fidx(ctx); i++) {
        struct function f;
        if (get_function(ctx, i, addr, &f) == 0 && pc - f.start < f.size)
            flex = is_flex(&f);
    }
    return flex;
}

/* Before version 3 the interface takes a PC as a 32-bit distance from the section. */
static bool find_row(struct ctx *ctx, uint64_t addr, uint64_t pc, struct row *row)
{
    const int64_t distance = (int64_t)(pc - addr);
    if (lib.gen == GEN_V3)
        return lib.find_row_64(ctx, distance, row) == 0;
    return distance >= INT32_MIN && distance <= INT32_MAX && lib.find_row_32(ctx, (int32_t)distance, row) == 0;
}

/* The library does not tell a row that it cannot read from one that is not there. */
static void look_up(struct ctx *ctx, uint64_t addr, uint64_t pc, struct row *row, struct sfa_answer *answer)
{
    struct rules r;
    if (!find_row(ctx, addr, pc, row)) {
        sfa_printf(answer, "pc 0x%" PRIx64 " none\n", pc);
        return;
    }
    read_rules(ctx, row, lib.gen == GEN_V3 && is_flex_at(ctx, addr, pc), &r);
    sfa_printf(answer, "pc 0x%" PRIx64 " fde=? fre=? cfa=%s ra=%s fp=%s\n", pc, r.cfa, r.ra, r.fp);
}

static enum sfa_status lookup(struct ctx *ctx, const struct sfa_request *request, struct row *row,
                              struct sfa_answer *answer)
{
    sfa_printf(answer, "sframe-dump 1\n");
    for (size_t i = 0; i < request->num_pcs; i++)
        look_up(ctx, request->addr, request->pcs[i], row, answer);
    return SFA_ACCEPT;
}

/* Both sections stay open until the last answer. */
static enum sfa_status sequence(struct ctx *first, const struct sfa_request *request, struct row *row,
                                struct sfa_answer *answer)
{
    int err = 0;
    const size_t failures = guarded_malloc_failures();
    struct ctx *second = NULL;
    if (request->second)
        second = lib.decode((const char *)request->second, request->second_size, &err);
    if (request->second && !second)
        return refuse(answer, failures, err, "the second section");
    sfa_printf(answer, "sframe-dump 1\n");
    for (size_t i = 0; i < request->num_pcs; i++) {
        const bool other = request->in_second[i];
        look_up(other ? second : first, other ? request->second_addr : request->addr, request->pcs[i], row, answer);
    }
    if (second)
        lib.free(&second);
    return SFA_ACCEPT;
}

static enum sfa_status answer_case(void *unused, const struct sfa_request *request, struct sfa_answer *answer)
{
    (void)unused;
    int err = 0;
    const size_t failures = guarded_malloc_failures();
    struct ctx *ctx = lib.decode((const char *)request->body, request->size, &err);
    if (!ctx)
        return refuse(answer, failures, err, "the section");
    struct row *row = malloc(lib.row_size);
    if (!row)
        sfa_die("out of memory");
    const enum sfa_status status = request->op == SFA_LOOKUP     ? lookup(ctx, request, row, answer)
                                   : request->op == SFA_SEQUENCE ? sequence(ctx, request, row, answer)
                                                                 : decode(ctx, request, row, answer);
    free(row);
    lib.free(&ctx);
    return status;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *profiles, *abis, *unobservable;
    } declared[] = {
        [GEN_V1] = { "v1", "aarch64 amd64",
                     "section.version section.endian section.flags section.aux section.fres section.fre-len "
                     "pc.fde pc.fre" },
        [GEN_V2] = { "v2", "aarch64 amd64",
                     "section.endian section.flags section.aux section.fres section.fre-len pc.fde pc.fre" },
        [GEN_V3] = { "v2 v2e1 v2e2 v3", "aarch64 amd64 s390x",
                     "section.endian section.aux section.fres section.fre-len pc.fde pc.fre" },
    };
    if (argc != 2)
        sfa_die("usage: sframe-libsframe LIBRARY (e.g. libsframe.so.0)");
    load(argv[1]);
    const struct sfa_adapter adapter = {
        .name = "libsframe",
        .version = lib.version,
        .profiles = declared[lib.gen].profiles,
        .abis = declared[lib.gen].abis,
        .orders = "little big",
        .ops = "decode lookup sequence",
        .unobservable = declared[lib.gen].unobservable,
        .answer = answer_case,
        .needs = "sorted", /* sframe_find_fre() finds nothing in other sections */
    };
    return sfa_main(&adapter);
}
