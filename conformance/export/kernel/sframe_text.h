/* SPDX-License-Identifier: MIT */
/* sframe_text.h - text in a buffer, without a C library. What does not fit is left out. */
#ifndef SFRAME_TEXT_H
#define SFRAME_TEXT_H

#include "sframe_reader.h"

struct sframe_text {
    char *data; /* ends with a NUL */
    size_t size, len;
};

void sframe_text_start(struct sframe_text *t, char *data, size_t size);
void sframe_put(struct sframe_text *t, const char *text);
/* Up to the end of the line. */
void sframe_put_line(struct sframe_text *t, const char *text);
void sframe_put_number(struct sframe_text *t, uint64_t value);
/* With its sign: "+8", "-16". */
void sframe_put_signed(struct sframe_text *t, int64_t value);
void sframe_put_hex(struct sframe_text *t, uint64_t value);

int sframe_same(const char *a, const char *b);

#endif
