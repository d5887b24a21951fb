/* SPDX-License-Identifier: MIT */
/* The field of a section that has a byte, by its name in recipes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "field_map.h"
#include "promote.h"

bool fuzz_find_field(const struct fuzz_section *in, const char *name, uint64_t offset, struct fuzz_field *field)
{
    const struct sfc_mapped subject = {
        .bytes = in->data,
        .size = in->size,
        .big = in->size > 0 && in->data[0] == 0xde,
        .profile = sfr_profile_name(in->profile),
    };
    struct sfc_field_map map = { .count = 0 };
    bool found = false;

    sfc_map_fields(&map, &subject);
    for (size_t i = 0; i < map.count && !found; i++) {
        const struct gen_field *f = &map.fields[i].field;
        *field = (struct fuzz_field){ .path = f->path, .start = f->start, .width = (unsigned)(f->end - f->start) };
        gen_path_text(field->name, &f->path);
        found = f->kind != GEN_BITS && (name ? strcmp(field->name, name) == 0 : f->start <= offset && offset < f->end);
    }
    sfc_field_map_free(&map);
    return found;
}

/* ---- Signatures --------------------------------------------------------------------------------- */

/* "FIELD", "FIRST..LAST" for a fault in several, "section", or the byte range. */
static void name_range(const struct fuzz_section *in, struct fuzz_signature *signature)
{
    const uint64_t start = signature->start, end = signature->end;
    struct fuzz_field first, last;

    if (start == 0 && end == in->size) {
        signature->first.name = signature->last.name = "section";
        snprintf(signature->field, sizeof signature->field, "section");
    } else if (end > start && fuzz_find_field(in, NULL, start, &first) && first.start == start
               && fuzz_find_field(in, NULL, end - 1, &last) && last.start + last.width == end) {
        const bool one = strcmp(first.name, last.name) == 0;
        signature->first = first.path;
        signature->last = last.path;
        snprintf(signature->field, sizeof signature->field, "%s%s%s", first.name, one ? "" : "..",
                 one ? "" : last.name);
    } else {
        snprintf(signature->field, sizeof signature->field, "0x%" PRIx64 "-0x%" PRIx64, start, end);
    }
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
    name_range(in, &signature);
    return signature;
}

/* The same field of any FDE and FRE. The number of a word, or of a byte of the auxiliary header, matters. Places
   without a name are all alike. */
static bool same_kind(const struct gen_path *a, const struct gen_path *b)
{
    if (!a->name || !b->name)
        return a->name == b->name;
    const unsigned numbered = strstr(a->name, "word[") ? 2 : 0;
    const bool matters = numbered != 0 || strncmp(a->name, "aux[", 4) == 0;
    return strcmp(a->name, b->name) == 0 && (!matters || a->index[numbered] == b->index[numbered]);
}

bool fuzz_signature_same(const struct fuzz_signature *a, const struct fuzz_signature *b)
{
    return a->fault == b->fault && a->clause == b->clause && same_kind(&a->first, &b->first)
           && same_kind(&a->last, &b->last);
}
