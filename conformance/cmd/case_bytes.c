/* SPDX-License-Identifier: MIT */
/* Prints the bytes of a case. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "case_bytes.h"
#include "command.h"
#include "field_map.h"
#include "markup.h"

/* More lines of fields scroll away what was said before; more bytes of a dump nobody reads. */
enum { MAX_LINES = 72, MAX_DUMP = 4096 };

/* Prints bytes of a case; `c` has the fault, if they are those at fault. */
static void print_fields(const struct sfc_mapped *subject, const struct sfc_case *c, bool all)
{
    const bool is_terminal = isatty(STDOUT_FILENO);
    struct sfc_buffer b = { 0 };
    struct sfc_field_map map;
    sfc_map_fields(&map, subject);
    struct sfc_annotation annotation = {
        .bytes = subject->bytes,
        .size = subject->size,
        .big = subject->big,
        .fields = map.fields,
        .num_fields = map.count,
        .colour = sfc_has_colour(),
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

void sfc_print_case_bytes(const struct sfc_case *c, bool all)
{
    if (c->op == SFC_OP_ENCODE) {
        const size_t shown = c->size < MAX_DUMP ? c->size : MAX_DUMP;
        printf("\nDump (%s)\n\n%.*s", c->file, (int)shown, (const char *)c->bytes);
        return;
    }
    printf("\nBytes (%s)\n\n", c->file);
    print_fields(&(struct sfc_mapped){ c->bytes, c->size, is_big(c), c->profile, c->patch }, c, all);
    if (c->second) {
        printf("\nBytes of the second section, at address 0x%" PRIx64 " (%s)\n\n", c->second_addr, c->second);
        print_fields(&(struct sfc_mapped){ c->second_bytes, c->second_size, is_big(c), c->profile, NULL }, NULL, all);
    }
}

void sfc_print_result_fields(const struct sfc_case *c, bool all)
{
    print_fields(&(struct sfc_mapped){ c->result_bytes, c->result_size, is_big(c), c->profile, NULL }, NULL, all);
}
