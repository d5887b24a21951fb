/* SPDX-License-Identifier: MIT */
/*
 * The adapter for the encoder of GNU libsframe of binutils 2.40, 2.44 and 2.47: versions 1, 2 and
 * 3.
 *
 *     sframe-libsframe-encoder libsframe.so.0
 *
 * The library lays out functions, and rows whose words are given. So this program reads the dump and makes the words
 * with the reference's functions, and refuses what the interface cannot express: rules without words, an auxiliary
 * header, rows after the end of their function. That is `reject`, as PROTOCOL.md has it for the
 * content of a dump; `unsupported` would say that it encodes no dump at all. The library does the rest.
 *
 * It merges two sections as ld does (bfd/elf-sframe.c): the library decodes each, and each function goes to its encoder
 * with its rows. ABI and fixed offsets must be the same; ld refuses others, too.
 */
#define _GNU_SOURCE
#include "adapter.h"
#include "dump_model.h"
#include "libsframe_decoder.h"

struct ctx;

static struct {
    int version; /* of the format */
    char release[64];
    size_t info_at; /* in row.rest */
    const char *(*errmsg)(int err);
    struct ctx *(*open_v1)(unsigned char version, unsigned char flags, int abi, int8_t fp, int8_t ra, int *err);
    struct ctx *(*open)(uint8_t version, uint8_t flags, uint8_t abi, int8_t fp, int8_t ra, int *err);
    void (*free)(struct ctx **ctx);
    int (*add_func_v1)(struct ctx *ctx, int32_t start, uint32_t size, unsigned char info, uint32_t rows);
    int (*add_func_v2)(struct ctx *ctx, int32_t start, uint32_t size, unsigned char info, uint8_t rep, uint32_t rows);
    int (*add_func_v3)(struct ctx *ctx, int64_t start, uint32_t size, unsigned char info, unsigned char info2,
                       uint8_t rep, uint32_t rows);
    int (*add_row)(struct ctx *ctx, unsigned func, struct row *row);
    uint32_t (*start_position)(struct ctx *ctx, uint32_t func, int *err);
    char *(*write)(struct ctx *ctx, size_t *size, int *err);
    char *(*write_sorted)(struct ctx *ctx, size_t *size, bool sort, int *err);
} lib;

static void load(const char *name)
{
    void *handle = open_library(name, lib.release, sizeof lib.release);
    LOAD(lib.add_func_v2, "sframe_encoder_add_funcdesc_v2", false);
    LOAD(lib.add_func_v3, "sframe_encoder_add_funcdesc_v3", false);
    lib.version = lib.add_func_v3 ? 3 : lib.add_func_v2 ? 2 : 1;
    lib.info_at = lib.version == 3 ? 24 : 12;
    LOAD(lib.errmsg, "sframe_errmsg", true);
    LOAD(lib.open_v1, "sframe_encode", true);
    LOAD(lib.open, "sframe_encode", true);
    LOAD(lib.free, "sframe_encoder_free", true);
    LOAD(lib.add_func_v1, "sframe_encoder_add_funcdesc", lib.version == 1);
    LOAD(lib.add_row, "sframe_encoder_add_fre", true);
    LOAD(lib.start_position, "sframe_encoder_get_offsetof_fde_start_addr", lib.version == 3);
    LOAD(lib.write, "sframe_encoder_write", true);
    LOAD(lib.write_sorted, "sframe_encoder_write", true);
    load_decoder(handle);
}

static enum sfa_status refuse(struct sfa_answer *answer, const char *what, int err)
{
    return sfa_say(answer, SFA_REJECT, "%s%s%s", what, err >= 2000 ? ": " : "", err >= 2000 ? lib.errmsg(err) : "");
}

/* NULL and the library's error, or an empty section. */
static struct ctx *open_section(uint8_t version, uint8_t flags, uint8_t abi, int8_t fixed_fp, int8_t fixed_ra, int *err)
{
    return lib.version == 1 ? lib.open_v1(1, flags, abi, fixed_fp, fixed_ra, err)
                            : lib.open(version, flags, abi, fixed_fp, fixed_ra, err);
}

/* Adds function number `index`, whose start counts from the section that is written. Returns the library's error, or
   0. */
static int put_function(struct ctx *ctx, uint32_t index, unsigned flags, const struct function *f)
{
    if (lib.version == 3) {
        int err = 0;
        const int64_t from = flags & 4 ? lib.start_position(ctx, index, &err) : 0;
        return lib.add_func_v3(ctx, f->start - from, f->size, f->info, f->info2, f->rep, f->num_rows);
    }
    return lib.version == 2 ? lib.add_func_v2(ctx, (int32_t)f->start, f->size, f->info, f->rep, f->num_rows)
                            : lib.add_func_v1(ctx, (int32_t)f->start, f->size, f->info, f->num_rows);
}

