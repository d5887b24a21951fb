/* SPDX-License-Identifier: MIT */
/* Results files, and what reports are made of: counts and groups. */
#include <stdlib.h>

#include "report.h"
#include "scratch.h"
#include "tap.h"

static const char header[] =
    "{\"type\":\"run\",\"format\":1,\"implementation\":\"it\",\"version\":\"1\",\"cases\":9,\"selected\":4,"
    "\"policies\":{\"AMB-044\":\"reject\"},\"ops\":[\"decode\",\"lookup\"]}\n";

/* A line for a case in an area; `more` are further members. */
static void add_case(struct sfc_buffer *b, const char *id, const char *area, const char *outcome, const char *standing,
                     const char *more)
{
    sfc_buffer_printf(b,
                      "{\"type\":\"case\",\"id\":\"%s\",\"title\":\"t\",\"clauses\":[\"ALL-PRE-02\"],"
                      "\"profile\":\"v1\",\"abi\":\"amd64\",\"order\":\"little\",\"area\":\"%s\",\"op\":\"decode\","
                      "\"expect\":\"reject\",\"outcome\":\"%s\",\"standing\":\"%s\"%s}\n",
                      id, area, outcome, standing, more);
}

static char *make_text(const char *more)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%s", header);
    add_case(&b, "b/2", "y", "crash", "known", ",\"reason\":\"why\",\"known\":\"crash\",\"known-line\":3");
    add_case(&b, "a/1", "x", "pass", "good", ",\"seconds\":0.25");
    add_case(&b, "c/3", "y", "too-lenient", "unexpected", more);
    add_case(&b, "d/4", "x", "skipped", "good", "");
    sfc_buffer_printf(&b, "{\"type\":\"summary\",\"complete\":true,\"status\":1,\"outcomes\":{");
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        sfc_buffer_printf(&b, "%s\"%s\":%d", i > 0 ? "," : "", sfc_outcome_name((enum sfc_outcome)i),
                          i == SFC_PASS || i == SFC_CRASH || i == SFC_TOO_LENIENT || i == SFC_SKIPPED);
    sfc_buffer_printf(&b, "},\"standings\":{\"good\":2,\"known\":1,\"unexpected\":1,\"stale\":0,\"shown\":0},"
                          "\"unmatched\":[{\"line\":7,\"id\":\"e/5\"}]}\n");
    return b.data;
}

