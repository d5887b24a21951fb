/* SPDX-License-Identifier: MIT */
/* Bytes for a person: what each one is by field and bit, what changed, and the fault. */
#include "annotate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* LINES_BEFORE: how many lines are shown before the fault, if lines are left out. */
enum { BYTES_COLUMN = 8, PATH_COLUMN = 24, LINES_BEFORE = 8 };

static int by_place(const void *a, const void *b)
{
    const struct gen_field *one = &((const struct gen_shown_field *)a)->field,
                           *other = &((const struct gen_shown_field *)b)->field;
    if (one->start != other->start)
        return one->start < other->start ? -1 : 1;
    return one->kind != other->kind ? (int)one->kind - (int)other->kind : (int)one->shift - (int)other->shift;
}

void gen_sort_fields(struct gen_shown_field *fields, size_t count)
{
    if (count > 0)
        qsort(fields, count, sizeof *fields, by_place);
}

struct writer {
    const struct gen_annotation *a;
    gen_text_fn *add; /* NULL: lines are only counted */
    void *ctx;
    size_t line, first_fault; /* number of the line, and of the first one at the fault */
    size_t head, from, to;    /* the lines to show: [0, head) and [from, to) */
    size_t left_out;          /* lines, since the last one shown */
};

__attribute__((format(printf, 2, 3))) static void put(const struct writer *w, const char *format, ...)
{
    char text[128];
    va_list ap;
    va_start(ap, format);
    const int n = vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (n > 0)
        w->add(w->ctx, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* ---- Lines --------------------------------------------------------------- */

static void tell_left_out(struct writer *w, const char *how, const char *more)
{
    if (w->left_out == 0)
        return;
    put(w, "... %zu %sline%s", w->left_out, how, w->left_out == 1 ? "" : "s");
    w->add(w->ctx, more, strlen(more));
    put(w, "\n");
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
    if (!w->add)
        return;
    if (line >= w->head && (line < w->from || line >= w->to)) {
        w->left_out++;
        return;
    }
    tell_left_out(w, "", "");
    if (start < stop)
        put(w, "0x%04zx  ", start);
    for (size_t i = 0; start < stop && i < BYTES_COLUMN; i++)
        if (start + i < stop)
            put(w, "%02x ", w->a->bytes[start + i]);
        else
            put(w, "   ");
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    w->add(w->ctx, text, strlen(text));
    if (at_fault) {
        put(w, "%s  <== ", w->a->colour ? "\033[1;31m" : "");
        w->add(w->ctx, w->a->fault, strlen(w->a->fault));
        put(w, "%s", w->a->colour ? "\033[0m" : "");
    }
    put(w, "\n");
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
    const struct gen_annotation *a = w->a;
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
    const struct gen_annotation *a = w->a;
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

void gen_annotate(const struct gen_annotation *a, gen_text_fn *add, void *ctx)
{
    struct writer count = { .a = a, .first_fault = SIZE_MAX },
                  w = { .a = a, .add = add, .ctx = ctx, .first_fault = SIZE_MAX, .head = SIZE_MAX };
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
        put(&w, "(no bytes)\n");
}