static enum sfa_status write_section(struct ctx *ctx, bool sort, struct sfa_answer *answer)
{
    size_t size = 0;
    int err = 0;
    char *bytes = lib.version == 3 ? lib.write_sorted(ctx, &size, sort, &err) : lib.write(ctx, &size, &err);
    if (!bytes)
        return refuse(answer, "the section", err);
    sfa_write(answer, bytes, size);
    return SFA_ACCEPT;
}

/* ---- Rows and functions of a dump ---------------------------------------------------- */

/* The reference makes the words of the rules. A row without rules has none: whether it takes one is the library's
   decision. */
static bool fill_row(const struct sfr_model *m, const struct sfr_model_fde *fde, struct sfr_model_fre *from,
                     struct row *row)
{
    const struct sfr_rules *rules = &from->rules;
    if (rules->cfa.kind == SFR_RULE_NONE && rules->ra.kind == SFR_RULE_UNDEFINED)
        from->sfre_info = (uint8_t)(rules->mangled_ra_p << 7);
    else if (sfr_words_of_rules(m, fde, from) != SFR_REFUSAL_NONE)
        return false;
    const unsigned count = from->sfre_info >> 1 & 15u, code = from->sfre_info >> 5 & 3u;
    *row = (struct row){ .start = from->start };
    for (unsigned i = 0; i < count; i++) {
        const int8_t one = (int8_t)from->words[i];
        const int16_t two = (int16_t)from->words[i];
        const void *word = code == 0 ? (const void *)&one : code == 1 ? (const void *)&two : &from->words[i];
        memcpy(row->rest + ((size_t)i << code), word, (size_t)1 << code);
    }
    row->rest[lib.info_at] = from->sfre_info;
    return true;
}

static enum sfa_status add_row(struct ctx *ctx, const struct sfr_model *m, uint32_t index, struct sfr_model_fre *from,
                               struct sfa_answer *answer)
{
    struct row row;
    /* The caller must check this, or an assertion of the library ends the program. */
    if (from->start > m->fdes[index].size)
        return refuse(answer, "a row that starts after the end of its function", 0);
    if (!fill_row(m, &m->fdes[index], from, &row))
        return refuse(answer, "rules that no words express", 0);
    const int err = lib.add_row(ctx, index, &row);
    return err == 0 ? SFA_ACCEPT : refuse(answer, "a row", err);
}

static enum sfa_status add_function(struct ctx *ctx, const struct sfr_model *m, uint32_t index,
                                    struct sfa_answer *answer)
{
    const struct sfr_model_fde *from = &m->fdes[index];
    const int64_t distance = (int64_t)(from->start - m->addr);
    /* The interface takes 32 bits before version 3. */
    if (lib.version < 3 && (distance < INT32_MIN || distance > INT32_MAX))
        return refuse(answer, "a start that is too far away", 0);
    const struct function f = {
        .start = distance,
        .size = from->size,
        .num_rows = (uint32_t)from->num_fres,
        .info = (unsigned char)(from->fre_type | from->pc_type << 4 | from->pauth_key_b << 5 | from->signal_p << 7),
        .info2 = from->fde_type,
        .rep = from->rep_size,
    };
    const int err = put_function(ctx, index, m->flags, &f);
    enum sfa_status status = err == 0 ? SFA_ACCEPT : refuse(answer, "a function", err);
    for (uint64_t i = 0; status == SFA_ACCEPT && i < from->num_fres; i++)
        status = add_row(ctx, m, index, &m->fres[from->first_fre + i], answer);
    return status;
}

static enum sfa_status encode(const struct sfr_model *m, bool sort, struct sfa_answer *answer)
{
    const bool abi_is_big = m->abi == SFR_ABI_AARCH64_ENDIAN_BIG || m->abi == SFR_ABI_S390X_ENDIAN_BIG;
    const unsigned flags = sort ? m->flags | SFR_F_FDE_SORTED : m->flags;
    enum sfa_status status = SFA_ACCEPT;
    int err = 0;
    if (m->auxhdr_len != 0)
        return refuse(answer, "the interface has no auxiliary header", 0);
    /* The library chooses the byte order by the ABI. */
    if (m->big != abi_is_big)
        return refuse(answer, "the byte order of another ABI", 0);
    if (m->fixed_ra != 0 && m->abi != SFR_ABI_AMD64_ENDIAN_LITTLE)
        return refuse(answer, "a fixed offset of RA where the ABI has words for it", 0);
    struct ctx *ctx = open_section((uint8_t)lib.version, (uint8_t)flags, m->abi, m->fixed_fp, m->fixed_ra, &err);
    if (!ctx)
        return refuse(answer, "the section", err);
    for (uint32_t i = 0; status == SFA_ACCEPT && i < m->num_fdes; i++)
        status = add_function(ctx, m, i, answer);
    if (status == SFA_ACCEPT)
        status = write_section(ctx, flags & SFR_F_FDE_SORTED, answer);
    lib.free(&ctx);
    return status;
}