static void test_read(void)
{
    struct sfc_results results;
    struct sfc_error error = { "" };
    char *text = make_text(",\"range\":[2,4],\"size\":6,\"bytes-at\":0,\"bytes\":\"00010203\"");
    OK(sfc_results_read(&results, scratch_text("results.jsonl", text), &error), "a file is read: %s", error.text);
    OK(results.count == 4 && strcmp(results.records[0].id, "a/1") == 0 && strcmp(results.records[3].id, "d/4") == 0,
       "records are sorted");
    IS_TEXT(results.policies, "AMB-044=reject", "policies");
    IS_TEXT(results.ops, "decode lookup", "words");
    const struct sfc_record *r = sfc_results_find(&results, "c/3");
    OK(r && r->has_range && r->range_start == 2 && r->range_end == 4 && r->num_bytes == 4 && r->bytes[3] == 3, "bytes");
    OK(!sfc_results_find(&results, "c/4") && results.records[0].seconds > 0.2 && results.records[1].known_line == 3,
       "numbers");
    OK(results.num_unmatched == 1 && results.unmatched[0].line == 7, "entries without a case");
    struct sfc_buffer said = { 0 };
    sfc_add_conclusion(&said, &results);
    IS_TEXT(said.data, "does not conform", "verdict");
    sfc_buffer_free(&said);
    IS_U64(sfc_num_asked(&results), 3, "cases that were asked");
    OK(results.level == SFC_LEVEL_VALIDATE && r && r->level == SFC_LEVEL_VALIDATE,
       "a file of an older version has no levels: rejects count for `validate`");

    struct sfc_matrix m;
    struct sfc_results twice[2] = { results, results };
    sfc_matrix_make(&m, twice, 2);
    OK(m.num_areas == 3 && strcmp(m.areas[2], "all") == 0, "areas of two files");
    OK(sfc_cell_asked(sfc_matrix_cell(&m, 1, 0)) == 1 && sfc_matrix_cell(&m, 1, 1)->outcomes[SFC_CRASH] == 1
           && sfc_matrix_cell(&m, 0, 2)->count == 4 && sfc_matrix_cell(&m, 0, 2)->standings[SFC_STANDS_KNOWN] == 1,
       "cells");
    sfc_matrix_free(&m);

    struct sfc_buffer tap = { 0 };
    sfc_report_tap(&tap, &results, 1);
    IS_TEXT(tap.data,
            "ok 1 - a/1\nnot ok 2 - b/2 # TODO crash: why\nnot ok 3 - c/3\n# too-lenient\n"
            "# clauses  ALL-PRE-02\n"
            "ok 4 - d/4 # SKIP \n# 1 unexpected failure by cause:\n"
            "#      1  accepts faulty input of the area y  [validate/too-lenient/faulty-y]\n"
            "# next: sframe-conform explain c/3\n"
            "# declared: profiles -; ABIs -; byte orders -; ops decode lookup\n"
            "# not claimed: 1 of 4 selected: v1, amd64, little\n# verdict: does not conform\n"
            "# level: none (safe: 2 of 3, validate: 1 of 3)\n"
            "not ok 5 - line 7 of the known-failure file: there is no case e/5\n1..5\n",
            "TAP");
    sfc_buffer_free(&tap);
    sfc_results_free(&results);
    free(text);
}

static void test_bad_lines(void)
{
    static const struct {
        const char *more, *what;
    } lines[] = {
        { ",\"range\":[4,2]", "range: is not a start and an end" },
        { ",\"range\":[4]", "range: is not a start and an end" },
        { ",\"range\":7", "range: is not a start and an end" },
        { ",\"size\":1,\"bytes\":\"0001\"", "bytes: are more than the section has" },
        { ",\"size\":4,\"bytes-at\":3,\"bytes\":\"0001\"", "bytes: are more than the section has" },
        { ",\"size\":4,\"bytes-at\":9223372036854775807,\"bytes\":\"0001\"", "bytes: are more than the section has" },
        { ",\"size\":4,\"bytes\":\"000\"", "bytes: are more than the section has" },
        { ",\"size\":4,\"bytes\":\"000G\"", "bytes: is not hexadecimal" },
        { ",\"size\":-4", "size: is not a whole number" },
        { ",\"size\":4.0", "size: is not a whole number" },
        { ",\"size\":\"4\"", "size: is not a whole number" },
        { ",\"seconds\":-1", "seconds: is not a number of seconds" },
        { ",\"seconds\":\"1\"", "seconds: is not a number of seconds" },
        { ",\"expected\":\"a\"", "expected: what is expected and what was seen come together" },
        { ",\"detail\":7", "detail: is not a string" },
        { ",\"level\":\"high\"", "level: there is no such level" },
        { ",\"level\":\"safe\"", "level: there is no such level" },
        { ",\"level\":3", "level: is not a string" },
        { ",\"answer\":\"maybe\"", "answer: is neither accept nor reject" },
        { ",\"answer\":true", "answer: is not a string" },
        { ",\"judged\":[\"class\"]", "judged: is about right rejections only" },
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct sfc_results results;
        struct sfc_error error = { "" };
        char *text = make_text(lines[i].more);
        const bool read = sfc_results_read(&results, scratch_text("bad.jsonl", text), &error);
        OK(!read && strstr(error.text, "bad.jsonl:4: ") && strstr(error.text, lines[i].what), "%s: %s", lines[i].more,
           error.text);
        free(text);
    }
    static const char list[] = "[{\"line\":7,\"id\":\"e/5\"}]";
    struct sfc_results results;
    struct sfc_error error = { "" };
    char *text = make_text(""), *at = strstr(text, list);
    memset(at, ' ', sizeof list - 1);
    memcpy(at, "{}", 2);
    OK(!sfc_results_read(&results, scratch_text("bad.jsonl", text), &error)
           && strstr(error.text, "bad.jsonl:6: unmatched: is not a list"),
       "unmatched entries that are no list: %s", error.text);
    free(text);
}

