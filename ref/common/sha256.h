/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), for the checksums of the corpus. */
#ifndef SFR_SHA256_H
#define SFR_SHA256_H

#include <stddef.h>

enum { SFR_SHA256_TEXT = 65 };

/* The checksum of data[0..len) as 64 lower-case hexadecimal digits and a NUL. */
void sfr_sha256(const void *data, size_t len, char text[SFR_SHA256_TEXT]);

#endif
