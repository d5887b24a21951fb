/* SPDX-License-Identifier: MIT */
/*
 * The canonical dump as JSON. It is made from the text line by line, so the two cannot differ: a
 * line's keys become members. Decimal numbers stay numbers, addresses and rules become strings, and
 * lists (flags, words) become arrays.
 */
#include <string.h>

#include "tool.h"

static bool is_number(const char *s, size_t len)
{
    size_t i = len > 1 && s[0] == '-' ? 1 : 0;
    for (; i < len; i++) {
        if (s[i] < '0' || s[i] > '9')
            return false;
    }
    return len > 0;
}

static void put_value(FILE *file, const char *s, size_t len)
{
    if (is_number(s, len))
        fwrite(s, 1, len, file);
    else
        json_string(file, s, len);
}

/* "none" and "-" stand for an empty list. */
static void put_list(FILE *file, const char *s, size_t len)
{
    const bool empty = (len == 4 && memcmp(s, "none", 4) == 0) || (len == 1 && s[0] == '-');
    fputc('[', file);
    for (size_t at = 0; at < len && !empty;) {
        const char *comma = memchr(s + at, ',', len - at);
        const size_t n = comma ? (size_t)(comma - (s + at)) : len - at;
        if (at > 0)
            fputs(", ", file);
        put_value(file, s + at, n);
        at += n + 1;
    }
    fputc(']', file);
}

/* aux-bytes is hexadecimal and may look like a number. */
static void put_member(FILE *file, const char *key, size_t key_len, const char *value, size_t len)
{
    json_string(file, key, key_len);
    fputs(": ", file);
    if ((key_len == 5 && memcmp(key, "flags", 5) == 0) || (key_len == 5 && memcmp(key, "words", 5) == 0))
        put_list(file, value, len);
    else if (key_len == 9 && memcmp(key, "aux-bytes", 9) == 0)
        json_string(file, value, len);
    else
        put_value(file, value, len);
}

/* The members "key=value ..." of a line, from `at` on; a word without '=' is member `bare`. */
static void put_members(FILE *file, const char *line, size_t len, size_t at, const char *bare, bool first)
{
    while (at < len) {
        const char *space = memchr(line + at, ' ', len - at);
        const size_t n = space ? (size_t)(space - (line + at)) : len - at;
        const char *eq = memchr(line + at, '=', n);
        if (!first)
            fputs(", ", file);
        first = false;
        if (eq)
            put_member(file, line + at, (size_t)(eq - (line + at)), eq + 1, n - (size_t)(eq - (line + at)) - 1);
        else
            put_member(file, bare, strlen(bare), line + at, n);
        at += n + 1;
    }
}

static bool starts(const char *line, size_t len, const char *with)
{
    const size_t n = strlen(with);
    return len >= n && memcmp(line, with, n) == 0;
}

static void close_rows(struct json *j)
{
    if (j->any_fde)
        fputs(j->any_row ? "\n    ]}" : "]}", j->file);
    j->any_row = false;
}

static void put_fde(struct json *j, const char *line, size_t len)
{
    close_rows(j);
    fputs(j->any_fde ? ",\n    {" : "\n    {", j->file);
    put_members(j->file, line, len, 4, "index", true);
    fputs(", \"rows\": [", j->file);
    j->any_fde = true;
}

static void put_fre(struct json *j, const char *line, size_t len)
{
    const char *dot = memchr(line, '.', len);
    fputs(j->any_row ? ",\n      {" : "\n      {", j->file);
    put_members(j->file, line, len, dot ? (size_t)(dot - line) + 1 : 4, "index", true);
    fputc('}', j->file);
    j->any_row = true;
}

/* Look-up rows and frames: members of one array each. */
static void put_item(struct json *j, const char *array, const char *line, size_t len, size_t at, const char *bare)
{
    if (!j->any_item)
        fprintf(j->file, ",\n  \"%s\": [", array);
    fputs(j->any_item ? ",\n    {" : "\n    {", j->file);
    put_members(j->file, line, len, at, bare, true);
    fputc('}', j->file);
    j->any_item = true;
}

/* "pc 0x10 none" and "pc 0x10 fde=..." */
static void put_lookup(struct json *j, const char *line, size_t len)
{
    const char *space = memchr(line + 3, ' ', len - 3);
    const size_t pc_end = space ? (size_t)(space - line) : len;
    const bool none = len - pc_end == 5;
    put_item(j, "lookups", line, none ? pc_end : len, 3, "pc");
}

static void put_line(struct json *j, const char *line, size_t len)
{
    if (starts(line, len, "sframe-dump ")) {
        fputs("{\n  \"sframe-dump\": 1", j->file);
    } else if (starts(line, len, "section ")) {
        fputs(",\n  \"section\": {", j->file);
        put_members(j->file, line, len, 8, "?", true);
        fputs("},\n  \"functions\": [", j->file);
        j->in_functions = true;
    } else if (starts(line, len, "fde ")) {
        put_fde(j, line, len);
    } else if (starts(line, len, "fre ")) {
        put_fre(j, line, len);
    } else if (starts(line, len, "pc ")) {
        put_lookup(j, line, len);
    } else if (starts(line, len, "frame ")) {
        put_item(j, "frames", line, len, 6, "index");
    } else if (starts(line, len, "end ")) {
        fputs(j->any_item ? "\n  ]" : "", j->file);
        j->any_item = false;
        fputs(",\n  \"end\": ", j->file);
        json_string(j->file, line + 4, len - 4);
    }
}

void json_begin(struct json *j, FILE *file)
{
    *j = (struct json){ .file = file };
}

bool json_text(void *ctx, const char *text, size_t len)
{
    struct json *j = ctx;
    for (size_t i = 0; i < len; i++) {
        if (text[i] != '\n' && j->used < sizeof j->line) {
            j->line[j->used++] = text[i];
            continue;
        }
        put_line(j, j->line, j->used);
        j->used = 0;
    }
    return !ferror(j->file);
}

bool json_end(struct json *j)
{
    if (j->in_functions) {
        close_rows(j);
        fputs(j->any_fde ? "\n  ]" : "]", j->file);
    }
    fputs(j->any_item ? "\n  ]\n}\n" : "\n}\n", j->file);
    return !ferror(j->file);
}
