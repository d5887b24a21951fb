/* SPDX-License-Identifier: MIT */
/* From a result to its cause: the outcome and what the case is about; for wrong output the first
   key that differs, and how. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "markup.h"
#include "registers.h"

/* ---- What a case is about ------------------------------------------------------------ */

static void add_token(struct sfc_buffer *b, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,+-";
    for (; *word; word++)
        sfc_buffer_add(b, strchr(plain, *word) ? word : "-", 1);
}

/* The first clause of a case that must be accepted: what it is about. NULL of others. */
static char *first_clause(const struct sfc_case *c)
{
    const char *words = c->clauses, *word;
    size_t len = 0;
    if (c->expect != SFC_EXPECT_ACCEPT || !words || !(word = sfc_next_word(&words, &len)))
        return NULL;
    return sfc_copy_text(word, len);
}

/* The fault, the open question, a clause, or else the area: "bad-abi", "AMB-032", "ALL-FDE-03", "faulty-elf". */
static void add_subject(struct sfc_buffer *b, const struct sfc_case *c)
{
    char *clause = first_clause(c);
    if (c->fault_class || c->policy || clause) {
        add_token(b, c->fault_class ? c->fault_class : c->policy ? c->policy : clause);
    } else {
        sfc_buffer_printf(b, "%s-", c->expect == SFC_EXPECT_REJECT ? "faulty" : "valid");
        add_token(b, c->area);
    }
    free(clause);
}

/* " valid input (ALL-FDE-03: ...)" */
static void say_clause(struct sfc_buffer *b, const char *name)
{
    const struct sfr_clause_info *clause = sfc_find_clause(name, strlen(name));
    sfc_buffer_printf(b, " valid input (");
    sfc_add_line(b, name);
    sfc_buffer_printf(b, "%s%s)", clause ? ": " : "", clause ? clause->statement : "");
}

/* The same for a person, after the outcome: " bad-abi: the ABI ...", ": fdeoff not 0 (AMB-032)". */
static void say_subject(struct sfc_buffer *b, const struct sfc_case *c)
{
    const char *const fault_class = sfc_case_class(c), *const name = fault_class ? fault_class : c->policy;
    const char *message = sfc_class_message(fault_class);
    const struct sfr_policy_info *policy = !fault_class && name ? sfc_find_policy(name, strlen(name)) : NULL;
    if (policy) {
        sfc_buffer_printf(b, ": %s (%s)", policy->question, policy->id);
        return;
    }
    char *clause = name ? NULL : first_clause(c);
    if (clause) {
        say_clause(b, clause);
        free(clause);
        return;
    }
    if (!name)
        sfc_buffer_printf(b, " %s input of the area", c->expect == SFC_EXPECT_REJECT ? "faulty" : "valid");
    sfc_buffer_printf(b, " ");
    sfc_add_line(b, name ? name : c->area);
    sfc_buffer_printf(b, "%s%s", message ? ": " : "", message ? message : "");
}

/* ---- Lines of a dump -------------------------------------------------------------------- */

/* The text as a line of a dump; no text is one of no kind. */
static bool is_line(const char *text, struct sfc_dump_line *line)
{
    *line = (struct sfc_dump_line){ .kind = "", .id = "" };
    return text[0] == '\0' || sfc_dump_split(text, line);
}

/* A "KEY=VALUE" in which two lines differ. */
struct pair {
    char *key, *expected, *seen;
};

static void set_differs(struct sfc_cause *cause, const char *line, const char *key, enum sfc_differs_kind kind)
{
    struct sfc_differs *d = &cause->differs;
    snprintf(d->line, sizeof d->line, "%s", line);
    snprintf(d->key, sizeof d->key, "%s", key);
    d->kind = kind;
}

