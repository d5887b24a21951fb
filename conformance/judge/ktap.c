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
    if (number == 1)
        r->results = 0;
    if (number != r->results + 1)
        return fail(r, "the console lost lines of the driver before the question about", id);
    k->cases = sfc_grow(k->cases, k->count + 1, sizeof k->cases[0]);
    r->last = &k->cases[k->count++];
    *r->last = (struct sfc_ktap_case){ .id = id, .line = r->line };
    return true;
}

static bool take_outcome(struct reader *r, char *word)
{
    static const char *const outcomes[] = { "wrong-output", "too-strict", "too-lenient",   "state-dependent",
                                            "failed",       "not-run",    "unknown-status" };
    enum { NUM = sizeof outcomes / sizeof outcomes[0] };
    const unsigned i = sfc_find_name(outcomes, NUM, word, strlen(word));
    r->last->outcome = i < NUM ? outcomes[i] : NULL;
    return i < NUM || fail(r, "the driver has no outcome", word);
}

static bool is_case_id(const char *id)
{
    return (id[0] == 'v' && isdigit((unsigned char)id[1])) || strncmp(id, "real/", 5) == 0;
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
    r->last->state = r->last->outcome ? SFC_KTAP_WRONG : is_skip ? SFC_KTAP_SKIPPED : SFC_KTAP_RIGHT;
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
    for (size_t at = 0; good && at < len;) {
        char *line = ktap->text + at, *end = memchr(line, '\n', len - at);
        const size_t size = end ? (size_t)(end - line) : len - at;
        line[size > 0 && line[size - 1] == '\r' ? size - 1 : size] = '\0';
        at += size + 1;
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

static struct sfc_answer answer_of(const struct sfc_ktap_case *asked, const struct sfc_case *c)
{
    const char *word = asked->outcome ? asked->outcome : "";
    struct sfc_answer answer = { .reply = SFC_REPLY_PROTOCOL };
    if (asked->state == SFC_KTAP_ASKED) {
        answer = (struct sfc_answer){ .reply = SFC_REPLY_CRASH, .detail = sfc_copy_string("reported") };
        answer.message = sfc_copy_string("the output ends within this case: the reader stopped the machine");
    } else if (strcmp(word, "wrong-output") == 0) {
        answer = (struct sfc_answer){ .reply = SFC_REPLY_ACCEPT, .dump = dump_with(asked, c->body) };
    } else if (strcmp(word, "too-strict") == 0) {
        answer.reply = SFC_REPLY_REJECT;
    } else if (strcmp(word, "too-lenient") == 0) {
        answer.reply = SFC_REPLY_ACCEPT;
    } else if (strcmp(word, "state-dependent") == 0) {
        answer.reply = SFC_REPLY_UNSTABLE;
    } else {
        answer.message = sfc_format("the driver says `%s`", word);
    }
    return answer;
}

static enum sfc_outcome outcome_of(const struct sfc_ktap_case *asked)
{
    enum sfc_outcome outcome = asked->state == SFC_KTAP_ASKED ? SFC_CRASH : SFC_PROTOCOL;
    if (asked->outcome)
        sfc_outcome_from_name(asked->outcome, strlen(asked->outcome), &outcome);
    return outcome == SFC_NOT_RUN ? SFC_PROTOCOL : outcome;
}

void sfc_ktap_result(const struct sfc_ktap_case *asked, const struct sfc_config *config, const struct sfc_case *c,
                     struct sfc_result *result)
{
    if (asked->state == SFC_KTAP_SKIPPED) {
        const unsigned missing = sfc_undeclared(config, c);
        *result = (struct sfc_result){ .outcome = SFC_SKIPPED, .missing = missing ? missing : 1u << SFC_MISSING_OP };
        return;
    }
    if (asked->state == SFC_KTAP_RIGHT) {
        *result =
            (struct sfc_result){ .outcome = SFC_PASS,
                                 .said = c->expect == SFC_EXPECT_ACCEPT                               ? SFC_SAID_ACCEPT
                                         : c->expect == SFC_EXPECT_REJECT && c->op != SFC_OP_SEQUENCE ? SFC_SAID_REJECT
                                                                                                      : SFC_SAID_NONE };
        return;
    }
    struct sfc_answer answer = answer_of(asked, c);
    sfc_judge(config, c, &answer, result);
    sfc_answer_free(&answer);
    /* The driver judged the whole answer, of which the output has one line. */
    if (result->outcome == outcome_of(asked))
        return;
    sfc_result_free(result);
    *result = (struct sfc_result){ .outcome = outcome_of(asked) };
    result->expected = asked->expected ? sfc_copy_string(asked->expected) : NULL;
    result->seen = asked->seen ? sfc_copy_string(asked->seen) : NULL;
}
