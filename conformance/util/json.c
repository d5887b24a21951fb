/* SPDX-License-Identifier: MIT */
/* Writes JSON, and checks UTF-8. */
#include <stdlib.h>

#include "json.h"

size_t sfc_utf8_len(const unsigned char *at)
{
    if (at[0] < 0x80)
        return 1;
    const size_t len = at[0] >= 0xc2 && at[0] <= 0xdf   ? 2
                       : at[0] >= 0xe0 && at[0] <= 0xef ? 3
                       : at[0] >= 0xf0 && at[0] <= 0xf4 ? 4
                                                        : 0;
    for (size_t i = 1; i < len; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    const bool odd = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f)
                     || (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f);
    return odd ? 0 : len;
}

void sfc_json_string(struct sfc_buffer *b, const char *text)
{
    if (!text) {
        sfc_buffer_printf(b, "null");
        return;
    }
    sfc_buffer_add(b, "\"", 1);
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const size_t len = sfc_utf8_len(at);
        if (*at == '"' || *at == '\\')
            sfc_buffer_printf(b, "\\%c", *at);
        else if (*at == '\n')
            sfc_buffer_printf(b, "\\n");
        else if (*at < 0x20 || *at == 0x7f)
            sfc_buffer_printf(b, "\\u%04x", *at);
        else if (len == 0)
            sfc_buffer_printf(b, "\\ufffd");
        else
            sfc_buffer_add(b, at, len);
        at += len == 0 ? 1 : len;
    }
    sfc_buffer_add(b, "\"", 1);
}

void sfc_json_member(struct sfc_buffer *b, const char *name, const char *value)
{
    sfc_buffer_printf(b, ",\"%s\":", name);
    sfc_json_string(b, value);
}

void sfc_json_words(struct sfc_buffer *b, const char *name, const char *list)
{
    const char *word;
    size_t len;
    sfc_buffer_printf(b, ",\"%s\":[", name);
    for (bool first = true; list && (word = sfc_next_word(&list, &len)); first = false) {
        char *one = sfc_copy_text(word, len);
        if (!first)
            sfc_buffer_add(b, ",", 1);
        sfc_json_string(b, one);
        free(one);
    }
    sfc_buffer_add(b, "]", 1);
}
