/* SPDX-License-Identifier: MIT */
/* Characters of UTF-8. */
#include "utf8.h"

/* Unicode's table of well-formed sequences. */
size_t sfr_utf8_length(const char *s, size_t len)
{
    static const struct {
        unsigned char first, last, second_first, second_last, length;
    } forms[] = {
        { 0x00, 0x7f, 0x00, 0x00, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
        { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
        { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
    };
    const unsigned char *u = (const unsigned char *)s;
    size_t k = 0;

    while (k < sizeof forms / sizeof forms[0] && (u[0] < forms[k].first || u[0] > forms[k].last))
        k++;
    if (k == sizeof forms / sizeof forms[0] || len < forms[k].length)
        return 0;
    if (forms[k].length > 1 && (u[1] < forms[k].second_first || u[1] > forms[k].second_last))
        return 0;
    for (size_t i = 2; i < forms[k].length; i++) {
        if (u[i] < 0x80 || u[i] > 0xbf)
            return 0;
    }
    return forms[k].length;
}

bool sfr_utf8_is_control(const char *s, size_t length)
{
    const unsigned char *u = (const unsigned char *)s;
    return length == 1 ? u[0] < 0x20 || u[0] == 0x7f : length == 2 && u[0] == 0xc2 && u[1] < 0xa0;
}
