/* SPDX-License-Identifier: MIT */
/* Text in a buffer. Nothing divides 64 bits: on a 32-bit machine the compiler would call its library. */
#include "sframe_text.h"

void sframe_text_start(struct sframe_text *t, char *data, size_t size)
{
    t->data = data;
    t->size = size;
    t->len = 0;
    t->data[0] = '\0';
}

static void put_char(struct sframe_text *t, char c)
{
    if (t->len + 1 >= t->size)
        return;
    t->data[t->len++] = c;
    t->data[t->len] = '\0';
}

void sframe_put(struct sframe_text *t, const char *text)
{
    while (*text)
        put_char(t, *text++);
}

void sframe_put_line(struct sframe_text *t, const char *text)
{
    while (*text && *text != '\n')
        put_char(t, *text++);
}

void sframe_put_number(struct sframe_text *t, uint64_t value)
{
    uint64_t unit = 1;
    while (unit <= 1000000000000000000u && value >= unit * 10)
        unit *= 10;
    for (;;) {
        char digit = '0';
        for (; value >= unit; value -= unit)
            digit++;
        put_char(t, digit);
        if (unit == 1)
            return;
        /* The next smaller power of ten, counted up again. */
        uint64_t next = 1;
        while (next * 10 < unit)
            next *= 10;
        unit = next;
    }
}

void sframe_put_signed(struct sframe_text *t, int64_t value)
{
    put_char(t, value < 0 ? '-' : '+');
    sframe_put_number(t, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void sframe_put_hex(struct sframe_text *t, uint64_t value)
{
    static const char digits[] = "0123456789abcdef";
    int shift = 60;
    while (shift > 0 && (value >> shift & 15) == 0)
        shift -= 4;
    sframe_put(t, "0x");
    for (; shift >= 0; shift -= 4)
        put_char(t, digits[value >> shift & 15]);
}

int sframe_same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}
