/* SPDX-License-Identifier: MIT */
/* The bytes and bits that a symbolic path such as fre[0][1].info.size means. */
#include "field.h"

#include <stdio.h>
#include <string.h>

void gen_add_field(struct gen_fields *fields, struct gen_field field)
{
    fields->list = gen_grow(fields->pool, fields->list, fields->count, &fields->cap, sizeof(*fields->list));
    fields->list[fields->count++] = field;
}

/* Splits a path into its name and indices. False if it has another form. */
static bool split(const char *text, char name[GEN_PATH_MAX], struct gen_path *path)
{
    size_t used = 0;
    unsigned count = 0;
    for (; *text; text++) {
        if (used + 1 >= GEN_PATH_MAX)
            return false;
        name[used++] = *text;
        if (*text != '[')
            continue;
        size_t digits = strspn(text + 1, "0123456789");
        if (digits == 0 || digits > 9 || count > GEN_MAX_INDEX)
            return false;
        uint32_t value = 0;
        for (; digits; digits--)
            value = value * 10 + (uint32_t)(*++text - '0');
        path->index[count++] = value;
    }
    name[used] = 0;
    path->name = name;
    return true;
}

static const struct gen_field *find(const struct gen_fields *fields, const struct gen_path *path)
{
    for (size_t i = 0; i < fields->count; i++) {
        const struct gen_path *other = &fields->list[i].path;
        if (memcmp(other->index, path->index, sizeof path->index) == 0 && strcmp(other->name, path->name) == 0)
            return &fields->list[i];
    }
    return NULL;
}

const struct gen_field *gen_find_field(const struct gen_fields *fields, const char *path)
{
    char name[GEN_PATH_MAX], other[GEN_PATH_MAX + 1];
    struct gen_path wanted = { 0 };
    if (!split(path, name, &wanted))
        return NULL;
    const struct gen_field *found = find(fields, &wanted);
    if (found || strncmp(name, "fde[]", 5) != 0)
        return found;
    if (strcmp(name, "fde[].fre_off") == 0)
        snprintf(other, sizeof other, "fde[].data_off");
    else
        snprintf(other, sizeof other, "attr%s", name + 3);
    wanted.name = other;
    return find(fields, &wanted);
}

uint64_t gen_field_value(const struct gen_section *section, const struct gen_field *field)
{
    return gen_field_of(section->bytes.data, section->big, field);
}

void gen_set_field(struct gen_section *section, const struct gen_field *field, uint64_t value)
{
    const struct gen_field all = { .start = field->start, .end = field->end, .bits = 64 };
    const uint64_t mask = (field->bits >= 64 ? UINT64_MAX : ((uint64_t)1 << field->bits) - 1) << field->shift;
    const uint64_t whole = (gen_field_value(section, &all) & ~mask) | (value << field->shift & mask);
    for (size_t i = 0; i < field->end - field->start; i++)
        section->bytes.data[section->big ? field->end - 1 - i : field->start + i] = (uint8_t)(whole >> 8 * i);
}

/* The group of all bytes: it grows with every insertion, and a cut shortens it. */
static bool is_section(const struct gen_field *field)
{
    return strcmp(field->path.name, "section") == 0;
}

void gen_fields_inserted(struct gen_fields *fields, size_t at, size_t count)
{
    for (size_t i = 0; i < fields->count; i++) {
        struct gen_field *field = &fields->list[i];
        if (field->start >= at && field->end > at && !is_section(field))
            field->start += count;
        if (field->end > at || is_section(field))
            field->end += count;
    }
}

void gen_fields_cut(struct gen_fields *fields, size_t at)
{
    size_t kept = 0;
    for (size_t i = 0; i < fields->count; i++) {
        struct gen_field field = fields->list[i];
        bool whole = field.end <= at;
        if (!whole) {
            field.kind = GEN_GROUP;
            field.end = at;
        }
        if (whole || field.start < at || is_section(&field))
            fields->list[kept++] = field;
    }
    fields->count = kept;
}

struct gen_fields gen_copy_fields(struct gen_pool *pool, const struct gen_fields *fields)
{
    struct gen_fields copy = { pool, gen_alloc(pool, fields->count, sizeof(*copy.list)), fields->count, fields->count };
    if (fields->count)
        memcpy(copy.list, fields->list, fields->count * sizeof(*copy.list));
    return copy;
}