/* Reads a header whose `about` is the JSON text `about`, from exactly as many bytes as it has. */
static bool read_about(struct sfc_results *results, const char *about, struct sfc_error *error)
{
    struct sfc_buffer b = { 0 };
    sfc_results_start(results, "file");
    sfc_buffer_printf(&b, "{\"about\":%s,%.*s", about, (int)sizeof header - 3, header + 1);
    char *line = sfc_copy_text(b.data, b.len);
    const bool good = sfc_results_add(results, line, b.len, error);
    free(line);
    sfc_buffer_free(&b);
    return good;
}

static void test_strings(void)
{
    static const struct {
        const char *json, *value;
    } strings[] = {
        { "\"\"", "" },
        { " \t\"a\"\r\n", "a" },
        { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
        { "\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac" },
        { "\"\\uD83D\\ude00!\"", "\xf0\x9f\x98\x80!" },
        { "\"\xc3\xa9\xf0\x9f\x98\x80\"", "\xc3\xa9\xf0\x9f\x98\x80" },
        { "\"\\ud7ff\\ue000\\uffff\"", "\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf" },
    };
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        struct sfc_results results;
        struct sfc_error error = { "" };
        OK(read_about(&results, strings[i].json, &error), "string %zu: %s", i, error.text);
        IS_TEXT(results.about ? results.about : "NULL", strings[i].value, "its value");
        sfc_results_free(&results);
    }
}

/* What is not JSON is refused, and so are names that come twice. */
static void test_not_json(void)
{
    static const char *const texts[] = {
        "",
        "nul",
        "\"a",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"\\udc00\"",
        "\"\xff\"",
        "\"\xed\xa0\x80\"",
        "\"\xc3",
        "\"a\nb\"",
        "01",
        "-",
        "+1",
        "1.",
        "1e",
        ".5",
        "[1,]",
        "[1 2]",
        "[1",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\" 1}",
        "{\"a\":1,\"a\":2}",
        "1,\"about\":2",
        "1 /* no */",
        "18446744073709551616",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct sfc_results results;
        struct sfc_error error = { "" };
        OK(!read_about(&results, texts[i], &error) && strncmp(error.text, "file:1: byte ", 13) == 0,
           "refused, text %zu: %s", i, error.text);
        sfc_results_free(&results);
    }
    struct sfc_buffer deep = { 0 };
    for (unsigned i = 0; i < 100000; i++)
        sfc_buffer_add(&deep, "[", 1);
    struct sfc_results results;
    struct sfc_error error = { "" };
    OK(!read_about(&results, deep.data, &error) && strstr(error.text, "file:1: byte "), "100000 brackets: %s",
       error.text);
    sfc_results_free(&results);
    sfc_buffer_free(&deep);
    size_t refused = 0;
    for (size_t len = 0; len < sizeof header - 2; len++) {
        char *line = sfc_copy_text(header, len);
        sfc_results_start(&results, "file");
        refused += !sfc_results_add(&results, line, len, NULL);
        sfc_results_free(&results);
        free(line);
    }
    IS_U64(refused, sizeof header - 2, "every line that is cut off is refused");
    sfc_results_start(&results, "file");
    OK(!sfc_results_add(&results, "{\"type\":\"run\"}\0{}", 17, &error) && strstr(error.text, "byte "),
       "a NUL between values: %s", error.text);
    sfc_results_free(&results);
}

