/* SPDX-License-Identifier: MIT */
/*
 * The canonical dump as JSON. It is made from the text line by line, so the two cannot differ: a
 * line's keys become members. Decimal numbers stay numbers, addresses and rules become strings, and
 * lists (flags, words) become arrays.
 */
#define _GNU_SOURCE
#include <string.h>

#include "tool.h"

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* aux-bytes is hexadecimal and may look like a number. */
static void put_value(FILE *file, const char *key, const char *value)
{
    const char *const digits = value + (value[0] == '-');
    if (digits[0] && digits[strspn(digits, "0123456789")] == '\0' && !is(key, "aux-bytes"))
        fputs(value, file);
    else
        json_string(file, value, strlen(value));
}

/* "none" and "-" stand for an empty list. */
static void put_list(FILE *file, const char *key, char *values)
{
    const char *before = "";
    if (is(values, "none") || is(values, "-"))
        values = NULL;
    fputc('[', file);
    for (const char *value; (value = strsep(&values, ",")); before = ", ") {
        fputs(before, file);
        put_value(file, key, value);
    }
    fputc(']', file);
}

/* The members of "key=value ...". A word without '=' is member `bare`, but for the "none" of a PC without a function. */
static void put_members(FILE *file, char *words, const char *bare)
{
    const char *before = "";
    for (char *word; (word = strsep(&words, " "));) {
        char *const eq = strchr(word, '=');
        const char *const key = eq ? word : bare;
        if (is(word, "none"))
            continue;
        if (eq)
            *eq = '\0';
        fprintf(file, "%s\"%s\": ", before, key);
        if (is(key, "flags") || is(key, "words"))
            put_list(file, key, eq + 1);
        else
            put_value(file, key, eq ? eq + 1 : word);
        before = ", ";
    }
}

/* An FDE, a look-up or a frame, in the array that there is one of. Leaves its object open. */
static void put_item(struct json *j, const char *array, char *words, const char *bare)
{
    if (!j->in_array)
        fprintf(j->file, ",\n  \"%s\": [", array);
    fprintf(j->file, "%s%s\n    {", j->end_item, j->any_item ? "," : "");
    put_members(j->file, words, bare);
    j->in_array = j->any_item = true;
    j->end_item = "}";
}

static void end_array(struct json *j)
{
    if (j->in_array)
        fprintf(j->file, "%s%s]", j->end_item, j->any_item ? "\n  " : "");
    j->in_array = false;
}

static void put_line(struct json *j, char *words)
{
    static const char no_rows[] = "]}", rows[] = "\n    ]}";
    const char *const kind = strsep(&words, " ");

    if (is(kind, "sframe-dump")) {
        fputs("{\n  \"sframe-dump\": 1", j->file);
    } else if (is(kind, "section")) {
        fputs(",\n  \"section\": {", j->file);
        put_members(j->file, words, "?");
        fputs("},\n  \"functions\": [", j->file);
        j->in_array = true;
    } else if (is(kind, "fde")) {
        put_item(j, "functions", words, "index");
        fputs(", \"rows\": [", j->file);
        j->end_item = no_rows;
    } else if (is(kind, "fre")) {
        strsep(&words, ".");
        fprintf(j->file, "%s\n      {", j->end_item == rows ? "," : "");
        put_members(j->file, words, "index");
        fputc('}', j->file);
        j->end_item = rows;
    } else if (is(kind, "pc")) {
        put_item(j, "lookups", words, "pc");
    } else if (is(kind, "frame")) {
        put_item(j, "frames", words, "index");
    } else if (is(kind, "end")) {
        end_array(j);
        fputs(",\n  \"end\": ", j->file);
        json_string(j->file, words, strlen(words));
    }
}

void json_begin(struct json *j, FILE *file)
{
    *j = (struct json){ .file = file, .end_item = "" };
}

bool json_text(void *ctx, const char *text, size_t len)
{
    struct json *j = ctx;
    for (size_t i = 0; i < len; i++) {
        if (text[i] != '\n' && j->used < sizeof j->line - 1) {
            j->line[j->used++] = text[i];
            continue;
        }
        j->line[j->used] = '\0';
        put_line(j, j->line);
        j->used = 0;
    }
    return !ferror(j->file);
}

bool json_end(struct json *j)
{
    end_array(j);
    fputs("\n}\n", j->file);
    return !ferror(j->file);
}
