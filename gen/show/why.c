/* SPDX-License-Identifier: MIT */
/* Shows a case: its bytes field by field, the changes, and the fault. */
#include "why.h"

/* The value of the field in the parent, if it has another one. */
static void compare(const struct gen_case *made, struct gen_shown_field *shown)
{
    char path[GEN_PATH_MAX];
    gen_path_text(path, &shown->field.path);
    const struct gen_field *before = gen_find_field(&made->parent->section.fields, path);
    if (!before || before->kind == GEN_GROUP || shown->field.kind == GEN_GROUP)
        return;
    shown->before = gen_field_value(&made->parent->section, before);
    shown->changed = shown->before != gen_field_value(&made->section, &shown->field);
}

struct gen_shown_field *gen_shown_fields(struct gen_pool *pool, const struct gen_case *made)
{
    const struct gen_fields *fields = &made->section.fields;
    struct gen_shown_field *shown = gen_alloc(pool, fields->count, sizeof *shown);
    for (size_t i = 0; i < fields->count; i++) {
        shown[i].field = fields->list[i];
        if (made->parent)
            compare(made, &shown[i]);
    }
    gen_sort_fields(shown, fields->count);
    return shown;
}

static void add_text(void *ctx, const char *text, size_t len)
{
    gen_add(ctx, text, len);
}

static void add_fields(struct gen_buf *out, const struct gen_case *made, bool colour)
{
    const struct gen_buf *bytes = &made->section.bytes;
    const bool is_fault = made->plan.verdict == GEN_REJECT && !made->plan.error;
    const struct gen_annotation annotation = {
        .bytes = bytes->data,
        .count = bytes->len,
        .size = bytes->len,
        .big = made->section.big,
        .fields = gen_shown_fields(out->pool, made),
        .num_fields = made->section.fields.count,
        .start = made->range_start,
        .end = made->range_end,
        .fault = is_fault ? made->plan.fault : NULL,
        .look = colour ? GEN_LOOK_COLOUR : GEN_LOOK_PLAIN,
    };
    gen_annotate(&annotation, add_text, out);
}

void gen_why(struct gen_buf *out, const struct gen_entry *entry, bool colour)
{
    const struct gen_case *made = entry->made;
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
    add_fields(out, made, colour);
    if ((entry->op == GEN_SEQUENCE || entry->op == GEN_MERGE) && made->second) {
        gen_addf(out, "\nthe second section, %zu bytes:\n\n", made->second->section.bytes.len);
        add_fields(out, made->second, colour);
    }
}
