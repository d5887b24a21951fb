/* SPDX-License-Identifier: MIT */
/* The driver's lines in a console log: "# asks N ID", why the answer is wrong, and "ok N ID" or "not ok N ID". */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ktap.h"

enum { MOST_BYTES = 256 << 20 };

/* ---- Lines ------------------------------------------------------------------------------- */

/* The line without its indentation, and without what a kernel writes in front: "<6>[   12.345678][    T1] ". */
static char *unstamped(char *line)
{
    line += strspn(line, " \t");
    if (*line == '<' && isdigit((unsigned char)line[1])) {
        const size_t len = 1 + strspn(line + 1, "0123456789");
        line += line[len] == '>' ? len + 1 : 0;
    }
    while (*line == '[') {
        const size_t len = 1 + strspn(line + 1, " 0123456789.TC");
        if (len == 1 || line[len] != ']')
            break;
        line += len + 1;
        line += strspn(line, " \t");
    }
    return line;
}

/* Moves past what the line starts with. */
static bool take(char **line, const char *start)
{
    const size_t len = strlen(start);
    const bool starts = strncmp(*line, start, len) == 0;
    *line += starts ? len : 0;
    return starts;
}

/* Ends the word, and returns what follows it. */
static char *end_word(char *word)
{
    char *end = word + strcspn(word, " ");
    if (*end)
        *end++ = '\0';
    return end;
}

/* ---- The run ------------------------------------------------------------------------------- */

struct reader {
    struct sfc_ktap *ktap;
    struct sfc_ktap_case *last; /* NULL: nothing was asked yet */
    unsigned line, results;     /* results of this run */
    bool is_ending;             /* the driver's sums follow */
    struct sfc_error *error;
};

static bool fail(const struct reader *r, const char *what, const char *value)
{
    return sfc_fail(r->error, "%s:%u: %s %s", r->ktap->path, r->line, what, value);
}

/* "17 ID", or "ID" of the KUnit suite. A run counts from 1. */
static bool take_question(struct reader *r, char *rest)
{
    struct sfc_ktap *k = r->ktap;
    const size_t digits = strspn(rest, "0123456789");
    char *id = digits > 0 ? end_word(rest) : rest;
    uint64_t number = digits > 0 ? 0 : r->results + 1;
    sfc_parse_decimal(rest, digits, UINT32_MAX, &number);
    end_word(id);
    if (r->last && r->last->state == SFC_KTAP_ASKED)
        return fail(r, "this question comes before the result of", r->last->id);
    if (number == 1) {
        r->results = 0;
        k->has_end = false;
    }
    if (number != r->results + 1)
        return fail(r, "the console lost lines of the driver before the question about", id);
    k->cases = sfc_make_room(k->cases, k->count, sizeof k->cases[0]);
    r->last = &k->cases[k->count++];
    *r->last = (struct sfc_ktap_case){ .id = id, .line = r->line };
    return true;
}

static bool take_outcome(struct reader *r, const char *word)
{
    static const struct sfc_ktap_word words[] = {
        { "wrong-output", SFC_WRONG_OUTPUT, SFC_SAID_NONE }, { "too-strict", SFC_TOO_STRICT, SFC_SAID_REJECT },
        { "too-lenient", SFC_TOO_LENIENT, SFC_SAID_ACCEPT }, { "state-dependent", SFC_STATE_DEPENDENT, SFC_SAID_NONE },
        { "failed", SFC_PROTOCOL, SFC_SAID_NONE },           { "not-run", SFC_PROTOCOL, SFC_SAID_NONE },
        { "unknown-status", SFC_PROTOCOL, SFC_SAID_NONE },   { "not-moved", SFC_SKIPPED, SFC_SAID_NONE },
    };
    r->last->outcome = NULL;
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i].word) == 0)
            r->last->outcome = &words[i];
    return r->last->outcome || fail(r, "the driver has no outcome", word);
}

