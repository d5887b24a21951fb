/* SPDX-License-Identifier: MIT */
/* Text in a buffer. */
#ifdef __KERNEL__
#include <linux/kernel.h>
#else
#include <stdarg.h>
#include <stdio.h>
#endif

#include "sframe_text.h"

void sframe_text_start(struct sframe_text *t, char *data, size_t size)
{
    t->data = data;
    t->size = size;
    t->len = 0;
    t->data[0] = '\0';
}

void sframe_put(struct sframe_text *t, const char *format, ...)
{
    const size_t left = t->size - t->len;
    va_list ap;
    va_start(ap, format);
    const int len = vsnprintf(t->data + t->len, left, format, ap);
    va_end(ap);
    if (len > 0)
        t->len += (size_t)len < left ? (size_t)len : left - 1;
}

int sframe_same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}
