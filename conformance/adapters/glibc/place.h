/* SPDX-License-Identifier: MIT */
/* place.h - puts a section directly before memory that cannot be read. */
#ifndef SFC_GLIBC_PLACE_H
#define SFC_GLIBC_PLACE_H

#include <stdbool.h>
#include <stddef.h>

/* Starts as { 0 }. */
struct place {
    unsigned char *base, *end; /* all that is reserved, and where each section ends */
    size_t used;               /* of the pages before `end`, those that can be read */
};

/* The section's copy, which place_clear() takes away; NULL if there is no room for it. */
const unsigned char *place_section(struct place *p, const unsigned char *bytes, size_t size);
void place_clear(struct place *p);
void place_free(struct place *p);

#endif
