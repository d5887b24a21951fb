/* SPDX-License-Identifier: MIT */
/* The field of a section that has a byte, by its name in recipes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "finding.h"
#include "section_fields.h"

struct place {
    const char *name;
    unsigned at, width;
};

#define PLACE(id, name, at, width) { name, at, width },
static const struct place header[] = { SFR_HEADER_FIELDS(PLACE){ NULL, 0, 0 } };
static const struct place fde_old[] = { SFR_FDE_FIELDS_V1_V2(PLACE){ NULL, 0, 0 } };
static const struct place fde_v3[] = { SFR_FDE_INDEX_FIELDS_V3(PLACE){ NULL, 0, 0 } };
static const struct place attribute[] = { SFR_FDE_ATTR_FIELDS_V3(PLACE){ NULL, 0, 0 } };

/* Finds the field in a table of `size` bytes at `base`. */
static bool find_place(const struct place *places, uint64_t base, unsigned size, uint64_t offset, const char *prefix,
                       struct fuzz_field *field)
{
    for (; places->name; places++) {
        const uint64_t start = base + places->at;
        if (offset < start || offset - start >= places->width || places->at + places->width > size)
            continue;
        snprintf(field->name, sizeof field->name, "%s.%s", prefix, places->name);
        field->start = start;
        field->width = places->width;
        return true;
    }
    return false;
}

static bool find_in_row(const struct sfr_section *s, const struct sfr_fde *fde, uint32_t number, uint64_t offset,
                        struct fuzz_field *field)
{
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    bool more = true;

    sfr_fres(&c, s, fde);
    do {
        const enum sfr_fault fault = sfr_next_fre(&c, &fre, &more);
        if (!more || (fault != SFR_FAULT_NONE && fre.index != number))
            return false;
    } while (fre.index != number);
    if (fde->fre_type > SFR_FRE_TYPE_ADDR4 || offset < fre.pos)
        return false;
    const unsigned start_width = 1u << fde->fre_type;
    const uint64_t into = offset - fre.pos;
    char name[40] = "start";
    field->start = fre.pos;
    field->width = start_width;
    if (into >= start_width) {
        snprintf(name, sizeof name, "info");
        field->start = fre.pos + start_width;
        field->width = 1;
    }
    if (into > start_width) {
        const uint64_t word = fre.word_size > 0 ? (into - start_width - 1) / fre.word_size : 0;
        if (fre.word_size == 0)
            return false;
        snprintf(name, sizeof name, "word[%" PRIu64 "]", word);
        field->start = fre.pos + start_width + 1 + word * fre.word_size;
        field->width = fre.word_size;
    }
    snprintf(field->name, sizeof field->name, "fre[%" PRIu32 "][%" PRIu32 "].%s", fde->index, number, name);
    return true;
}

bool fuzz_field_at(const struct fuzz_section *in, uint64_t offset, uint32_t fde_index, uint32_t fre_index,
                   struct fuzz_field *field)
{
    struct sfr_section s;
    struct sfr_fde fde;
    char prefix[24];

    if (offset >= in->size)
        return false;
    if (offset < SFR_HEADER_SIZE)
        return find_place(header, 0, SFR_HEADER_SIZE, offset, "hdr", field);
    if (sfr_open(&s, in->data, in->size, in->addr, in->profile, NULL) != SFR_FAULT_NONE)
        return false;
    if (offset < s.hdr_end) {
        snprintf(field->name, sizeof field->name, "aux[%" PRIu64 "]", offset - SFR_HEADER_SIZE);
        field->start = offset;
        field->width = 1;
        return true;
    }
    if (fde_index == SFR_NO_INDEX || fde_index >= s.hdr.sfh_num_fdes)
        return false;
    const enum sfr_fault fault = sfr_read_fde(&s, fde_index, &fde);
    snprintf(prefix, sizeof prefix, "fde[%" PRIu32 "]", fde_index);
    if (find_place(s.profile == SFR_PROFILE_V3 ? fde_v3 : fde_old, fde.pos, s.fde_size, offset, prefix, field))
        return true;
    snprintf(prefix, sizeof prefix, "attr[%" PRIu32 "]", fde_index);
    if (fde.attr_pos > 0 && find_place(attribute, fde.attr_pos, SFR_FDE_ATTR_SIZE_V3, offset, prefix, field))
        return true;
    return fault == SFR_FAULT_NONE && fre_index != SFR_NO_INDEX && find_in_row(&s, &fde, fre_index, offset, field);
}

bool fuzz_field_named(const struct fuzz_section *in, const char *name, struct fuzz_field *field)
{
    uint32_t fde = SFR_NO_INDEX, fre = SFR_NO_INDEX;
    const char *index = strchr(name, '[');

    /* The names are those of fuzz_field_at(): try every byte. */
    if (index && strncmp(name, "aux", 3) != 0 && sscanf(index, "[%" SCNu32 "][%" SCNu32 "]", &fde, &fre) < 1)
        return false;
    for (uint64_t offset = 0; offset < in->size; offset++) {
        if (fuzz_field_at(in, offset, fde, fre, field) && strcmp(field->name, name) == 0)
            return true;
    }
    return false;
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
    if (f->end <= f->start || !fuzz_field_at(in, f->start, f->fde, f->fre, &first) || first.start != f->start
        || !fuzz_field_at(in, f->end - 1, f->fde, f->fre, &last) || last.start + last.width != f->end) {
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