/* ---- Two sections ---------------------------------------------------------------------- */

enum { FLAGS_AT = 3, SORTED = 1 };

/* A section, and how far it lies from the merged one. */
struct input {
    struct reader *reader;
    unsigned flags;
    int64_t distance;
};

/* Adds the functions of a section after the first `*count`. */
static int add_functions(const struct input *in, struct ctx *to, unsigned flags, unsigned *count)
{
    struct function f;
    struct row row;
    int err = 0;
    for (unsigned i = 0; err == 0 && i < decoder.num_functions(in->reader); i++, ++*count) {
        err = place_function(in->reader, i, &f);
        f.start += in->distance;
        /* The interface takes 32 bits before version 3. */
        if (err == 0 && lib.version < 3 && (f.start < INT32_MIN || f.start > INT32_MAX))
            return 1;
        if (err == 0)
            err = put_function(to, *count, flags, &f);
        for (unsigned k = 0; err == 0 && k < f.num_rows; k++) {
            row = (struct row){ 0 };
            err = decoder.row(in->reader, i, k, &row);
            if (err == 0)
                err = lib.add_row(to, *count, &row);
        }
    }
    return err;
}

static enum sfa_status merge_both(const struct input in[2], struct sfa_answer *answer)
{
    struct reader *a = in[0].reader, *b = in[1].reader;
    const unsigned flags = (in[0].flags & in[1].flags) | SORTED;
    unsigned count = 0;
    int err = 0;
    if (decoder.abi(a) != decoder.abi(b) || decoder.fixed_fp(a) != decoder.fixed_fp(b)
        || decoder.fixed_ra(a) != decoder.fixed_ra(b))
        return refuse(answer, "sections of another ABI, or with other fixed offsets", 0);
    /* The encoder writes one version; some decoders read older ones, too. */
    if (lib.version > 1 && (decoder.version(a) != lib.version || decoder.version(b) != lib.version))
        return refuse(answer, "a section of another version", 0);
    struct ctx *to = open_section((uint8_t)lib.version, (uint8_t)flags, decoder.abi(a), decoder.fixed_fp(a),
                                  decoder.fixed_ra(a), &err);
    if (!to)
        return refuse(answer, "the section", err);
    for (unsigned i = 0; err == 0 && i < 2; i++)
        err = add_functions(&in[i], to, flags, &count);
    const enum sfa_status status =
        err == 0 ? write_section(to, true, answer) : refuse(answer, "a function or a row", err);
    lib.free(&to);
    return status;
}

static enum sfa_status merge(const struct sfa_request *request, struct sfa_answer *answer)
{
    int err = 0;
    enum sfa_status status;
    struct input in[2] = { { .distance = 0 }, { .distance = (int64_t)(request->second_addr - request->addr) } };
    in[0].reader = decoder.decode((const char *)request->body, request->size, &err);
    if (in[0].reader)
        in[1].reader = decoder.decode((const char *)request->second, request->second_size, &err);
    if (in[0].reader && in[1].reader) {
        in[0].flags = request->body[FLAGS_AT];
        in[1].flags = request->second[FLAGS_AT];
        status = merge_both(in, answer);
    } else {
        status = refuse(answer, in[0].reader ? "the second section" : "the first section", err);
    }
    for (unsigned i = 0; i < 2; i++)
        if (in[i].reader)
            decoder.free(&in[i].reader);
    return status;
}

/* ---- One question ---------------------------------------------------------------------- */

static enum sfa_status answer_case(void *unused, const struct sfa_request *request, struct sfa_answer *answer)
{
    struct dump_model dump;
    (void)unused;
    if (request->op == SFA_MERGE)
        return merge(request, answer);
    enum sfa_status status = dump_model_read(&dump, request, answer);
    if (status == SFA_ACCEPT)
        status = encode(&dump.model, request->sort, answer);
    dump_model_free(&dump);
    return status;
}

int main(int argc, char **argv)
{
    static const char *const profiles[] = { "", "v1", "v2", "v3" };
    if (argc != 2)
        sfa_die("usage: sframe-libsframe-encoder LIBRARY (e.g. libsframe.so.0)");
    load(argv[1]);
    const struct sfa_adapter adapter = {
        .name = "libsframe-encoder",
        .version = lib.release,
        .profiles = profiles[lib.version],
        .abis = lib.version == 3 ? "aarch64 amd64 s390x" : "aarch64 amd64",
        .orders = "little big",
        .ops = "encode merge",
        .answer = answer_case,
    };
    return sfa_main(&adapter);
}
