/* SPDX-License-Identifier: MIT */
/* trailer.h - what may follow a section in an input of the harnesses. */
#ifndef FUZZ_TRAILER_H
#define FUZZ_TRAILER_H

/* An input is a section, so that any .sframe file is one. A trailer may follow it: the section's address in 8 bytes,
   little-endian, a byte for the profile, and 4 bytes that mark a trailer. */
enum { FUZZ_TRAILER_SIZE = 13 };
#define FUZZ_TRAILER_MARK "\xf5\x5a\x66\x75"

#endif
