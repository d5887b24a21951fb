/* SPDX-License-Identifier: MIT */
/* place.h - where the PC of a look-up lies, relative to the functions of the section. */
#ifndef SFC_PLACE_H
#define SFC_PLACE_H

#include "case.h"

enum sfc_pc_place {
    SFC_PLACE_NONE = 0, /* there is no PC, or the functions cannot be read */
    SFC_PLACE_FIRST,    /* the first byte of a function */
    SFC_PLACE_INSIDE,
    SFC_PLACE_LAST,     /* the last byte of a function */
    SFC_PLACE_END,      /* the byte after a function, in no other one */
    SFC_PLACE_BOUNDARY, /* the byte after a function, and the first of another */
    SFC_PLACE_GAP,
    SFC_PLACE_BEFORE, /* before all functions */
    SFC_PLACE_AFTER,
    SFC_NUM_PLACES
};
/* "first", and for a person "the first byte of a function"; of NONE NULL and "a PC". */
extern const struct sfc_place_text {
    const char *name, *phrase;
} sfc_places[SFC_NUM_PLACES];

/* The place, and the function that ends there; SFR_NO_INDEX: none does. */
struct sfc_spot {
    enum sfc_pc_place place;
    uint32_t ends;
};

/* Of the PC in this line of the expected dump, counted from 1. */
struct sfc_spot sfc_find_spot(const struct sfc_case *c, unsigned line);

#endif
