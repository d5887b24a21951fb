/* SPDX-License-Identifier: MIT */
/* Shows a person what passes between the runner and an adapter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "markup.h"
#include "rung.h"

enum { MOST_LINES = 24, MOST_LINE = 400, MOST_BYTES = 64 };

static void print_line(char way, const char *line, size_t len)
{
    struct sfc_buffer safe = { 0 };
    char *text = sfc_copy_text(line, len < MOST_LINE ? len : MOST_LINE);
    sfc_add_line(&safe, text);
    printf("      %c %s%s\n", way, sfc_buffer_text(&safe), len > MOST_LINE ? " ..." : "");
    sfc_buffer_free(&safe);
    free(text);
}

/* The lines of a text; a long one is cut. */
static void print_lines(char way, const char *text, size_t len)
{
    const char *const end = text + len;
    for (unsigned i = 0; text < end; i++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        if (i == MOST_LINES) {
            printf("      %c ... %zu bytes more\n", way, (size_t)(end - text));
            return;
        }
        print_line(way, text, (size_t)((newline ? newline : end) - text));
        text = newline ? newline + 1 : end;
    }
}

static void print_bytes(char way, const char *bytes, size_t len)
{
    printf("      %c %zu bytes:", way, len);
    for (size_t i = 0; i < len && i < MOST_BYTES; i++)
        printf("%s%02x", i % 16 == 0 ? " " : "", (unsigned char)bytes[i]);
    printf("%s\n", len > MOST_BYTES ? " ..." : "");
}

/* A dump is lines, a section is bytes. */
static bool is_text(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (bytes[i] != '\n' && (bytes[i] < ' ' || bytes[i] > '~'))
            return false;
    return len > 0;
}

void sfc_trace_frame(char way, const char *bytes, size_t len)
{
    size_t head = 0;
    while (head + 1 < len && !(bytes[head] == '\n' && bytes[head + 1] == '\n'))
        head++;
    /* Without an empty line it is a frame without keys, or none at all. */
    const bool has_body = head + 1 < len;
    const size_t body = has_body ? head + 2 : 0;
    if (len == 0)
        printf("      %c nothing\n", way);
    else if (!is_text(bytes, has_body ? head : len))
        print_bytes(way, bytes, len);
    else
        print_lines(way, bytes, has_body ? head : len);
    if (has_body && body < len && is_text(bytes + body, len - body))
        print_lines(way, bytes + body, len - body);
    else if (has_body && body < len)
        print_bytes(way, bytes + body, len - body);
}

void sfc_trace_command(char *const *words, const struct sfc_process *p)
{
    static const char *const ends[] = {
        [SFC_ENDED_EXIT] = "exit status",      [SFC_ENDED_SIGNAL] = "signal",
        [SFC_ENDED_TIMEOUT] = "no time left",  [SFC_ENDED_CPU] = "no CPU time left",
        [SFC_ENDED_FLOOD] = "too much output", [SFC_ENDED_FILE] = "a file too large",
        [SFC_ENDED_STOPPED] = "interrupted",   [SFC_ENDED_NOT_STARTED] = "not started, error",
    };
    struct sfc_buffer b = { 0 };
    sfc_add_command(&b, words);
    print_line('>', sfc_buffer_text(&b), b.len);
    sfc_buffer_free(&b);
    print_lines('<', sfc_buffer_text(&p->out), p->out.len);
    print_lines('2', sfc_buffer_text(&p->err), p->err.len);
    printf("      < %s %d\n", ends[p->ended], p->code);
}
