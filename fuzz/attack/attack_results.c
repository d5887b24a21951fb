/* SPDX-License-Identifier: MIT */
/*
 * Any results file. Of one that can be read every report is text of UTF-8 without control characters but tabs, and
 * linear in the size of the file; a run is not worse than itself; the known-failure file that is made of it can be
 * read.
 */
#include "attack.h"

#include <string.h>

#include "known_of_results.h"
#include "report.h"
#include "utf8.h"

const char fuzz_property[] = "results";

enum { REPORT_START = 1 << 17, REPORT_BYTE = 200 };

/* What turns text round, ends lines, or is no character, on top of control characters. */
static bool is_odd(const char *at, size_t len)
{
    static const char *const odd[] = { "\u2028", "\u2029", "\u202a", "\u202b", "\u202c",       "\u202d",      "\u202e",
                                       "\u2066", "\u2067", "\u2068", "\u2069", "\xef\xbf\xbe", "\xef\xbf\xbf" };
    for (size_t i = 0; len == 3 && i < sizeof odd / sizeof odd[0]; i++)
        if (memcmp(at, odd[i], 3) == 0)
            return true;
    return false;
}

static void check_text(const char *what, const struct sfc_buffer *b, size_t size)
{
    FUZZ_REQUIRE(b->len <= REPORT_START + size * REPORT_BYTE, 0, "%s: %zu bytes about %zu bytes", what, b->len, size);
    for (size_t i = 0, len; i < b->len; i += len) {
        const char *at = b->data + i;
        len = sfr_utf8_length(at, b->len - i);
        FUZZ_REQUIRE(len > 0, i, "%s: not UTF-8", what);
        FUZZ_REQUIRE((len == 1 && (*at == '\n' || *at == '\t')) || (!sfr_utf8_is_control(at, len) && !is_odd(at, len)),
                     i, "%s: a control character: %02x", what, (unsigned char)*at);
    }
    fuzz_note_bytes(b->data, b->len);
}

static void check_report(const char *format, const struct sfc_results *results, size_t size)
{
    struct sfc_buffer text = { 0 };
    sfc_report_find(format)(&text, results, 1);
    check_text(format, &text, size);
    sfc_buffer_free(&text);
}

static void check_list(const struct sfc_results *results, size_t size)
{
    struct sfc_known_source source;
    struct sfc_known list;
    struct sfc_error error = { "" };
    struct sfc_buffer text = { 0 };

    if (!sfc_known_source_take(&source, results, 1, &error))
        return;
    sfc_known_add_list(&text, &source);
    sfc_known_source_free(&source);
    check_text("known", &text, size);
    FUZZ_REQUIRE(sfc_known_read(&list, attack_file((const uint8_t *)text.data, text.len), &error), 0,
                 "the list cannot be read: %s", error.text);
    sfc_known_free(&list);
    sfc_buffer_free(&text);
}

static void check_results(const struct sfc_results *results, size_t size, uint64_t which)
{
    static const char *const formats[] = { "text", "tap", "junit", "markdown", "matrix", "html" };
    struct sfc_buffer text = { 0 };

    check_report(formats[which % 6], results, size);
    check_report(formats[which / 6 % 5], results, size);
    if (which / 64 % 2 == 0) {
        check_list(results, size);
        return;
    }
    FUZZ_REQUIRE(!sfc_report_diff(&text, results, results, which / 128 % 2), 0, "a run is worse than itself");
    check_text("diff", &text, size);
    sfc_buffer_free(&text);
}

static bool read_lines(struct sfc_results *results, const uint8_t *data, size_t size, struct sfc_error *error)
{
    const char *at = (const char *)data, *const end = at + size;
    for (const char *newline; at < end && (newline = memchr(at, '\n', (size_t)(end - at))); at = newline + 1)
        if (!sfc_results_add(results, at, (size_t)(newline - at), error))
            return false;
    return results->has_header && sfc_results_finish(results, error);
}

bool attack_try(const uint8_t *data, size_t size)
{
    struct sfc_results results;
    struct sfc_error error = { "" };
    uint64_t which = 0;

    for (size_t i = 0; i < size; i++)
        which = which * 31 + data[i];
    sfc_results_start(&results, "results");
    const bool good = read_lines(&results, data, size, &error);
    if (good)
        check_results(&results, size, which >> 8);
    else
        FUZZ_REQUIRE(strncmp(error.text, "results", 7) == 0, 0, "an error without file and line: %s", error.text);
    sfc_results_free(&results);
    return good;
}
