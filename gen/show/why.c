/* SPDX-License-Identifier: MIT */
/* Shows a case: its bytes field by field, the changes, and the fault. */
#include "why.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_COLUMN = 8, PATH_COLUMN = 24 };

/* By place; at the same place whole numbers before their bits. */
static int by_place(const void *a, const void *b)
{
    const struct gen_field *one = a, *other = b;
    if (one->start != other->start)
        return one->start < other->start ? -1 : 1;
    return one->kind != other->kind ? (int)one->kind - (int)other->kind : (int)one->shift - (int)other->shift;
}

struct writer {
    struct gen_buf *out;
    const struct gen_case *made;
    bool colour;
};

static bool in_fault(const struct writer *w, size_t start, size_t end)
{
    const struct gen_case *made = w->made;
    if (made->plan.verdict != GEN_REJECT || made->plan.error)
        return false;
    return start < made->range_end && end > made->range_start;
}

/* A line of bytes: offset, up to eight of them, and what they are. */
static void add_bytes(const struct writer *w, size_t start, size_t end)
{
    gen_addf(w->out, "0x%04zx  ", start);
    for (size_t i = 0; i < BYTES_COLUMN; i++) {
        if (start + i < end)
            gen_addf(w->out, "%02x ", w->made->section.bytes.data[start + i]);
        else
            gen_addf(w->out, "   ");
    }
}

static void add_mark(const struct writer *w, size_t start, size_t end)
{
    if (in_fault(w, start, end))
        gen_addf(w->out, "%s  <== %s%s", w->colour ? "\033[1;31m" : "", w->made->plan.fault,
                 w->colour ? "\033[0m" : "");
    gen_addf(w->out, "\n");
}

static void add_unnamed(const struct writer *w, size_t start, size_t end, const char *what)
{
    for (size_t at = start; at < end; at += BYTES_COLUMN) {
        const size_t stop = end - at < BYTES_COLUMN ? end : at + BYTES_COLUMN;
        add_bytes(w, at, stop);
        gen_addf(w->out, " %s", what);
        add_mark(w, at, stop);
    }
}

/* The value of the field in the parent, if it has another one. */
static void add_change(const struct writer *w, const struct gen_field *field, const char *path)
{
    const struct gen_case *parent = w->made->parent;
    const struct gen_field *before = parent ? gen_find_field(&parent->section.fields, path) : NULL;
    if (!before || before->kind == GEN_GROUP)
        return;
    const uint64_t was = gen_field_value(&parent->section, before);
    if (was != gen_field_value(&w->made->section, field))
        gen_addf(w->out, "  (parent: 0x%" PRIx64 ")", was);
}

static void add_number(const struct writer *w, const struct gen_field *field)
{
    char path[GEN_PATH_MAX];
    gen_path_text(path, &field->path);
    add_bytes(w, field->start, field->end);
    gen_addf(w->out, " %-*s 0x%" PRIx64, PATH_COLUMN, path, gen_field_value(&w->made->section, field));
    add_change(w, field, path);
    add_mark(w, field->start, field->end);
}

static void add_bits(const struct writer *w, const struct gen_field *field)
{
    char path[GEN_PATH_MAX];
    gen_path_text(path, &field->path);
    gen_addf(w->out, "%*s   %-*s 0x%" PRIx64, 6 + 2 + 3 * BYTES_COLUMN, "", PATH_COLUMN - 2, path,
             gen_field_value(&w->made->section, field));
    add_change(w, field, path);
    gen_addf(w->out, "\n");
}

static void add_fields(const struct writer *w)
{
    const struct gen_section *section = &w->made->section;
    struct gen_fields fields = gen_copy_fields(w->out->pool, &section->fields);
    size_t at = 0;
    if (fields.count)
        qsort(fields.list, fields.count, sizeof(*fields.list), by_place);
    for (size_t i = 0; i < fields.count; i++) {
        const struct gen_field *field = &fields.list[i];
        if (field->kind == GEN_GROUP)
            continue;
        if (field->kind == GEN_BITS) {
            add_bits(w, field);
            continue;
        }
        add_unnamed(w, at, field->start, "-");
        add_number(w, field);
        at = field->end;
    }
    add_unnamed(w, at, section->bytes.len, "-");
}

void gen_why(struct gen_buf *out, const struct gen_entry *entry, bool colour)
{
    const struct gen_case *made = entry->made;
    const struct writer w = { out, made, colour };
    gen_addf(out, "%s", gen_case_text(out->pool, made, entry->op));
    if (made->plan.encoding.refusal) {
        gen_addf(out, "%s", made->input);
        return;
    }
    if (made->plan.verdict == GEN_REJECT && !made->plan.error)
        gen_addf(out, "%zu bytes, fault at 0x%zx-0x%zx:\n\n", made->section.bytes.len, made->range_start,
                 made->range_end);
    else
        gen_addf(out, "\n%zu bytes:\n\n", made->section.bytes.len);
    add_fields(&w);
    if (entry->op == GEN_SEQUENCE && made->second) {
        const struct writer second = { out, made->second, colour };
        gen_addf(out, "\nthe second section, %zu bytes:\n\n", made->second->section.bytes.len);
        add_fields(&second);
    }
}
