/* SPDX-License-Identifier: MIT */
/*
 * roundtrip.h - what must hold of any bytes and their way there and back: a section that is accepted comes back byte
 * for byte from its model and from the text of its dump, and its canonical encoding means the same and is its own. From
 * one that is rejected, what the encoder does write must be accepted.
 */
#ifndef SFR_TESTS_ROUNDTRIP_H
#define SFR_TESTS_ROUNDTRIP_H

#include "sfr_encode.h"

/* What is larger is not written. */
enum { MAX_FILE = 1 << 24 };

/* How often each thing was done, so that a property that is never tested is seen. */
struct roundtrip_done {
    unsigned accepted, zeroed, canonical, refused_canonical, rejected, rewritten;
};
extern struct roundtrip_done roundtrip_done;

/* A section in memory of just its size. */
struct bytes {
    uint8_t *data;
    size_t len;
};

/* Never NULL: without memory the program ends. */
void *roundtrip_alloc(size_t size);

/* Judges a section and checks all that must hold of it. NULL, or what does not (a static string). */
const char *roundtrip_check(const struct bytes *b, enum sfr_profile profile, uint64_t addr);

#endif
