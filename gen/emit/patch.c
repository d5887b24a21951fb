/* SPDX-License-Identifier: MIT */
/* Changes to the bytes of a section, and undoing them. */
#include "patch.h"

#include <string.h>

struct patcher {
    struct gen_pool *pool;
    const char *file; /* of the recipe */
    struct gen_section *section;
    struct gen_buf *text;
    struct gen_error *error;
};

#define refuse(p, change, ...) gen_fail((p)->error, (p)->file, (change)->line, __VA_ARGS__)

/* "-" where there is nothing. */
static void add_hex(struct gen_buf *out, const uint8_t *data, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < len; i++)
        gen_add(out, (const char[]){ digits[data[i] >> 4], digits[data[i] & 15] }, 2);
    if (len == 0)
        gen_addf(out, "-");
}

/* The place of a part and what was there; what is there now comes after it. */
static void start_part(struct patcher *p, size_t at, const uint8_t *old, size_t old_len)
{
    gen_addf(p->text, "%s0x%zx ", p->text->len ? "; " : "", at);
    add_hex(p->text, old, old_len);
    gen_addf(p->text, " ");
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

static bool set(struct patcher *p, const struct gen_change *change)
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
    start_part(p, field->start, bytes, field->end - field->start);
    gen_set_field(p->section, field, value);
    add_hex(p->text, bytes, field->end - field->start);
    return true;
}

static bool cut(struct patcher *p, const struct gen_change *change)
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
    start_part(p, at, bytes->data + at, bytes->len - at);
    add_hex(p->text, NULL, 0);
    gen_fields_cut(&p->section->fields, at);
    bytes->len = at;
    return true;
}

/* Inserts bytes beside a field, or at the end, as the group "added". */
static bool insert(struct patcher *p, const struct gen_change *change)
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
    start_part(p, at, NULL, 0);
    add_hex(p->text, added.data, added.len);
    return true;
}

bool gen_apply(struct gen_pool *pool, const char *file, const struct gen_changes *changes,
               const struct gen_section *parent, struct gen_section *section, struct gen_buf *text,
               struct gen_error *error)
{
    struct patcher p = { pool, file, section, text, error };
    *section = (struct gen_section){
        .bytes = { .pool = pool },
        .fields = parent->fields,
        .big = parent->big,
    };
    gen_add(&section->bytes, parent->bytes.data, parent->bytes.len);
    for (size_t i = 0; i < changes->count; i++) {
        const struct gen_change *change = &changes->list[i];
        /* A change of a value moves no field. */
        if (change->kind != GEN_SET && section->fields.list == parent->fields.list)
            section->fields = gen_copy_fields(pool, &parent->fields);
        if (!(change->kind == GEN_SET ? set : change->kind == GEN_CUT ? cut : insert)(&p, change))
            return false;
    }
    return true;
}

/* ---- Undoing ------------------------------------------------------------- */

/* "0xOFFSET OLDHEX NEWHEX" */
struct part {
    size_t at;
    struct gen_bytes old, made;
};

static bool parse_hex(struct gen_pool *pool, const char *text, struct gen_bytes *bytes)
{
    *bytes = (struct gen_bytes){ 0 };
    return strcmp(text, "-") == 0 || (!strchr(text, '*') && gen_parse_bytes(pool, text, bytes));
}

/* The parts of a patch, with "; " between them. */
static bool parse_parts(struct gen_pool *pool, const char *patch, struct part **parts, size_t *count)
{
    size_t cap = 0;
    *parts = NULL;
    *count = 0;
    for (const char *text = patch;; text++) {
        const size_t len = strcspn(text, ";");
        *parts = gen_grow(pool, *parts, *count, &cap, sizeof(**parts));
        struct part *part = &(*parts)[(*count)++];
        size_t num_words;
        int64_t at;
        char **words = gen_words(pool, gen_copy(pool, text, len), &num_words);
        if (num_words != 3 || !gen_parse_int(words[0], 0, INT32_MAX, &at) || !parse_hex(pool, words[1], &part->old)
            || !parse_hex(pool, words[2], &part->made))
            return false;
        part->at = (size_t)at;
        text += len;
        if (!*text)
            return true;
    }
}

static bool undo_part(struct gen_pool *pool, const struct part *part, struct gen_bytes *bytes)
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

bool gen_undo(struct gen_pool *pool, const char *patch, struct gen_bytes bytes, struct gen_bytes *parent)
{
    struct part *parts;
    size_t count;
    if (!parse_parts(pool, patch, &parts, &count))
        return false;
    while (count-- > 0)
        if (!undo_part(pool, &parts[count], &bytes))
            return false;
    *parent = bytes;
    return true;
}

/* ---- The place of the changes -------------------------------------------- */

static bool part_within(const struct part *part, size_t start, size_t end)
{
    if (part->made.len == 0)
        return part->at >= start && part->at <= end;
    for (size_t i = 0; i < part->made.len; i++)
        if ((i >= part->old.len || part->old.data[i] != part->made.data[i])
            && (part->at + i < start || part->at + i >= end))
            return false;
    return true;
}

bool gen_patch_within(struct gen_pool *pool, const char *patch, size_t start, size_t end)
{
    struct part *parts;
    size_t count;
    bool within = parse_parts(pool, patch, &parts, &count);
    for (size_t i = 0; within && i < count; i++)
        within = part_within(&parts[i], start, end);
    return within;
}
