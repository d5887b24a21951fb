/* SPDX-License-Identifier: MIT */
/* trailer.h - the optional end of a harness's input. */
#ifndef FUZZ_TRAILER_H
#define FUZZ_TRAILER_H

/* An input is a section, so any .sframe file is an input. A trailer may follow: 8 bytes for the
   section's address, little-endian, a byte for the profile, and 4 bytes that mark a trailer. */
enum { FUZZ_TRAILER_SIZE = 13 };
#define FUZZ_TRAILER_MARK "\xf5\x5a\x66\x75"

#endif
