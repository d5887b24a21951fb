/* SPDX-License-Identifier: MIT */
/* Makes bytes of hexadecimal text and patches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors.h"

enum { MAX_SECTION = 4096 };

void bail(const char *what, const char *text)
{
    printf("Bail out! %s: %s\n", what, text);
    fflush(stdout);
    exit(99);
}

/* Puts the bytes of a hex text at `at`, and moves the text to what is none. Returns where the bytes end. */
static size_t put_hex(uint8_t *data, size_t at, const char **text)
{
    unsigned byte;
    int used;
    for (; sscanf(*text, " %2x%n", &byte, &used) == 1; *text += used) {
        if (at >= MAX_SECTION)
            bail("the section is too long", *text);
        data[at++] = (uint8_t)byte;
    }
    return at;
}

uint8_t *read_vector(const char *hex, const char *patches, size_t *size)
{
    static uint8_t bytes[MAX_SECTION];
    *size = put_hex(bytes, 0, &hex);
    if (hex[strspn(hex, " ")])
        bail("expected hexadecimal digits only", hex);
    while (patches && *patches) {
        char *end;
        const size_t at = strtoul(patches, &end, 16);
        const char *rest = end + 1;
        if (*end != ':' || put_hex(bytes, at, &rest) > *size || (*rest && *rest != ';'))
            bail("expected OFFSET:BYTES inside the section", patches);
        patches = rest + (*rest == ';');
    }

    /* Exactly as long as the section, so that memory checkers see a read right after it. */
    uint8_t *data = malloc(*size);
    if (!data)
        bail("out of memory", hex);
    return memcpy(data, bytes, *size);
}
