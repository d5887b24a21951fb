/* SPDX-License-Identifier: MIT */
/*
 * Merges two sections as ld does (bfd/elf-sframe.c): the library decodes each, and each function goes to its encoder
 * with its rows. ABI and fixed offsets must be the same; ld refuses others, too.
 */
#define _GNU_SOURCE
#include "libsframe_encoder.h"
#include "libsframe_load.h"

enum { FLAGS_AT = 3, SORTED = 1, PCREL = 4 };

/* The library's decoder. */
struct reader;
static struct {
    struct reader *(*decode)(const char *bytes, size_t size, int *err);
    void (*free)(struct reader **r);
    unsigned char (*abi)(struct reader *r);
    int8_t (*fixed_fp)(struct reader *r);
    int8_t (*fixed_ra)(struct reader *r);
    uint8_t (*version)(struct reader *r);
    unsigned (*num_functions)(struct reader *r);
    uint32_t (*start_position)(struct reader *r, uint32_t index, int *err);
    int (*function_v1)(struct reader *r, unsigned i, uint32_t *rows, uint32_t *size, int32_t *start,
                       unsigned char *info);
    int (*function_v2)(struct reader *r, unsigned i, uint32_t *rows, uint32_t *size, int32_t *start,
                       unsigned char *info, uint8_t *rep);
    int (*function_v3)(struct reader *r, unsigned i, uint32_t *rows, uint32_t *size, int64_t *start,
                       unsigned char *info, unsigned char *info2, uint8_t *rep);
    int (*row)(struct reader *r, unsigned function, unsigned row, struct row *out);
} from;

void libsframe_load_merge(void *handle)
{
    LOAD(from.decode, "sframe_decode", true);
    LOAD(from.free, "sframe_decoder_free", true);
    LOAD(from.abi, "sframe_decoder_get_abi_arch", true);
    LOAD(from.fixed_fp, "sframe_decoder_get_fixed_fp_offset", true);
    LOAD(from.fixed_ra, "sframe_decoder_get_fixed_ra_offset", true);
    LOAD(from.version, "sframe_decoder_get_version", lib.version > 1);
    LOAD(from.num_functions, "sframe_decoder_get_num_fidx", true);
    LOAD(from.start_position, "sframe_decoder_get_offsetof_fde_start_addr", lib.version == 3);
    LOAD(from.function_v1, "sframe_decoder_get_funcdesc", lib.version == 1);
    LOAD(from.function_v2, "sframe_decoder_get_funcdesc_v2", lib.version == 2);
    LOAD(from.function_v3, "sframe_decoder_get_funcdesc_v3", lib.version == 3);
    LOAD(from.row, "sframe_decoder_get_fre", true);
}

/* Of function `i`; its start counts from its own section. */
static int read_function(struct reader *r, unsigned i, unsigned flags, struct function *f)
{
    int32_t start = 0;
    int err;
    *f = (struct function){ 0 };
    if (lib.version == 3) {
        err = from.function_v3(r, i, &f->num_rows, &f->size, &f->start, &f->info, &f->info2, &f->rep);
        if (err == 0 && (flags & PCREL))
            f->start += from.start_position(r, i, &err);
        return err;
    }
    err = lib.version == 2 ? from.function_v2(r, i, &f->num_rows, &f->size, &start, &f->info, &f->rep)
                           : from.function_v1(r, i, &f->num_rows, &f->size, &start, &f->info);
    f->start = start;
    return err;
}

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
    for (unsigned i = 0; err == 0 && i < from.num_functions(in->reader); i++, ++*count) {
        err = read_function(in->reader, i, in->flags, &f);
        f.start += in->distance;
        /* The interface takes 32 bits before version 3. */
        if (err == 0 && lib.version < 3 && (f.start < INT32_MIN || f.start > INT32_MAX))
            return 1;
        if (err == 0)
            err = libsframe_add_function(to, *count, flags, &f);
        for (unsigned k = 0; err == 0 && k < f.num_rows; k++) {
            row = (struct row){ 0 };
            err = from.row(in->reader, i, k, &row);
            if (err == 0)
                err = lib.add_row(to, *count, &row);
        }
    }
    return err;
}

static enum sfa_status merge(const struct input in[2], struct sfa_answer *answer)
{
    struct reader *a = in[0].reader, *b = in[1].reader;
    const unsigned flags = (in[0].flags & in[1].flags) | SORTED;
    unsigned count = 0;
    int err = 0;
    if (from.abi(a) != from.abi(b) || from.fixed_fp(a) != from.fixed_fp(b) || from.fixed_ra(a) != from.fixed_ra(b))
        return libsframe_refuse(answer, "sections of another ABI, or with other fixed offsets", 0);
    /* The encoder writes one version; some decoders read older ones, too. */
    if (lib.version > 1 && (from.version(a) != lib.version || from.version(b) != lib.version))
        return libsframe_refuse(answer, "a section of another version", 0);
    struct ctx *to =
        libsframe_open((uint8_t)lib.version, (uint8_t)flags, from.abi(a), from.fixed_fp(a), from.fixed_ra(a), &err);
    if (!to)
        return libsframe_refuse(answer, "the section", err);
    for (unsigned i = 0; err == 0 && i < 2; i++)
        err = add_functions(&in[i], to, flags, &count);
    const enum sfa_status status =
        err == 0 ? libsframe_write(to, true, answer) : libsframe_refuse(answer, "a function or a row", err);
    lib.free(&to);
    return status;
}

enum sfa_status libsframe_merge(const struct sfa_request *request, struct sfa_answer *answer)
{
    int err = 0;
    enum sfa_status status;
    struct input in[2] = { { .distance = 0 }, { .distance = (int64_t)(request->second_addr - request->addr) } };
    in[0].reader = from.decode((const char *)request->body, request->size, &err);
    if (in[0].reader)
        in[1].reader = from.decode((const char *)request->second, request->second_size, &err);
    if (in[0].reader && in[1].reader) {
        in[0].flags = request->body[FLAGS_AT];
        in[1].flags = request->second[FLAGS_AT];
        status = merge(in, answer);
    } else {
        status = libsframe_refuse(answer, in[0].reader ? "the second section" : "the first section", err);
    }
    for (unsigned i = 0; i < 2; i++)
        if (in[i].reader)
            from.free(&in[i].reader);
    return status;
}
