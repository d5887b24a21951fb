/* SPDX-License-Identifier: MIT */
/* Bytes for a person: what each one is by field and bit, what changed, and the fault. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "field_map.h"

/* LINES_BEFORE: how many lines are shown before the fault, if lines are left out. */
enum { BYTES_COLUMN = 8, PATH_COLUMN = 24, LINES_BEFORE = 8 };

struct writer {
    const struct sfc_annotation *a;
    struct sfc_buffer *b;     /* NULL: lines are only counted */
    size_t line, first_fault; /* number of the line, and of the first one at the fault */
    size_t head, from, to;    /* the lines to show: [0, head) and [from, to) */
    size_t left_out;          /* lines, since the last one shown */
};

static void tell_left_out(struct writer *w, const char *how, const char *more)
{
    if (w->left_out == 0)
        return;
    sfc_buffer_printf(w->b, "... %zu %sline%s%s\n", w->left_out, how, w->left_out == 1 ? "" : "s", more);
    w->left_out = 0;
}

static bool is_at_fault(const struct writer *w, size_t start, size_t stop)
{
    return w->a->fault && start < w->a->end && stop > w->a->start;
}

/* A line: offset and up to eight bytes, if there are any, and a text. */
__attribute__((format(printf, 5, 6))) static void add_line(struct writer *w, bool at_fault, size_t start, size_t stop,
                                                           const char *format, ...)
{
    char text[200];
    va_list ap;
    const size_t line = w->line++;
    if (at_fault && w->first_fault == SIZE_MAX)
        w->first_fault = line;
    if (!w->b)
        return;
    if (line >= w->head && (line < w->from || line >= w->to)) {
        w->left_out++;
        return;
    }
    tell_left_out(w, "", "");
    if (start < stop)
        sfc_buffer_printf(w->b, "0x%04zx  ", start);
    for (size_t i = 0; start < stop && i < BYTES_COLUMN; i++)
        if (start + i < stop)
            sfc_buffer_printf(w->b, "%02x ", w->a->bytes[start + i]);
        else
            sfc_buffer_printf(w->b, "   ");
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    sfc_buffer_add(w->b, text, strlen(text));
    if (at_fault)
        sfc_buffer_printf(w->b, "%s  <== %s%s", w->a->colour ? "\033[1;31m" : "", w->a->fault,
                          w->a->colour ? "\033[0m" : "");
    sfc_buffer_add(w->b, "\n", 1);
}

static void add_unnamed(struct writer *w, size_t start, size_t stop)
{
    for (size_t next; start < stop; start = next) {
        next = stop - start < BYTES_COLUMN ? stop : start + BYTES_COLUMN;
        add_line(w, is_at_fault(w, start, next), start, next, " -");
    }
}

static void add_field(struct writer *w, const struct gen_shown_field *shown)
{
    const struct sfc_annotation *a = w->a;
    const struct gen_field *field = &shown->field;
    const uint64_t value = gen_field_of(a->bytes, a->big, field);
    char path[GEN_PATH_MAX], before[40] = "";
    gen_path_text(path, &field->path);
    if (shown->changed)
        snprintf(before, sizeof before, "  (parent: 0x%" PRIx64 ")", shown->before);
    if (field->kind == GEN_BITS)
        add_line(w, false, 0, 0, "%*s   %-*s 0x%" PRIx64 "%s", 6 + 2 + 3 * BYTES_COLUMN, "", PATH_COLUMN - 2, path,
                 value, before);
    else
        add_line(w, is_at_fault(w, field->start, field->end), field->start, field->end, " %-*s 0x%" PRIx64 "%s",
                 PATH_COLUMN, path, value, before);
}

/* Bytes of the fault that the section does not have. */
static void add_missing(struct writer *w)
{
    const size_t start = w->a->start > w->a->size ? w->a->start : w->a->size;
    if (w->a->fault && start < w->a->end)
        add_line(w, true, 0, 0, "0x%04zx  bytes 0x%zx-0x%zx are missing", start, start, w->a->end);
}

static void add_all(struct writer *w)
{
    const struct sfc_annotation *a = w->a;
    size_t at = 0;
    for (size_t i = 0; i < a->num_fields; i++) {
        const struct gen_field *field = &a->fields[i].field;
        if (field->kind == GEN_GROUP)
            continue;
        add_unnamed(w, at, field->start);
        add_field(w, &a->fields[i]);
        at = field->end > at ? field->end : at;
    }
    add_unnamed(w, at, a->size);
    add_missing(w);
}

void sfc_add_annotated(struct sfc_buffer *b, const struct sfc_annotation *a)
{
    struct writer count = { .a = a, .first_fault = SIZE_MAX },
                  w = { .a = a, .b = b, .first_fault = SIZE_MAX, .head = SIZE_MAX };
    add_all(&count);
    const size_t half = a->max_lines / 2, fault = count.first_fault;
    if (a->max_lines > 0 && count.line > a->max_lines) {
        const bool is_far = fault != SIZE_MAX && fault >= half + LINES_BEFORE;
        w.head = is_far ? half : a->max_lines;
        w.from = is_far ? fault - LINES_BEFORE : 0;
        w.to = is_far ? w.from + (half > LINES_BEFORE ? half : LINES_BEFORE + 1) : 0;
    }
    add_all(&w);
    tell_left_out(&w, "more ", a->more);
    if (a->size == 0)
        sfc_buffer_printf(b, "(no bytes)\n");
}
