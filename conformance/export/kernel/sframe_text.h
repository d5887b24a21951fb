/* SPDX-License-Identifier: MIT */
/* sframe_text.h - text in a buffer. It needs vsnprintf(), which a kernel has too. */
#ifndef SFRAME_TEXT_H
#define SFRAME_TEXT_H

#include "sframe_reader.h"

struct sframe_text {
    char *data; /* ends with a NUL */
    size_t size, len;
};

void sframe_text_start(struct sframe_text *t, char *data, size_t size);
/* What does not fit is left out. */
__attribute__((format(printf, 2, 3))) void sframe_put(struct sframe_text *t, const char *format, ...);

int sframe_same(const char *a, const char *b);

#endif
