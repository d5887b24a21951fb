/* SPDX-License-Identifier: MIT */
/*
 * Merges two sections as ld does (bfd/elf-sframe.c): the library decodes each, and each function goes to its encoder
 * with its rows. ABI and fixed offsets must be the same; ld refuses others, too.
 */
#define _GNU_SOURCE
#include "libsframe_decoder.h"
#include "libsframe_encoder.h"

enum { FLAGS_AT = 3, SORTED = 1 };

void libsframe_load_merge(void *handle)
{
    load_decoder(handle);
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
    for (unsigned i = 0; err == 0 && i < decoder.num_functions(in->reader); i++, ++*count) {
        err = place_function(in->reader, i, &f);
        f.start += in->distance;
        /* The interface takes 32 bits before version 3. */
        if (err == 0 && lib.version < 3 && (f.start < INT32_MIN || f.start > INT32_MAX))
            return 1;
        if (err == 0)
            err = libsframe_add_function(to, *count, flags, &f);
        for (unsigned k = 0; err == 0 && k < f.num_rows; k++) {
            row = (struct row){ 0 };
            err = decoder.row(in->reader, i, k, &row);
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
    if (decoder.abi(a) != decoder.abi(b) || decoder.fixed_fp(a) != decoder.fixed_fp(b)
        || decoder.fixed_ra(a) != decoder.fixed_ra(b))
        return libsframe_refuse(answer, "sections of another ABI, or with other fixed offsets", 0);
    /* The encoder writes one version; some decoders read older ones, too. */
    if (lib.version > 1 && (decoder.version(a) != lib.version || decoder.version(b) != lib.version))
        return libsframe_refuse(answer, "a section of another version", 0);
    struct ctx *to = libsframe_open((uint8_t)lib.version, (uint8_t)flags, decoder.abi(a), decoder.fixed_fp(a),
                                    decoder.fixed_ra(a), &err);
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
    in[0].reader = decoder.decode((const char *)request->body, request->size, &err);
    if (in[0].reader)
        in[1].reader = decoder.decode((const char *)request->second, request->second_size, &err);
    if (in[0].reader && in[1].reader) {
        in[0].flags = request->body[FLAGS_AT];
        in[1].flags = request->second[FLAGS_AT];
        status = merge(in, answer);
    } else {
        status = libsframe_refuse(answer, in[0].reader ? "the second section" : "the first section", err);
    }
    for (unsigned i = 0; i < 2; i++)
        if (in[i].reader)
            decoder.free(&in[i].reader);
    return status;
}
