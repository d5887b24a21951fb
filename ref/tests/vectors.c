/* SPDX-License-Identifier: MIT */
/* Makes bytes of hexadecimal text and patches. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors.h"

enum { MAX_SECTION = 4096 };

struct buffer {
    uint8_t data[MAX_SECTION];
    size_t size;
};

void bail(const char *what, const char *text)
{
    printf("Bail out! %s: %s\n", what, text);
    fflush(stdout);
    exit(99);
}

static const char *skip_spaces(const char *text)
{
    while (*text == ' ')
        text++;
    return text;
}

static const char *read_hex_number(const char *text, size_t *value)
{
    char *end;
    *value = strtoul(text, &end, 16);
    if (end == text || *value > MAX_SECTION)
        bail("expected a hexadecimal number up to 0x1000", text);
    return end;
}

static unsigned digit_value(char c, const char *text)
{
    if (!isxdigit((unsigned char)c))
        bail("expected a pair of hexadecimal digits", text);
    return (unsigned)(isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
}

/* Puts the bytes of a hex text at `at`, up to ';' or the end of the text. */
static const char *put_hex(struct buffer *b, size_t at, const char *text)
{
    for (text = skip_spaces(text); *text && *text != ';'; text = skip_spaces(text)) {
        const unsigned byte = digit_value(text[0], text) << 4 | digit_value(text[1], text);
        size_t times = 1;
        text += 2;
        if (*text == '*')
            text = read_hex_number(text + 1, &times);
        if (times > MAX_SECTION - at)
            bail("the section is too long", text);
        memset(b->data + at, (int)byte, times);
        at += times;
        if (at > b->size)
            b->size = at;
    }
    return text;
}

static const char *apply_edit(struct buffer *b, const char *edit)
{
    const struct buffer before = *b;
    size_t at = 0;
    const char *end = read_hex_number(edit, &at);

    if (*end != ':')
        bail("expected OFFSET:BYTES", edit);
    end = put_hex(b, at, end + 1);
    if (b->size != before.size)
        bail("the edit is outside the section", edit);
    if (memcmp(b->data, before.data, b->size) == 0)
        bail("the edit changes nothing", edit);
    return end;
}

uint8_t *read_vector(const char *hex, const char *patches, size_t *size)
{
    static struct buffer b;
    b.size = 0;
    if (*put_hex(&b, 0, hex))
        bail("expected hexadecimal digits only", hex);
    while (patches && *patches) {
        patches = apply_edit(&b, skip_spaces(patches));
        patches += *patches == ';';
    }

    /* Exactly as long as the section, so that memory checkers see a read right after it. */
    uint8_t *data = malloc(b.size);
    if (!data && b.size)
        bail("out of memory", hex);
    if (b.size)
        memcpy(data, b.data, b.size);
    *size = b.size;
    return data ? data : malloc(1);
}
