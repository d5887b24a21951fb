/* SPDX-License-Identifier: MIT */
/* Prints the bytes of a case. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case_bytes.h"
#include "colour.h"
#include "field_map.h"
#include "markup.h"

/* More lines of fields scroll away what was said before. */
enum { MAX_LINES = 72 };

static void print_bytes(const struct sfc_shown_bytes *shown)
{
    struct sfc_buffer b = { 0 };
    sfc_add_hexdump(&b, shown);
    fputs(sfc_buffer_text(&b), stdout);
    sfc_buffer_free(&b);
}

void sfc_print_case_bytes(const struct sfc_case *c)
{
    const size_t size = (size_t)c->size;
    struct sfc_shown_bytes shown = { c->bytes, size < SFC_MAX_PRINTED ? size : SFC_MAX_PRINTED, 0, size, 0, 0 };
    if (c->expect == SFC_EXPECT_REJECT && !c->elf) {
        shown.start = (size_t)c->range_start;
        shown.end = (size_t)c->range_end;
    }
    print_bytes(&shown);
}

void sfc_print_second_bytes(const struct sfc_case *c)
{
    const size_t size = c->second_size;
    print_bytes(
        &(struct sfc_shown_bytes){ c->second_bytes, size < SFC_MAX_PRINTED ? size : SFC_MAX_PRINTED, 0, size, 0, 0 });
}

/* ---- Fields ----------------------------------------------------------------------------- */

/* Prints bytes of a case; `c` has the fault, if they are those at fault. */
static void print_fields(const struct sfc_mapped *subject, const struct sfc_case *c, bool all)
{
    const bool is_terminal = isatty(STDOUT_FILENO);
    struct sfc_buffer b = { 0 };
    struct sfc_field_map map;
    sfc_map_fields(&map, subject);
    struct gen_annotation annotation = {
        .bytes = subject->bytes,
        .count = subject->size,
        .size = subject->size,
        .big = subject->big,
        .fields = map.fields,
        .num_fields = map.count,
        .look = sfc_has_colour() ? GEN_LOOK_COLOUR : GEN_LOOK_PLAIN,
        .max_lines = is_terminal && !all ? MAX_LINES : 0,
        .more = ": --all",
    };
    if (c && c->fault_class) {
        annotation.start = map.section_start + (size_t)c->range_start;
        annotation.end = map.section_start + (size_t)c->range_end;
        annotation.fault = c->fault_class;
    }
    sfc_add_annotated(&b, &annotation);
    fputs(sfc_buffer_text(&b), stdout);
    sfc_buffer_free(&b);
    sfc_field_map_free(&map);
}

static bool is_big(const struct sfc_case *c)
{
    return strcmp(c->order, "big") == 0;
}

void sfc_print_case_fields(const struct sfc_case *c, bool all)
{
    print_fields(&(struct sfc_mapped){ c->bytes, c->size, is_big(c), c->profile, c->patch }, c, all);
}

void sfc_print_second_fields(const struct sfc_case *c, bool all)
{
    print_fields(&(struct sfc_mapped){ c->second_bytes, c->second_size, is_big(c), c->profile, NULL }, NULL, all);
}

void sfc_print_result_fields(const struct sfc_case *c, bool all)
{
    print_fields(&(struct sfc_mapped){ c->result_bytes, c->result_size, is_big(c), c->profile, NULL }, NULL, all);
}
