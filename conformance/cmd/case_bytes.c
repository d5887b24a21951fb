/* SPDX-License-Identifier: MIT */
/* Prints the bytes of a case. */
#include <stdio.h>

#include "case_bytes.h"
#include "markup.h"

static void print_bytes(const struct sfc_shown_bytes *shown)
{
    struct sfc_buffer b = { 0 };
    sfc_add_hexdump(&b, shown, false);
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
