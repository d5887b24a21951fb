/* SPDX-License-Identifier: MIT */
/* The rows of a sequence, by the reference: from sections that stay open, and from sections that are opened anew for
   each question. */
#include <stdlib.h>
#include <string.h>

#include "fence.h"
#include "subject.h"

/* A copy of the section, so that nothing is left of the question before. */
static void find_anew(struct subject *s, struct fence *fence, size_t question, struct sfc_buffer *row)
{
    const struct sfc_case *c = s->c;
    const bool in_second = c->in_second[question];
    const size_t size = in_second ? c->second_size : (size_t)c->size;
    const uint8_t *copy = fence_put(fence, in_second ? c->second_bytes : s->bytes, size);
    const uint64_t addr = in_second ? c->second_addr : c->addr, pc = c->pcs[question];
    struct sfr_section section;
    struct sfr_hit hit;

    if (require(s, sfr_open(&section, copy, size, addr, s->profile, NULL) == SFR_FAULT_NONE,
                "a section of a sequence cannot be opened")) {
        const enum sfr_found found = sfr_find(&section, pc, &hit);
        sfr_dump_hit(&section, pc, found, &hit, add_text, row);
        require(s, (found != SFR_FOUND && found != SFR_FOUND_OUTERMOST) || hit.fde.signal_p == c->in_signal[question],
                "0x%llx: is in a signal frame's function, or not", (unsigned long long)pc);
    }
}

/* All questions are asked of the open sections first: opening one anew between two of them could undo what a
   question left. Then each is asked alone, from the last to the first. */
static void ask_in_turn(struct subject *s, const struct sfr_section sections[2], struct sfc_buffer *text)
{
    const struct sfc_case *c = s->c;
    struct sfc_buffer *rows = sfc_alloc(c->num_pcs, sizeof *rows);
    struct fence fence = { 0 };
    struct sfr_hit hit;

    for (size_t i = 0; i < c->num_pcs; i++) {
        const struct sfr_section *asked = &sections[c->in_second[i]];
        sfr_dump_hit(asked, c->pcs[i], sfr_find(asked, c->pcs[i], &hit), &hit, add_text, &rows[i]);
        sfc_buffer_add(text, rows[i].data, rows[i].len);
    }
    for (size_t i = c->num_pcs; i-- > 0;) {
        struct sfc_buffer anew = { 0 };
        find_anew(s, &fence, i, &anew);
        require(s, strcmp(sfc_buffer_text(&rows[i]), sfc_buffer_text(&anew)) == 0,
                "question %zu has another answer alone", i);
        sfc_buffer_free(&rows[i]);
        sfc_buffer_free(&anew);
    }
    fence_free(&fence);
    free(rows);
}

void make_sequence(struct subject *s, struct sfc_buffer *text)
{
    const struct sfc_case *c = s->c;
    struct sfr_section sections[2] = { s->section };
    struct fence fence = { 0 };

    if (!require(s, s->opened == SFR_FAULT_NONE, "a sequence is about a section that cannot be opened"))
        return;
    if (c->second) {
        const uint8_t *second = fence_put(&fence, c->second_bytes, c->second_size);
        const struct sfr_verdict verdict = sfr_check(second, c->second_size, c->second_addr, s->profile, NULL, NULL);
        if (require(s, verdict.accepted && verdict.doubts == 0,
                    "the second section is not one that all readers accept"))
            sfr_open(&sections[1], second, c->second_size, c->second_addr, s->profile, NULL);
    }
    if (s->why[0] == '\0') {
        sfc_buffer_printf(text, "sframe-dump 1\n");
        ask_in_turn(s, sections, text);
    }
    fence_free(&fence);
}
