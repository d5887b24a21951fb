/* SPDX-License-Identifier: MIT */
/* The lists beside the recipes: entries with their reasons. */
#include "exceptions.h"

#include "reasons.h"

enum { MAX_LIST = 1 << 20 };

bool gen_read_exceptions(struct gen_pool *pool, const char *dir, const char *name, struct gen_exceptions *exceptions,
                         struct gen_error *error)
{
    struct gen_bytes bytes;
    *exceptions = (struct gen_exceptions){ .file = gen_textf(pool, "%s/%s", dir, name) };
    if (!gen_read_file(pool, exceptions->file, MAX_LIST, &bytes, error))
        return false;
    struct gen_reasons in = { .next = gen_copy(pool, (const char *)bytes.data, bytes.len) };
    while (gen_reasons_next(&in)) {
        exceptions->list =
            gen_grow(pool, exceptions->list, exceptions->count, &exceptions->cap, sizeof(*exceptions->list));
        exceptions->list[exceptions->count++] = (struct gen_exception){ in.line, in.entry };
    }
    return !in.wrong || gen_fail(error, exceptions->file, in.line, "%s", in.wrong);
}