static bool is_case_id(const char *id)
{
    return (id[0] == 'v' && isdigit((unsigned char)id[1]) && strchr(id, '/')) || strncmp(id, "real/", 5) == 0;
}

/* Other programs print such lines, too, but not about cases. */
static bool take_result(struct reader *r, bool is_good, char *rest)
{
    char *id = end_word(rest), *directive = end_word(id);
    const bool is_skip = strncmp(directive, "# SKIP", 6) == 0;
    if (!r->last || strcmp(id, r->last->id) != 0)
        return !is_case_id(id) || fail(r, "this is the result of a case that was not asked just before:", id);
    if (r->last->state != SFC_KTAP_ASKED)
        return fail(r, "there is a second result of", id);
    if (!is_good && !r->last->outcome)
        return fail(r, "there is no outcome of", id);
    r->last->line = r->line;
    r->results++;
    /* KUnit has no word for a wrong answer that does not count. */
    r->last->state = r->last->outcome && r->last->outcome->outcome != SFC_SKIPPED ? SFC_KTAP_WRONG
                     : is_skip                                                    ? SFC_KTAP_SKIPPED
                                                                                  : SFC_KTAP_RIGHT;
    return true;
}

/* The driver's sums; other programs print such a line, too, but not here. */
static bool take_totals(struct reader *r, const char *sums)
{
    unsigned pass, fails, above, skip;
    if (!r->is_ending
        || sscanf(sums, "pass:%9u fail:%9u xfail:%9u xpass:0 skip:%9u error:0", &pass, &fails, &above, &skip) != 4)
        return true;
    if (pass + fails + above + skip != r->results)
        return sfc_fail(r->error, "%s:%u: the console lost lines of the driver: it counts %u results, and %u are here",
                        r->ktap->path, r->line, pass + fails + above + skip, r->results);
    r->results = 0;
    r->is_ending = false;
    r->ktap->has_end = true;
    return true;
}

static bool take_comment(struct reader *r, char *rest)
{
    struct sfc_ktap *k = r->ktap;
    const bool is_open = r->last && r->last->state == SFC_KTAP_ASKED;
    take(&rest, "test_case: ");
    if (take(&rest, "asks "))
        return take_question(r, rest);
    if (is_open && take(&rest, "outcome: "))
        return take_outcome(r, rest);
    if (is_open && take(&rest, "expected: "))
        r->last->expected = rest;
    else if (is_open && take(&rest, "seen:     "))
        r->last->seen = rest;
    else if (take(&rest, "reader: "))
        k->reader = rest;
    else if (take(&rest, "corpus: ")) {
        k->corpus_version = rest;
        k->corpus_sha256 = end_word(rest);
    } else if (take(&rest, "level reached: "))
        r->is_ending = true;
    else if (take(&rest, "Totals: "))
        return take_totals(r, rest);
    return true;
}

static bool take_line(struct reader *r, char *line)
{
    line = unstamped(line);
    if (take(&line, "# "))
        return take_comment(r, line);
    if (take(&line, "not ok "))
        return take_result(r, false, line);
    return !take(&line, "ok ") || take_result(r, true, line);
}

bool sfc_ktap_read(struct sfc_ktap *ktap, const char *path, struct sfc_error *error)
{
    struct reader r = { .ktap = ktap, .error = error };
    size_t len = 0;
    *ktap = (struct sfc_ktap){ .path = sfc_copy_string(path), .text = sfc_read_file(path, MOST_BYTES, &len, error) };
    bool good = ktap->text != NULL;
    /* A last line without an end is cut: it says nothing. */
    for (char *line = ktap->text, *end; good && (end = memchr(line, '\n', len)); line = end + 1) {
        len -= (size_t)(end + 1 - line);
        end[end > line && end[-1] == '\r' ? -1 : 0] = '\0';
        r.line++;
        good = take_line(&r, line);
    }
    if (good && ktap->count == 0)
        good = sfc_fail(
            error,
            "%s: has no line `# asks N ID`: it is no output of the driver that `sframe-conform export --kernel` writes",
            path);
    if (good && (!ktap->corpus_sha256 || !ktap->reader))
        good = sfc_fail(
            error,
            "%s: has no line `# corpus: VERSION SHA256`, or none `# reader: NAME`: it starts too late, or an older "
            "driver wrote it; export the driver again",
            path);
    if (!good)
        sfc_ktap_free(ktap);
    return good;
}