/* The name of a key in a cause: rows that a look-up finds have those of the rows of a dump. */
static char *key_name(const char *line, const char *key)
{
    const bool is_row = strcmp(line, "fre") == 0 || strcmp(line, "pc") == 0;
    return is_row && sfc_has_word("cfa ra fp", key) ? sfc_copy_string(key) : sfc_format("%s.%s", line, key);
}

static bool is_number(const char *text, uint32_t number)
{
    uint64_t value;
    return number != SFR_NO_INDEX && sfc_parse_decimal(text, strlen(text), UINT32_MAX, &value) && value == number;
}

/* A function goes on for one byte too many: look-ups find it for the byte after it. */
static void take_end(struct sfc_cause *cause)
{
    cause->token = sfc_copy_string("pc.end/inclusive");
    cause->title = sfc_copy_string("look-ups take the byte after a function as part of it");
}

/* A look-up finds another function or row. */
static void take_other(struct sfc_cause *cause, const struct pair *pair, const struct sfc_change *change,
                       const struct sfc_spot *spot)
{
    const char *where = sfc_places[spot->place].name;
    const bool is_row = change->kind == SFC_DIFFERS_OTHER_ROW;
    if (spot->place == SFC_PLACE_BOUNDARY && !is_row && is_number(pair->seen, spot->ends)) {
        take_end(cause);
        return;
    }
    cause->token = sfc_format("pc.%s/%s%s%s", pair->key, change->token, where ? "-" : "", where ? where : "");
    cause->title =
        sfc_format("look-ups find another %s for %s", is_row ? "row" : "function", sfc_places[spot->place].phrase);
}

static void take_value(struct sfc_cause *cause, const char *name, const struct sfc_change *change)
{
    const bool is_offset = change->kind == SFC_DIFFERS_OFF_BY;
    cause->token = sfc_format("%s/%s", name, change->token);
    cause->title = sfc_format("%s %s", name, change->says);
    cause->any_token = is_offset ? sfc_format("%s/off", name) : NULL;
    cause->any_title = is_offset ? sfc_format("%s is off by differing amounts", name) : NULL;
}

/* Takes a key of the grammar. A `?` counts only for the key that must be shown: for others the adapter declares that it
   does not show them. */
static void take_pair(struct sfc_cause *cause, const char *kind, const struct pair *pair, const struct sfc_result *r,
                      const struct sfc_spot *spot)
{
    char *full = sfc_format("%s.%s", kind, pair->key), *name = key_name(kind, pair->key);
    const bool must_show = r->key_fault == SFC_KEY_NOT_SHOWN && strcmp(full, r->key) == 0;
    struct sfc_change change;
    sfc_change_find(&change, full, pair->expected, pair->seen);
    if (sfc_dump_has_key(full, strlen(full)) && (strcmp(pair->seen, "?") != 0 || must_show)) {
        set_differs(cause, kind, pair->key, change.kind);
        if (change.kind == SFC_DIFFERS_OTHER_FUNCTION || change.kind == SFC_DIFFERS_OTHER_ROW)
            take_other(cause, pair, &change, spot);
        else
            take_value(cause, name, &change);
    }
    sfc_change_free(&change);
    free(full);
    free(name);
}

/* The first key that differs. */
static void find_key(struct sfc_cause *cause, const struct sfc_dump_line *e, const struct sfc_dump_line *s,
                     const struct sfc_result *r, const struct sfc_spot *spot)
{
    for (size_t i = 0; i < e->num_keys && i < s->num_keys && !cause->token; i++) {
        const struct sfc_dump_key *k = &e->keys[i], *other = &s->keys[i];
        const struct pair pair = { sfc_copy_text(k->name, k->name_len), sfc_copy_text(k->value, k->value_len),
                                   sfc_copy_text(other->value, other->value_len) };
        if (sfc_is_word(other->name, other->name_len, pair.key) && strcmp(pair.expected, pair.seen) != 0)
            take_pair(cause, e->kind, &pair, r, spot);
        free(pair.key);
        free(pair.expected);
        free(pair.seen);
    }
}

