/* SPDX-License-Identifier: MIT */
/* Words for an adapter that went wrong. */
#include <stdlib.h>
#include <string.h>

#include "framed_words.h"
#include "protocol.h"

enum { MAX_LINES = 3, MAX_WORDS = 300 };

struct words {
    const char *text;
    size_t len;
};

/* Without the space at both ends. */
static struct words trim(const char *line, size_t len)
{
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\r' || line[len - 1] == '\t'))
        len--;
    const size_t indent = strspn(line, " \t") < len ? strspn(line, " \t") : len;
    return (struct words){ line + indent, len - indent };
}

/* A sanitizer says in one line what it found, and then much that says less. */
static struct words find_finding(const char *text)
{
    static const char *const marks[] = {
        "ERROR: AddressSanitizer: ",  "ERROR: LeakSanitizer: ", "WARNING: MemorySanitizer: ",
        "WARNING: ThreadSanitizer: ", ": runtime error: ",
    };
    for (unsigned i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const char *at = strstr(text, marks[i]);
        if (!at)
            continue;
        /* The place in the source is in front of a run-time error, the number of the process in front of the others. */
        while (marks[i][0] == ':' && at > text && at[-1] != '\n')
            at--;
        return trim(at, strcspn(at, "\n"));
    }
    return (struct words){ NULL, 0 };
}

/* The last lines that say something; an exception of Python is named in the very last one. */
static size_t find_last(const char *text, struct words last[MAX_LINES])
{
    size_t count = 0;
    for (const char *line = text; *line;) {
        const size_t len = strcspn(line, "\n");
        const struct words words = trim(line, len);
        line += len + (line[len] == '\n');
        /* Nothing, or what Python underlines the line above with. */
        if (words.len == 0 || strspn(words.text, "^~ ") >= words.len)
            continue;
        if (count == MAX_LINES)
            memmove(last, last + 1, (MAX_LINES - 1) * sizeof last[0]);
        else
            count++;
        last[count - 1] = words;
    }
    return count;
}

char *sfc_last_words(const char *text)
{
    struct words last[MAX_LINES], finding = find_finding(text);
    struct sfc_buffer b = { 0 };
    size_t count = finding.text ? 1 : find_last(text, last), from = count, len = 0;
    if (finding.text)
        last[0] = finding;
    /* From the end as many as there is room for, and at least one. */
    while (from > 0 && (from == count || len + last[from - 1].len <= MAX_WORDS))
        len += last[--from].len + 3;
    for (size_t i = from; i < count; i++)
        sfc_buffer_printf(&b, "%s%.*s", i > from ? " | " : "", (int)(last[i].len < MAX_WORDS ? last[i].len : MAX_WORDS),
                          last[i].text);
    for (char *c = b.data; c && *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    return b.data;
}

char *sfc_partial_answer(const char *bytes, size_t len)
{
    struct sfc_message frame;
    struct sfc_buffer b = { 0 };
    if (len == 0)
        sfc_buffer_printf(&b, "nothing arrived: is stdout flushed?");
    else if (sfc_message_read(bytes, len, SIZE_MAX, &frame, NULL) == SFC_MESSAGE_HEAD)
        sfc_buffer_printf(&b,
                          "it wrote %zu bytes of a frame that announced %zu: is all of it flushed, and LENGTH the "
                          "number of bytes?",
                          len - frame.head, frame.length);
    else
        sfc_buffer_printf(&b, "it wrote %zu bytes, and no newline behind @TYPE SEQ LENGTH", len);
    return b.data;
}

char *sfc_surplus_answer(size_t surplus, bool more, size_t length)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "wrote %s%zu bytes more than the %zu that its answer announced", more ? "at least " : "",
                      surplus, length);
    return b.data;
}

char *sfc_late_bytes(size_t count, bool more, const char *after)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "wrote %s%zu bytes after %s", more ? "at least " : "", count, after);
    return b.data;
}
