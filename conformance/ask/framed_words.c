/* SPDX-License-Identifier: MIT */
/* Describes how an adapter failed. */
#include <stdlib.h>
#include <string.h>

#include "framed_words.h"
#include "protocol.h"

enum { MAX_LINES = 3, MAX_WORDS = 300 };

struct words {
    const char *text;
    size_t len;
};

/* Without white space at both ends. */
static struct words trim(const char *line, size_t len)
{
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\r' || line[len - 1] == '\t'))
        len--;
    const size_t indent = strspn(line, " \t") < len ? strspn(line, " \t") : len;
    return (struct words){ line + indent, len - indent };
}

/* The line of a sanitizer that says what it found. */
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
        /* Before a run-time error is the place in the source; before the others only the number
           of the process. */
        while (marks[i][0] == ':' && at > text && at[-1] != '\n')
            at--;
        return trim(at, strcspn(at, "\n"));
    }
    return (struct words){ NULL, 0 };
}

char *sfc_last_words(const char *text)
{
    struct words last[MAX_LINES], finding = find_finding(text);
    struct sfc_buffer b = { 0 };
    size_t count = 0, len = 0;
    bool more = !finding.text;
    if (finding.text)
        last[count++] = finding;
    /* From the end, as many lines as fit, and at least one: Python names the exception in the very last one. */
    for (const char *line, *end = text + strlen(text); more && count < MAX_LINES; end = more ? line - 1 : text) {
        for (line = end; line > text && line[-1] != '\n'; line--)
            ;
        const struct words words = trim(line, (size_t)(end - line));
        more = line > text;
        /* Empty, or the marks with which Python underlines the line above. */
        if (words.len == 0 || strspn(words.text, "^~ ") >= words.len)
            continue;
        if (count > 0 && len + words.len > MAX_WORDS)
            break;
        last[count++] = words;
        len += words.len + 3;
    }
    for (size_t i = count; i-- > 0;)
        sfc_buffer_printf(&b, "%.*s%s", (int)(last[i].len < MAX_WORDS ? last[i].len : MAX_WORDS), last[i].text,
                          i > 0 ? " | " : "");
    for (char *c = b.data; c && *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    return b.data;
}

char *sfc_partial_answer(const char *bytes, size_t len)
{
    struct sfc_frame frame;
    if (len == 0)
        return sfc_format("nothing arrived: is stdout flushed?");
    if (sfc_frame_read(bytes, len, SIZE_MAX, &frame, NULL) != SFC_FRAME_HEAD)
        return sfc_format("it wrote %zu bytes, and no newline after @TYPE SEQ LENGTH", len);
    return sfc_format(
        "it wrote %zu bytes of a frame that announced %zu: is all of it flushed, and LENGTH the number of "
        "bytes?",
        len - frame.head, frame.length);
}

char *sfc_surplus_answer(size_t surplus, bool more, size_t length)
{
    return sfc_format("wrote %s%zu bytes more than the %zu that its answer announced", more ? "at least " : "", surplus,
                      length);
}
