/* SPDX-License-Identifier: MIT */
/* Writes JSON. */
#include <string.h>

#include "json.h"
#include "json_string.h"

static bool add_text(void *buffer, const char *text, size_t len)
{
    sfc_buffer_add(buffer, text, len);
    return true;
}

void sfc_json_string(struct sfc_buffer *b, const char *text)
{
    if (text)
        sfr_json_string(text, strlen(text), add_text, b);
    else
        sfc_buffer_add(b, "null", 4);
}

void sfc_json_member(struct sfc_buffer *b, const char *name, const char *value)
{
    sfc_buffer_add(b, ",", 1);
    sfc_json_string(b, name);
    sfc_buffer_add(b, ":", 1);
    sfc_json_string(b, value);
}

void sfc_json_some(struct sfc_buffer *b, const char *name, const char *value)
{
    if (value)
        sfc_json_member(b, name, value);
}

void sfc_json_words(struct sfc_buffer *b, const char *name, const char *list)
{
    const char *word;
    size_t len;
    sfc_buffer_printf(b, ",\"%s\":[", name);
    for (bool first = true; (word = sfc_next_word(&list, &len)); first = false) {
        if (!first)
            sfc_buffer_add(b, ",", 1);
        sfr_json_string(word, len, add_text, b);
    }
    sfc_buffer_add(b, "]", 1);
}

void sfc_json_lines(struct sfc_buffer *b, const char *name, const char *lines)
{
    sfc_buffer_printf(b, ",\"%s\":[", name);
    for (const char *line = lines; *line;) {
        const size_t len = strcspn(line, "\n");
        if (line != lines)
            sfc_buffer_add(b, ",", 1);
        sfr_json_string(line, len, add_text, b);
        line += len + (line[len] == '\n');
    }
    sfc_buffer_add(b, "]", 1);
}

void sfc_add_hex(struct sfc_buffer *b, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < size; i++)
        sfc_buffer_add(b, (const char[]){ digits[bytes[i] >> 4], digits[bytes[i] & 15] }, 2);
}

void sfc_json_bytes(struct sfc_buffer *b, const char *name, const uint8_t *bytes, size_t size)
{
    sfc_buffer_printf(b, ",\"%s\":\"", name);
    sfc_add_hex(b, bytes, size);
    sfc_buffer_add(b, "\"", 1);
}
