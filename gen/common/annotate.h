/* SPDX-License-Identifier: MIT */
/* Bytes for a person: what each one is by field and bit, what changed, and the fault. */
#ifndef GEN_ANNOTATE_H
#define GEN_ANNOTATE_H

#include "byte_field.h"

/* A field, and its value in the parent if it has another one there. */
struct gen_shown_field {
    struct gen_field field;
    bool changed;
    uint64_t before;
};

struct gen_annotation {
    const uint8_t *bytes;
    size_t size;
    bool big;
    const struct gen_shown_field *fields; /* in the order of gen_sort_fields(), none outside these bytes */
    size_t num_fields;
    size_t start, end; /* the bytes at fault */
    const char *fault; /* its class; NULL: no fault */
    bool colour;
    size_t max_lines; /* about so many lines, those at the fault among them; 0: all */
    const char *more; /* added to the line that counts what was left out; "" for nothing */
};

/* By place; at the same place whole numbers before their bits. */
void gen_sort_fields(struct gen_shown_field *fields, size_t count);

/* Calls `add` with one piece of the text after the other. Bytes without a field are "-". */
typedef void gen_text_fn(void *ctx, const char *text, size_t len);
void gen_annotate(const struct gen_annotation *a, gen_text_fn *add, void *ctx);

#endif
