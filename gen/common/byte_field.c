/* SPDX-License-Identifier: MIT */
/* A field of a section or file: its path as recipes write it, its bytes and bits, and its value. */
#include "byte_field.h"

#include <stdio.h>
#include <stdlib.h>

void gen_path_text(char text[GEN_PATH_MAX], const struct gen_path *path)
{
    size_t used = 0;
    unsigned next = 0;
    text[0] = 0;
    for (const char *at = path->name; *at && used + 1 < GEN_PATH_MAX; at++) {
        text[used++] = *at;
        if (*at == '[') {
            int n = snprintf(text + used, GEN_PATH_MAX - used, "%u", (unsigned)path->index[next++]);
            used += n < 0 ? 0 : (size_t)n;
        }
    }
    text[used < GEN_PATH_MAX ? used : GEN_PATH_MAX - 1] = 0;
}

uint64_t gen_field_of(const uint8_t *bytes, bool big, const struct gen_field *field)
{
    uint64_t value = 0;
    for (size_t i = field->start; i < field->end; i++)
        value = value << 8 | bytes[big ? i : field->start + field->end - 1 - i];
    return value >> field->shift & (field->bits >= 64 ? UINT64_MAX : ((uint64_t)1 << field->bits) - 1);
}

static int by_place(const void *a, const void *b)
{
    const struct gen_field *one = &((const struct gen_shown_field *)a)->field,
                           *other = &((const struct gen_shown_field *)b)->field;
    if (one->start != other->start)
        return one->start < other->start ? -1 : 1;
    return one->kind != other->kind ? (int)one->kind - (int)other->kind : (int)one->shift - (int)other->shift;
}

void gen_sort_fields(struct gen_shown_field *fields, size_t count)
{
    if (count > 0)
        qsort(fields, count, sizeof *fields, by_place);
}
