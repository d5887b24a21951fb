/* SPDX-License-Identifier: MIT */
/* Changes to the bytes of a section, and undoing them. */
#include "patch.h"

#include <string.h>

struct patcher {
    struct gen_pool *pool;
    const char *file; /* of the recipe */
    struct gen_section *section;
    struct gen_error *error;
};

#define refuse(p, change, ...) gen_fail((p)->error, (p)->file, (change)->line, __VA_ARGS__)

static struct gen_bytes copy_of(struct patcher *p, const uint8_t *data, size_t len)
{
    return (struct gen_bytes){ len ? (const uint8_t *)gen_copy(p->pool, (const char *)data, len) : NULL, len };
}

static const struct gen_field *field_of(struct patcher *p, const struct gen_change *change)
{
    const struct gen_field *field = gen_find_field(&p->section->fields, change->path);
    if (!field)
        refuse(p, change, "the section has no field '%s'", change->path);
    return field;
}

static bool new_value(struct patcher *p, const struct gen_change *change, const struct gen_field *field,
                      uint64_t *value)
{
    const uint64_t old = gen_field_value(p->section, field), half = (uint64_t)1 << (field->bits - 1);
    const uint64_t most = half - 1 + half;
    if (change->value.magnitude > (change->value.negative ? half : most) || !gen_number_bits(change->value, value))
        return refuse(p, change, "the value does not fit the %u bits of '%s'", field->bits, change->path);
    if (change->op == '+')
        *value = old + *value;
    else if (change->op == '-')
        *value = old - *value;
    else if (change->op == '|')
        *value |= old;
    *value &= most;
    if (*value == old)
        return refuse(p, change, "'%s' already has this value; nothing changes", change->path);
    return true;
}

static bool set(struct patcher *p, const struct gen_change *change, struct gen_part *part)
{
    const struct gen_field *field = field_of(p, change);
    uint64_t value;
    if (!field)
        return false;
    if (field->kind == GEN_GROUP)
        return refuse(p, change, "'%s' is a group of fields; expected one that holds a number", change->path);
    if (!new_value(p, change, field, &value))
        return false;
    const uint8_t *bytes = p->section->bytes.data + field->start;
    part->at = field->start;
    part->old = copy_of(p, bytes, field->end - field->start);
    gen_set_field(p->section, field, value);
    part->made = copy_of(p, bytes, field->end - field->start);
    return true;
}

static bool cut(struct patcher *p, const struct gen_change *change, struct gen_part *part)
{
    struct gen_buf *bytes = &p->section->bytes;
    const struct gen_number by = change->value;
    const struct gen_field *field = change->path ? field_of(p, change) : NULL;
    if (change->path && !field)
        return false;
    if (!field && by.magnitude > bytes->len)
        return refuse(p, change, "the section has only %zu bytes", bytes->len);
    const size_t at = field         ? (change->after ? field->end : field->start)
                      : by.negative ? bytes->len - (size_t)by.magnitude
                                    : (size_t)by.magnitude;
    if (at >= bytes->len)
        return refuse(p, change, "nothing to cut");
    part->at = at;
    part->old = copy_of(p, bytes->data + at, bytes->len - at);
    gen_fields_cut(&p->section->fields, at);
    bytes->len = at;
    return true;
}

/* Inserts bytes beside a field, or at the end, as the group "added". */
static bool insert(struct patcher *p, const struct gen_change *change, struct gen_part *part)
{
    struct gen_buf whole = { .pool = p->pool };
    const struct gen_buf *old = &p->section->bytes;
    const struct gen_bytes added = change->bytes;
    const struct gen_field *field = change->kind == GEN_INSERT ? field_of(p, change) : NULL;
    if (change->kind == GEN_INSERT && !field)
        return false;
    const size_t at = !field ? old->len : change->after ? field->end : field->start;
    gen_add(&whole, old->data, at);
    gen_add(&whole, added.data, added.len);
    gen_add(&whole, old->data + at, old->len - at);
    p->section->bytes = whole;
    gen_fields_inserted(&p->section->fields, at, added.len);
    gen_add_field(&p->section->fields, (struct gen_field){ { .name = "added" }, GEN_GROUP, at, at + added.len, 0, 0 });
    part->at = at;
    part->made = added;
    return true;
}

bool gen_apply(struct gen_pool *pool, const char *file, const struct gen_changes *changes,
               const struct gen_section *parent, struct gen_section *section, struct gen_patch *patch,
               struct gen_error *error)
{
    struct patcher p = { pool, file, section, error };
    *section = (struct gen_section){
        .bytes = { .pool = pool },
        .fields = parent->fields,
        .big = parent->big,
    };
    gen_add(&section->bytes, parent->bytes.data, parent->bytes.len);
    *patch = (struct gen_patch){ gen_alloc(pool, changes->count, sizeof(*patch->list)), changes->count };
    for (size_t i = 0; i < changes->count; i++) {
        const struct gen_change *change = &changes->list[i];
        /* A change of a value moves no field. */
        if (change->kind != GEN_SET && section->fields.list == parent->fields.list)
            section->fields = gen_copy_fields(pool, &parent->fields);
        if (!(change->kind == GEN_SET ? set : change->kind == GEN_CUT ? cut : insert)(&p, change, &patch->list[i]))
            return false;
    }
    return true;
}

/* ---- Patches ------------------------------------------------------------- */

/* "-" where there is nothing. */
static void add_hex(struct gen_buf *out, struct gen_bytes bytes)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < bytes.len; i++)
        gen_add(out, (const char[]){ digits[bytes.data[i] >> 4], digits[bytes.data[i] & 15] }, 2);
    if (bytes.len == 0)
        gen_addf(out, "-");
}

void gen_add_patch(struct gen_buf *out, const struct gen_patch *patch)
{
    for (size_t i = 0; i < patch->count; i++) {
        gen_addf(out, "%s0x%zx ", i ? "; " : "", patch->list[i].at);
        add_hex(out, patch->list[i].old);
        gen_addf(out, " ");
        add_hex(out, patch->list[i].made);
    }
}

static bool undo_part(struct gen_pool *pool, const struct gen_part *part, struct gen_bytes *bytes)
{
    struct gen_buf whole = { .pool = pool };
    if (part->at > bytes->len || part->made.len > bytes->len - part->at)
        return false;
    if (part->made.len && memcmp(bytes->data + part->at, part->made.data, part->made.len) != 0)
        return false;
    const size_t rest = part->at + part->made.len;
    gen_add(&whole, bytes->data, part->at);
    gen_add(&whole, part->old.data, part->old.len);
    gen_add(&whole, bytes->data + rest, bytes->len - rest);
    *bytes = (struct gen_bytes){ whole.data, whole.len };
    return true;
}

bool gen_undo(struct gen_pool *pool, const struct gen_patch *patch, struct gen_bytes bytes, struct gen_bytes *parent)
{
    for (size_t i = patch->count; i > 0; i--)
        if (!undo_part(pool, &patch->list[i - 1], &bytes))
            return false;
    *parent = bytes;
    return true;
}

static bool part_within(const struct gen_part *part, size_t start, size_t end)
{
    if (part->made.len == 0)
        return part->at >= start && part->at <= end;
    for (size_t i = 0; i < part->made.len; i++)
        if ((i >= part->old.len || part->old.data[i] != part->made.data[i])
            && (part->at + i < start || part->at + i >= end))
            return false;
    return true;
}

bool gen_patch_within(const struct gen_patch *patch, size_t start, size_t end)
{
    bool within = true;
    for (size_t i = 0; i < patch->count; i++)
        within = within && part_within(&patch->list[i], start, end);
    return within;
}
