/* SPDX-License-Identifier: MIT */
/* utf8.h - characters of UTF-8 in untrusted text. */
#ifndef SFR_UTF8_H
#define SFR_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the character at s[0..len), or 0 if there is none (RFC 3629: no surrogates, nothing
   overlong). If the text ends with a NUL, which is a character of one byte, `len` may be SIZE_MAX. */
size_t sfr_utf8_length(const char *s, size_t len);

/* Is this character, of `length` bytes, a control character? U+0080 to U+009F are too. */
bool sfr_utf8_is_control(const char *s, size_t length);

#endif