static void test_groups(void)
{
    struct sfc_results results;
    struct sfc_error error = { "" };
    sfc_results_start(&results, "results");
    static const struct {
        const char *id, *outcome, *standing, *more;
    } cases[] = {
        { "1", "crash", "known", ",\"reason\":\"rare\"" },
        { "2", "crash", "known", ",\"reason\":\"often\"" },
        { "3", "timeout", "known", ",\"reason\":\"often\"" },
        { "4", "wrong-output", "unexpected", ",\"detail\":\"fre.ra\"" },
        { "5", "wrong-output", "unexpected", "" },
        { "6", "wrong-output", "unexpected", ",\"detail\":\"fre.ra\"" },
        { "7", "crash", "unexpected", "" },
    };
    bool good = sfc_results_add(&results, header, sizeof header - 2, &error);
    for (size_t i = 0; good && i < sizeof cases / sizeof cases[0]; i++) {
        struct sfc_buffer b = { 0 };
        add_case(&b, cases[i].id, "x", cases[i].outcome, cases[i].standing, cases[i].more);
        good = sfc_results_add(&results, b.data, b.len - 1, &error);
        sfc_buffer_free(&b);
    }
    OK(good, "lines one by one: %s", error.text);
    size_t count;
    struct sfc_group *groups = sfc_group_records(&results, SFC_STANDS_KNOWN, &count);
    OK(count == 2 && groups[0].count == 2 && strcmp(groups[0].records[0]->reason, "often") == 0,
       "by reason, the largest first");
    sfc_groups_free(groups, count);
    groups = sfc_group_records(&results, SFC_STANDS_UNEXPECTED, &count);
    OK(count == 3 && groups[0].count == 1 && groups[0].level == SFC_LEVEL_SAFE, "by cause, the lowest level first");
    OK(count == 3 && groups[1].count == 2 && strcmp(groups[1].records[1]->id, "6") == 0 && groups[2].count == 1,
       "then the largest");
    sfc_groups_free(groups, count);
    groups = sfc_group_records(&results, SFC_STANDS_STALE, &count);
    OK(count == 0, "nothing gives no group");
    sfc_groups_free(groups, count);
    sfc_results_free(&results);
}

/* Which level is reached, and how it is said. */
static void test_levels(void)
{
    static const struct {
        enum sfc_level level;
        enum sfc_outcome outcome;
        bool is_multi_fault;
        const char *said; /* after this case too */
    } cases[] = {
        { SFC_LEVEL_READ, SFC_SKIPPED, false, "none" },
        { SFC_LEVEL_STRICT, SFC_TOO_LENIENT, true, "safe" },
        { SFC_LEVEL_READ, SFC_PASS, false, "read" },
        { SFC_LEVEL_VALIDATE, SFC_PASS, false, "validate" },
        { SFC_LEVEL_STRICT, SFC_PASS, false, "strict" },
        { SFC_LEVEL_STRICT, SFC_TOO_LENIENT, false, "validate (strict: 1 of 2)" },
        { SFC_LEVEL_REFUSE, SFC_UNDECLARED_SKIP, false, "read (refuse: 0 of 1, validate: 1 of 1, strict: 1 of 2)" },
        { SFC_LEVEL_VALIDATE, SFC_LIMIT, false,
          "none (safe: 6 of 7, read: 1 of 1, refuse: 0 of 1, validate: 1 of 2, strict: 1 of 2)" },
    };
    struct sfc_results results;
    sfc_results_start(&results, "results");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sfc_buffer said = { 0 };
        sfc_totals_add(&results.totals, &(struct sfc_tally){ .outcome = cases[i].outcome,
                                                             .level = cases[i].level,
                                                             .is_multi_fault = cases[i].is_multi_fault });
        sfc_add_levels(&said, &results);
        IS_TEXT(said.data, cases[i].said, "the level after %zu cases", i + 1);
        sfc_buffer_free(&said);
    }
    sfc_results_free(&results);
}

int main(void)
{
    test_read();
    test_bad_lines();
    test_strings();
    test_not_json();
    test_groups();
    test_levels();
    return tap_done();
}