void sfc_ktap_free(struct sfc_ktap *ktap)
{
    free(ktap->path);
    free(ktap->text);
    free(ktap->cases);
    *ktap = (struct sfc_ktap){ 0 };
}

/* ---- Results ------------------------------------------------------------------------------- */

/* The expected dump with the line in place of which another one was seen; NULL if that line is not in it. */
static char *dump_with(const struct sfc_ktap_case *asked, const char *body)
{
    const size_t len = asked->expected ? strlen(asked->expected) : 0;
    for (const char *line = body; len > 0 && asked->seen && *line;) {
        const char *end = strchr(line, '\n');
        if (!end)
            break;
        if ((size_t)(end - line) == len && memcmp(line, asked->expected, len) == 0)
            return sfc_format("%.*s%s%s", (int)(line - body), body, asked->seen, end);
        line = end + 1;
    }
    return NULL;
}

static void take_wrong(const struct sfc_ktap_case *asked, const struct sfc_config *config, const struct sfc_case *c,
                       struct sfc_result *result)
{
    const struct sfc_ktap_word *word = asked->outcome;
    struct sfc_answer answer = { .reply = SFC_REPLY_ACCEPT };
    if (word->outcome == SFC_WRONG_OUTPUT && (answer.dump = dump_with(asked, c->body))) {
        sfc_judge(config, c, &answer, result);
        sfc_answer_free(&answer);
        /* The driver judged the whole answer, of which the output has one line. */
        if (result->outcome == SFC_WRONG_OUTPUT)
            return;
        sfc_result_free(result);
    }
    *result = (struct sfc_result){ .outcome = word->outcome, .said = word->said };
    result->message = word->outcome == SFC_PROTOCOL ? sfc_format("the driver says `%s`", word->word) : NULL;
    result->expected = asked->expected ? sfc_copy_string(asked->expected) : NULL;
    result->seen = asked->seen ? sfc_copy_string(asked->seen) : NULL;
}

void sfc_ktap_result(const struct sfc_ktap_case *asked, const struct sfc_config *config, const struct sfc_case *c,
                     struct sfc_result *result)
{
    const bool rejects = c->expect == SFC_EXPECT_REJECT && c->op != SFC_OP_SEQUENCE;
    const unsigned missing = sfc_undeclared(config, c);
    const struct sfc_answer refusal = { .reply = SFC_REPLY_REJECT };
    *result = (struct sfc_result){ .outcome = SFC_PASS };
    switch (asked->state) {
    case SFC_KTAP_RIGHT:
        result->said = c->expect == SFC_EXPECT_ACCEPT ? SFC_SAID_ACCEPT : rejects ? SFC_SAID_REJECT : SFC_SAID_NONE;
        break;
    case SFC_KTAP_WRONG: take_wrong(asked, config, c, result); break;
    case SFC_KTAP_SKIPPED:
        result->outcome = SFC_SKIPPED;
        result->missing = missing ? missing : 1u << SFC_MISSING_OP;
        break;
    case SFC_KTAP_ASKED:
        result->outcome = SFC_CRASH;
        result->detail = sfc_copy_string("reported");
        result->message = sfc_copy_string("the output ends within this case: the reader stopped the machine");
        break;
    }
    if (result->said == SFC_SAID_REJECT)
        sfc_judge_limits(config, c, &refusal, result);
}
