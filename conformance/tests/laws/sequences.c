/* SPDX-License-Identifier: MIT */
/* The rows of a sequence, by the reference: from sections that stay open, and from sections that are opened anew for
   each question. */
#include <stdlib.h>
#include <string.h>

#include "subject.h"

/* A function that is damaged where the look-up needs it is rejected. */
static void add_found(const struct sfr_section *section, uint64_t pc, enum sfr_found found, const struct sfr_hit *hit,
                      struct sfc_buffer *row)
{
    if (found == SFR_FOUND_BAD)
        sfc_buffer_printf(row, "pc 0x%llx reject\n", (unsigned long long)pc);
    else
        sfr_dump_hit(section, pc, found, hit, add_text, row);
}

/* Bytes of their own, so that nothing is left of the question before. */
static void find_anew(struct subject *s, bool in_second, uint64_t pc, struct sfc_buffer *row)
{
    const struct sfc_case *c = s->c;
    const size_t size = in_second ? c->second_size : (size_t)c->size;
    char *copy = sfc_copy_text(in_second ? (const char *)c->second_bytes : (const char *)s->bytes, size);
    struct sfr_section section;
    struct sfr_hit hit;

    if (require(s,
                sfr_open(&section, (const uint8_t *)copy, size, in_second ? c->second_addr : c->addr, s->profile, NULL)
                    == SFR_FAULT_NONE,
                "a section of a sequence cannot be opened"))
        add_found(&section, pc, sfr_find(&section, pc, &hit), &hit, row);
    free(copy);
}

void make_sequence(struct subject *s, struct sfc_buffer *text)
{
    const struct sfc_case *c = s->c;
    struct sfr_section sections[2] = { s->section };
    struct sfr_hit hit;

    if (!require(s, s->opened == SFR_FAULT_NONE, "a sequence is about a section that cannot be opened"))
        return;
    if (c->second) {
        const struct sfr_verdict verdict =
            sfr_check(c->second_bytes, c->second_size, c->second_addr, s->profile, NULL, NULL);
        if (!require(s, verdict.accepted && verdict.doubts == 0,
                     "the second section is not one that all readers accept"))
            return;
        sfr_open(&sections[1], c->second_bytes, c->second_size, c->second_addr, s->profile, NULL);
    }
    sfc_buffer_printf(text, "sframe-dump 1\n");
    for (size_t i = 0; i < c->num_pcs; i++) {
        const struct sfr_section *asked = &sections[c->in_second[i]];
        struct sfc_buffer row = { 0 }, anew = { 0 };
        add_found(asked, c->pcs[i], sfr_find(asked, c->pcs[i], &hit), &hit, &row);
        find_anew(s, c->in_second[i], c->pcs[i], &anew);
        require(s, strcmp(sfc_buffer_text(&row), sfc_buffer_text(&anew)) == 0, "question %zu has another answer alone",
                i);
        sfc_buffer_add(text, row.data, row.len);
        sfc_buffer_free(&row);
        sfc_buffer_free(&anew);
    }
}