static void find(struct sfc_cause *cause, enum sfc_differs_kind kind, const char *token, const char *says)
{
    cause->token = sfc_copy_string(token);
    cause->title = sfc_copy_string(says);
    set_differs(cause, kind == SFC_DIFFERS_OTHER_END ? "end" : "pc", "", kind);
}

/* A look-up finds something for this place, or nothing. */
static void find_found(struct sfc_cause *cause, bool extra, const struct sfc_spot *spot)
{
    const char *where = sfc_places[spot->place].name, *phrase = sfc_places[spot->place].phrase;
    set_differs(cause, "pc", "", extra ? SFC_DIFFERS_FOUND_EXTRA : SFC_DIFFERS_FOUND_MISSING);
    if (extra && spot->place == SFC_PLACE_END) {
        take_end(cause);
        return;
    }
    cause->token = sfc_format("pc.found/%s%s%s", extra ? "extra" : "missing", where ? "-" : "", where ? where : "");
    cause->title = extra ? sfc_format("look-ups find a row for %s, which has none", phrase)
                         : sfc_format("look-ups find no row for %s, which has one", phrase);
}

/* A look-up finds something, nothing, or that the function is damaged. */
static void find_answer(struct sfc_cause *cause, const struct sfc_dump_line *e, const struct sfc_dump_line *s,
                        const struct sfc_spot *spot)
{
    if (e->rejects)
        find(cause, SFC_DIFFERS_REJECT_ACCEPTS, "pc.reject/accepts", "look-ups answer from a damaged function");
    else if (s->rejects)
        find(cause, SFC_DIFFERS_REJECT_REJECTS, "pc.reject/rejects", "look-ups reject a function that is not damaged");
    else if (e->num_keys == 0 || s->num_keys == 0)
        find_found(cause, e->num_keys == 0, spot);
}

/* A line that only one of the dumps has. Which one follows from the order of the lines. */
static void find_line(struct sfc_cause *cause, const char *expected, const char *seen)
{
    const bool missing = seen[0] == '\0' || (strcmp(expected, "fre") == 0 && strcmp(seen, "fde") == 0)
                         || (strcmp(expected, "frame") == 0 && strcmp(seen, "end") == 0);
    const char *kind = missing ? expected : seen;
    cause->token = sfc_format("lines/%s-%s", missing ? "missing" : "extra", kind);
    cause->title =
        missing ? sfc_format("a line is missing: `%s`", kind) : sfc_format("there is a line too many: `%s`", kind);
    set_differs(cause, kind, "", missing ? SFC_DIFFERS_MISSING_LINE : SFC_DIFFERS_EXTRA_LINE);
}

/* From the first line that differs. Nothing if it is no line of a dump. */
static void find_difference(struct sfc_cause *cause, const struct sfc_result *r, const struct sfc_spot *spot)
{
    struct sfc_dump_line e, s;
    if (!is_line(r->expected, &e) || !is_line(r->seen, &s))
        return;
    if (strcmp(e.kind, s.kind) != 0) {
        find_line(cause, e.kind, s.kind);
    } else if (strcmp(e.kind, "end") == 0) {
        find(cause, SFC_DIFFERS_OTHER_END, "end/other", "the trace ends for another reason");
    } else if (e.id_len == s.id_len && memcmp(e.id, s.id, e.id_len) == 0) {
        if (strcmp(e.kind, "pc") == 0)
            find_answer(cause, &e, &s, spot);
        if (!cause->token)
            find_key(cause, &e, &s, r, spot);
    }
}

/* ---- Outcomes ------------------------------------------------------------------------------ */

