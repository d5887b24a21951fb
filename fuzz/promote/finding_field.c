/* SPDX-License-Identifier: MIT */
/* The field of a section that has a byte, by its name in recipes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "field_map.h"
#include "finding.h"

static struct sfc_field_map fields_of(const struct fuzz_section *in)
{
    struct sfc_field_map map = { .count = 0 };
    const struct sfc_mapped subject = {
        .bytes = in->data,
        .size = in->size,
        .big = in->size > 0 && in->data[0] == 0xde,
        .profile = sfr_profile_name(in->profile),
    };
    sfc_map_fields(&map, &subject);
    return map;
}

/* A number is a field, its bits are none. */
static bool is_field(const struct gen_shown_field *f, struct fuzz_field *field)
{
    char path[GEN_PATH_MAX];

    gen_path_text(path, &f->field.path);
    snprintf(field->name, sizeof field->name, "%.*s", FUZZ_FIELD_NAME - 1, path);
    field->start = f->field.start;
    field->width = (unsigned)(f->field.end - f->field.start);
    return f->field.kind != GEN_BITS;
}

/* The field of the byte at `offset`. False if the section cannot be read that far, or no field has the byte. */
static bool field_at(const struct sfc_field_map *map, uint64_t offset, struct fuzz_field *field)
{
    for (size_t i = 0; i < map->count; i++)
        if (map->fields[i].field.start <= offset && offset < map->fields[i].field.end
            && is_field(&map->fields[i], field))
            return true;
    return false;
}

bool fuzz_field_named(const struct fuzz_section *in, const char *name, struct fuzz_field *field)
{
    struct sfc_field_map map = fields_of(in);
    bool found = false;

    for (size_t i = 0; i < map.count && !found; i++)
        found = is_field(&map.fields[i], field) && strcmp(field->name, name) == 0;
    sfc_field_map_free(&map);
    return found;
}

/* ---- Signatures --------------------------------------------------------------------------------- */

/* "FIELD", "FIRST..LAST" for a fault in several, "section", or the byte range. */
static void name_range(const struct fuzz_section *in, const struct sfr_finding *f, char name[FUZZ_FIELD_NAME])
{
    struct fuzz_field first, last;

    if (f->start == 0 && f->end == in->size) {
        snprintf(name, FUZZ_FIELD_NAME, "section");
        return;
    }
    struct sfc_field_map map = fields_of(in);
    const bool whole = f->end > f->start && field_at(&map, f->start, &first) && first.start == f->start
                       && field_at(&map, f->end - 1, &last) && last.start + last.width == f->end;
    sfc_field_map_free(&map);
    if (!whole) {
        snprintf(name, FUZZ_FIELD_NAME, "0x%" PRIx64 "-0x%" PRIx64, f->start, f->end);
        return;
    }
    /* Two names of a place are at most 2 * 30 characters long. */
    if (strcmp(first.name, last.name) == 0)
        memcpy(name, first.name, FUZZ_FIELD_NAME);
    else
        snprintf(name, FUZZ_FIELD_NAME, "%.30s..%.30s", first.name, last.name);
}

struct fuzz_signature fuzz_signature_of(const struct fuzz_section *in)
{
    const struct sfr_verdict v = sfr_check(in->data, in->size, in->addr, in->profile, NULL, NULL);
    struct fuzz_signature signature = { .fault = SFR_FAULT_NONE };

    if (v.accepted)
        return signature;
    signature.fault = v.first.fault;
    signature.clause = v.first.clause;
    signature.start = v.first.start;
    signature.end = v.first.end;
    name_range(in, &v.first, signature.field);
    return signature;
}

/* Does the name written so far end with an item whose number does not matter? The number of a word,
   or of a byte of the auxiliary header, does. */
static bool is_item(const char *name, size_t len)
{
    static const char *const items[] = { "fde", "attr", "fre" };

    for (unsigned i = 0; i < sizeof items / sizeof items[0]; i++) {
        const size_t n = strlen(items[i]);
        if (len >= n && memcmp(name + len - n, items[i], n) == 0 && (len == n || name[len - n - 1] == '.'))
            return true;
    }
    return false;
}

/* The name of a field without the numbers of FDE and FRE. */
static void drop_numbers(const char *name, char kind[FUZZ_FIELD_NAME])
{
    size_t len = 0;

    while (*name && len < FUZZ_FIELD_NAME - 1) {
        const bool after_item = *name == '[' && is_item(kind, len);
        while (after_item && *name == '[') {
            name += strcspn(name, "]");
            name += *name == ']';
        }
        if (!after_item)
            kind[len++] = *name++;
    }
    kind[len] = '\0';
}

/* The same field of any FDE and FRE. Places without a name are all alike. */
static bool same_kind(const char *a, const char *b)
{
    char kind_a[FUZZ_FIELD_NAME], kind_b[FUZZ_FIELD_NAME];

    if (strncmp(a, "0x", 2) == 0 || strncmp(b, "0x", 2) == 0)
        return strncmp(a, "0x", 2) == strncmp(b, "0x", 2);
    drop_numbers(a, kind_a);
    drop_numbers(b, kind_b);
    return strcmp(kind_a, kind_b) == 0;
}

bool fuzz_signature_same(const struct fuzz_signature *a, const struct fuzz_signature *b)
{
    return a->fault == b->fault && a->clause == b->clause && same_kind(a->field, b->field);
}
