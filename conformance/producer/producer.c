/* SPDX-License-Identifier: MIT */
/* The record of one judged file. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "producer.h"

/* A broken file can be wrong in every byte: the complaints after this many are only counted. */
enum { MAX_COMPLAINTS = 1000 };

const char *const sfc_producer_state_names[] = { "judged", "unreadable", "no-sframe" };

void sfc_producer_complain(struct sfc_producer *p, const char *area, bool is_doubt, const char *clause,
                           const char *format, ...)
{
    char text[512];
    va_list ap;
    if (p->num_complaints == MAX_COMPLAINTS) {
        p->unlisted_complaints++;
        return;
    }
    va_start(ap, format);
    const int len = vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    p->complaints = sfc_grow(p->complaints, p->num_complaints + 1, sizeof p->complaints[0]);
    p->complaints[p->num_complaints++] =
        (struct sfc_complaint){ .area = area,
                                .is_doubt = is_doubt,
                                .clause = sfc_copy_text(clause, strlen(clause)),
                                .text = sfc_copy_text(text, len < 0 ? 0 : strlen(text)) };
}

void sfc_producer_free(struct sfc_producer *p)
{
    sfc_image_close(&p->image);
    sfc_cfi_free(&p->cfi);
    for (size_t i = 0; i < p->num_elfs; i++)
        sfr_elf_close(&p->elfs[i]);
    for (size_t i = 0; i < p->num_complaints; i++) {
        free(p->complaints[i].clause);
        free(p->complaints[i].text);
    }
    free(p->complaints);
    free(p->elfs);
    free(p->sections);
    free(p->results);
    free(p->wrong);
    free(p->why);
    free(p->bytes);
    *p = (struct sfc_producer){ 0 };
}