/* The sentence about each outcome, before what the case is about. Wrong output has its own. */
static const char *const says_outcome[SFC_NUM_OUTCOMES] = {
    [SFC_PASS] = "passes now",
    [SFC_WRONG_OUTPUT] = "other output",
    [SFC_TOO_STRICT] = "rejects",
    [SFC_TOO_LENIENT] = "accepts",
    [SFC_INCONSISTENT] = "contradicts its own answer on",
    [SFC_CRASH] = "crashes on",
    [SFC_TIMEOUT] = "takes too long on",
    [SFC_LIMIT] = "hits a limit of the runner on",
    [SFC_PROTOCOL] = "its output cannot be understood on",
    [SFC_SKIPPED] = "is skipped now",
    [SFC_UNDECLARED_SKIP] = "does not answer, though it declares to, on",
    [SFC_STATE_DEPENDENT] = "answers in another way the next time on",
    [SFC_NOT_RUN] = "was not run",
};

/* A value that the grammar does not have; the case tells less about it. */
static void find_odd(struct sfc_cause *cause, const char *name)
{
    const size_t len = strcspn(name, ".");
    char *line = sfc_copy_text(name, len);
    const char *key = name[len] == '.' ? name + len + 1 : "";
    char *short_name = key_name(line, key);
    set_differs(cause, line, key, SFC_DIFFERS_NOT_IN_GRAMMAR);
    cause->token = sfc_format("%s/not-in-grammar", short_name);
    cause->title = sfc_format("%s has a value that the grammar of the dump does not have", short_name);
    free(short_name);
    free(line);
}

/* The outcome, its detail if the output is not a dump, and what the case is about. */
static void take_outcome(struct sfc_cause *cause, const struct sfc_case *c, const struct sfc_result *r)
{
    struct sfc_buffer token = { 0 }, title = { 0 };
    const bool has_subject = sfc_outcome_fails(r->outcome);
    const bool has_detail = r->outcome == SFC_WRONG_OUTPUT && r->detail;
    sfc_buffer_printf(&token, "%s", sfc_outcome_names[r->outcome]);
    sfc_buffer_printf(&title, "%s", says_outcome[r->outcome]);
    if (has_detail) {
        sfc_buffer_printf(&token, "/");
        add_token(&token, r->detail);
        sfc_buffer_printf(&title, " (");
        sfc_add_line(&title, r->detail);
        sfc_buffer_printf(&title, ")");
    }
    if (has_subject) {
        sfc_buffer_printf(&token, "/");
        add_subject(&token, c);
        sfc_buffer_printf(&title, r->outcome == SFC_WRONG_OUTPUT ? " on" : "");
        say_subject(&title, c);
    }
    cause->token = token.data;
    cause->title = title.data;
}

static void add_level(char **token, enum sfc_level level)
{
    char *whole = sfc_format("%s/%s", sfc_level_names[level], *token);
    free(*token);
    *token = whole;
}

void sfc_cause_find(struct sfc_cause *cause, const struct sfc_case *c, const struct sfc_result *r, struct sfc_spot spot)
{
    const bool has_lines =
        r->expected && r->seen
        && (r->outcome == SFC_WRONG_OUTPUT || (r->outcome == SFC_PROTOCOL && r->key_fault == SFC_KEY_NOT_SHOWN));
    *cause = (struct sfc_cause){ .level = sfc_outcome_is_unsafe(r->outcome) ? SFC_LEVEL_SAFE : c->level };
    if (r->outcome == SFC_PROTOCOL && r->key_fault == SFC_KEY_NOT_IN_GRAMMAR)
        find_odd(cause, r->key);
    else if (has_lines)
        find_difference(cause, r, &spot);
    if (!cause->token)
        take_outcome(cause, c, r);
    add_level(&cause->token, cause->level);
    if (cause->any_token)
        add_level(&cause->any_token, cause->level);
    cause->place = strcmp(cause->differs.line, "pc") == 0 ? spot.place : SFC_PLACE_NONE;
}

void sfc_cause_free(struct sfc_cause *cause)
{
    free(cause->token);
    free(cause->title);
    free(cause->any_token);
    free(cause->any_title);
    *cause = (struct sfc_cause){ .token = NULL };
}
