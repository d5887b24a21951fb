/* SPDX-License-Identifier: MIT */
/*
 * roundtrip.h - properties of decoding and encoding any bytes: the model and the dump of an
 * accepted section encode to the same bytes, and its canonical encoding means the same and is its
 * own canonical encoding. If the encoder writes the model of a rejected section, the result must be
 * accepted. The words of a row's rules give these rules again, and the row has no other words. Every
 * refusal is in the register. If the model of an accepted section is changed anywhere, the encoder
 * refuses it, or writes a section that is accepted and means the same.
 */
#ifndef SFR_TESTS_ROUNDTRIP_H
#define SFR_TESTS_ROUNDTRIP_H

#include "sfr_encode.h"

/* The encoder writes no section larger than this. */
enum { MAX_FILE = 1 << 24 };

/* How often each thing was done, so that a property that is never tested is seen. */
struct roundtrip_done {
    unsigned accepted, zeroed, canonical, refused_canonical, rejected, rewritten, changed;
};
extern struct roundtrip_done roundtrip_done;

/* A section in memory of just its size. */
struct bytes {
    uint8_t *data;
    size_t len;
};

/* Never NULL: without memory the program ends. */
void *roundtrip_alloc(size_t size);

/* Are all members equal but the layout and the FRE types? */
bool roundtrip_same_meaning(const struct sfr_model *a, const struct sfr_model *b);

/* Changes a rule, field or place of a model, the same for the same seed, and takes its layout away. */
void roundtrip_change(struct sfr_model *m, uint64_t seed);

/* Checks a section and all its properties. Returns NULL, or the property that fails (a static
   string). */
const char *roundtrip_check(const struct bytes *b, enum sfr_profile profile, uint64_t addr);

#endif
