/* SPDX-License-Identifier: MIT */
/*
 * Where a dump goes. As JSON it is made from the text line by line, so the two cannot differ: a
 * line's keys become members. Decimal numbers stay numbers, addresses and rules become strings, and
 * lists (flags, words) become arrays.
 */
#define _GNU_SOURCE
#include <string.h>

#include "tool.h"

struct sink {
    struct output out;
    bool as_json;
    bool in_array, any_item;
    const char *end_item; /* what ends the FDE, look-up or frame, "" before the first one */
    char line[4096];
    size_t used;
};

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

/* The members of "key=value ...". A word without '=' is member `bare`, but for the "none" of a PC without
   a function, and "reject", which is a member of its own. */
static void put_members(FILE *file, char *words, const char *bare)
{
    const char *before = "";
    for (char *word; (word = strsep(&words, " "));) {
        char *const eq = strchr(word, '=');
        const char *const key = eq ? word : bare;
        if (is(word, "none"))
            continue;
        if (is(word, "reject")) {
            fprintf(file, "%s\"reject\": true", before);
            continue;
        }
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
static void put_item(struct sink *j, const char *array, char *words, const char *bare)
{
    if (!j->in_array)
        fprintf(j->out.file, ",\n  \"%s\": [", array);
    fprintf(j->out.file, "%s%s\n    {", j->end_item, j->any_item ? "," : "");
    put_members(j->out.file, words, bare);
    j->in_array = j->any_item = true;
    j->end_item = "}";
}

static void end_array(struct sink *j)
{
    if (j->in_array)
        fprintf(j->out.file, "%s%s]", j->end_item, j->any_item ? "\n  " : "");
    j->in_array = false;
}

static void put_line(struct sink *j, char *words)
{
    static const char no_rows[] = "]}", rows[] = "\n    ]}";
    const char *const kind = strsep(&words, " ");

    if (is(kind, "sframe-dump")) {
        fputs("{\n  \"sframe-dump\": 1", j->out.file);
    } else if (is(kind, "section")) {
        fputs(",\n  \"section\": {", j->out.file);
        put_members(j->out.file, words, "?");
        fputs("},\n  \"functions\": [", j->out.file);
        j->in_array = true;
    } else if (is(kind, "fde")) {
        put_item(j, "functions", words, "index");
        fputs(", \"rows\": [", j->out.file);
        j->end_item = no_rows;
    } else if (is(kind, "fre")) {
        strsep(&words, ".");
        fprintf(j->out.file, "%s\n      {", j->end_item == rows ? "," : "");
        put_members(j->out.file, words, "index");
        fputc('}', j->out.file);
        j->end_item = rows;
    } else if (is(kind, "pc")) {
        put_item(j, "lookups", words, "pc");
    } else if (is(kind, "frame")) {
        put_item(j, "frames", words, "index");
    } else if (is(kind, "end")) {
        end_array(j);
        fputs(",\n  \"end\": ", j->out.file);
        json_string(j->out.file, words, strlen(words));
    }
}

bool to_sink(void *ctx, const char *text, size_t len)
{
    struct sink *j = ctx;
    if (!j->as_json)
        return write_text(j->out.file, text, len);
    for (size_t i = 0; i < len; i++) {
        if (text[i] != '\n' && j->used < sizeof j->line - 1) {
            j->line[j->used++] = text[i];
            continue;
        }
        j->line[j->used] = '\0';
        put_line(j, j->line);
        j->used = 0;
    }
    return !ferror(j->out.file);
}

static bool print_to_output(const struct sfr_section *s, const struct input *in, const struct options *o,
                            print_fn *print)
{
    struct sink sink = { .as_json = given(o, OPT_JSON), .end_item = "" };
    if (!open_output(&sink.out, o->output))
        return false;
    print(&sink, s, in, o);
    if (sink.as_json) {
        end_array(&sink);
        fputs("\n}\n", sink.out.file);
    }
    return close_output(&sink.out, true);
}

int print_section(const struct options *o, print_fn *print)
{
    struct input in;
    struct sfr_section s;
    if (!open_input(&in, o->files[0], o))
        return STATUS_TROUBLE;
    int status = judge(&in, o, false, NULL).accepted ? STATUS_ACCEPTED : STATUS_REJECTED;
    if ((status == STATUS_ACCEPTED || given(o, OPT_PARTIAL))
        && sfr_open(&s, in.data, in.size, in.addr, o->profile, NULL) == SFR_FAULT_NONE
        && !print_to_output(&s, &in, o, print))
        status = STATUS_TROUBLE;
    close_input(&in);
    return status;
}
