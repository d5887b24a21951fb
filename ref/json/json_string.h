/* SPDX-License-Identifier: MIT */
/* json_string.h - strings of JSON. */
#ifndef SFR_JSON_STRING_H
#define SFR_JSON_STRING_H

#include "sfr_text.h"

/* Writes s[0..len) as a JSON string with its quotes. Control characters are escaped, also those that
   JSON allows but terminals obey. A byte that is not UTF-8 becomes U+FFFD: JSON cannot have it.
   Stops and returns false if `write` does. */
bool sfr_json_string(const char *s, size_t len, sfr_text_fn *write, void *ctx);

#endif
