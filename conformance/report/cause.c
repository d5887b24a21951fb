/* SPDX-License-Identifier: MIT */
/* From a result to its cause: the outcome and what the case is about; for wrong output the first
   key that differs, and how. */
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "cause_value.h"
#include "markup.h"
#include "registers.h"

/* ---- What a case is about ------------------------------------------------------------ */

static void add_token(struct sfc_buffer *b, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,+-";
    for (; *word; word++)
        sfc_buffer_add(b, strchr(plain, *word) ? word : "-", 1);
}

/* The fault, the open question, or else the area: "bad-abi", "AMB-032", "valid-elf". */
static void add_subject(struct sfc_buffer *b, const struct sfc_record *r)
{
    if (r->fault_class || r->policy) {
        add_token(b, r->fault_class ? r->fault_class : r->policy);
        return;
    }
    sfc_buffer_printf(b, "%s-", strcmp(r->expect, "reject") == 0 ? "faulty" : "valid");
    add_token(b, r->area);
}

/* The same for a person, after the outcome: " bad-abi: the ABI ...", ": fdeoff not 0 (AMB-032)". */
static void say_subject(struct sfc_buffer *b, const struct sfc_record *r)
{
    const char *name = r->fault_class ? r->fault_class : r->policy;
    const struct sfr_fault_info *fault = r->fault_class ? sfc_find_fault(name, strlen(name)) : NULL;
    const struct sfr_policy_info *policy = !r->fault_class && name ? sfc_find_policy(name, strlen(name)) : NULL;
    if (policy) {
        sfc_buffer_printf(b, ": %s (%s)", policy->question, policy->id);
        return;
    }
    if (!name)
        sfc_buffer_printf(b, " %s input of the area", strcmp(r->expect, "reject") == 0 ? "faulty" : "valid");
    sfc_buffer_printf(b, " ");
    sfc_add_line(b, name ? name : r->area);
    sfc_buffer_printf(b, "%s%s", fault ? ": " : "", fault ? fault->message : "");
}

/* ---- Lines of a dump -------------------------------------------------------------------- */

struct words {
    const char *kind, *id; /* "fre", "0.1"; the id may be "" */
    const char *keys;      /* the rest of the line */
    char *copy;
};

static struct words split(const char *line)
{
    struct words w = { "", "", "", sfc_copy_string(line) };
    char *at = w.copy + strcspn(w.copy, " ");
    w.kind = w.copy;
    if (*at == ' ')
        *at++ = '\0';
    w.keys = at;
    if (strcspn(at, " ") >= strcspn(at, "="))
        return w;
    w.id = at;
    at += strcspn(at, " ");
    w.keys = *at == ' ' ? at + 1 : at;
    if (*at == ' ')
        *at = '\0';
    return w;
}

/* A "KEY=VALUE" in which two lines differ. */
struct pair {
    char *key, *expected, *seen;
};

/* The next one; false at the end. */
static bool next_pair(const char **expected, const char **seen, struct pair *pair)
{
    const char *e, *s;
    size_t e_len, s_len;
    while ((e = sfc_next_word(expected, &e_len)) && (s = sfc_next_word(seen, &s_len))) {
        const char *equals = memchr(e, '=', e_len);
        const size_t key_len = equals ? (size_t)(equals - e) + 1 : 0;
        if (key_len == 0 || s_len < key_len || memcmp(e, s, key_len) != 0)
            return false;
        if (e_len == s_len && memcmp(e, s, e_len) == 0)
            continue;
        pair->key = sfc_copy_text(e, key_len - 1);
        pair->expected = sfc_copy_text(e + key_len, e_len - key_len);
        pair->seen = sfc_copy_text(s + key_len, s_len - key_len);
        return true;
    }
    return false;
}

/* What differs, as the end of a token, and as a sentence. */
struct finding {
    char *token, *says, *any_token, *any_says;
};

/* The first key of the grammar that differs. A `?` counts only for the key `hidden`: for others the
   adapter declares that it does not show them. */
static bool find_key(struct finding *f, const struct words *e, const struct words *s, const char *hidden)
{
    const char *expected = e->keys, *seen = s->keys;
    struct pair pair;
    bool found = false;
    while (!found && next_pair(&expected, &seen, &pair)) {
        char *name = sfc_format("%s.%s", e->kind, pair.key);
        struct sfc_change change;
        found = sfc_dump_has_key(name, strlen(name))
                && (strcmp(pair.seen, "?") != 0 || (hidden && strcmp(name, hidden) == 0));
        sfc_change_find(&change, name, pair.expected, pair.seen);
        if (found)
            *f = (struct finding){
                sfc_format("%s/%s", name, change.token),
                sfc_format("%s %s", name, change.says),
                change.is_offset ? sfc_format("%s/off", name) : NULL,
                change.is_offset ? sfc_format("%s is off by differing amounts", name) : NULL,
            };
        sfc_change_free(&change);
        free(name);
        free(pair.key);
        free(pair.expected);
        free(pair.seen);
    }
    return found;
}

static bool find(struct finding *f, const char *token, const char *says)
{
    *f = (struct finding){ sfc_copy_string(token), sfc_copy_string(says), NULL, NULL };
    return true;
}

/* A look-up finds something, nothing, or that the function is damaged. */
static bool find_answer(struct finding *f, const struct words *e, const struct words *s)
{
    if (strcmp(e->keys, "reject") == 0)
        return find(f, "pc.reject/accepts", "look-ups answer from a damaged function");
    if (strcmp(s->keys, "reject") == 0)
        return find(f, "pc.reject/rejects", "look-ups reject a function that is not damaged");
    if (strcmp(e->keys, "none") == 0)
        return find(f, "pc.found/extra", "look-ups find a row for a PC that has none");
    if (strcmp(s->keys, "none") == 0)
        return find(f, "pc.found/missing", "look-ups find no row for a PC that has one");
    return false;
}

static bool is_kind(const char *kind)
{
    static const char kinds[] = "section fde fre pc frame end";
    return sfc_has_word(kinds, kind);
}

/* A line that only one of the dumps has. Which one follows from the order of the lines. */
static bool find_line(struct finding *f, const char *expected, const char *seen)
{
    const bool missing = seen[0] == '\0' || (strcmp(expected, "fre") == 0 && strcmp(seen, "fde") == 0)
                         || (strcmp(expected, "frame") == 0 && strcmp(seen, "end") == 0);
    const char *kind = missing ? expected : seen;
    *f = (struct finding){ sfc_format("lines/%s-%s", missing ? "missing" : "extra", kind),
                           missing ? sfc_format("a line is missing: `%s`", kind)
                                   : sfc_format("there is a line too many: `%s`", kind),
                           NULL, NULL };
    return true;
}

/* From the first line that differs. False if it is no line of a dump. */
static bool find_difference(struct finding *f, const char *expected, const char *seen, const char *hidden)
{
    struct words e = split(expected), s = split(seen);
    bool found = false;
    const bool are_lines = (expected[0] == '\0' || is_kind(e.kind)) && (seen[0] == '\0' || is_kind(s.kind));
    if (!are_lines || (expected[0] == '\0' && seen[0] == '\0'))
        found = false;
    else if (strcmp(e.kind, s.kind) != 0)
        found = find_line(f, e.kind, s.kind);
    else if (strcmp(e.kind, "end") == 0)
        found = find(f, "end/other", "the trace ends for another reason");
    else if (strcmp(e.id, s.id) == 0)
        found = (strcmp(e.kind, "pc") == 0 && find_answer(f, &e, &s)) || find_key(f, &e, &s, hidden);
    free(e.copy);
    free(s.copy);
    return found;
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

static enum sfc_level level_of(const struct sfc_record *r)
{
    return sfc_outcome_is_unsafe(r->outcome) ? SFC_LEVEL_SAFE : r->level;
}

static void take_finding(struct sfc_cause *cause, const struct finding *f)
{
    const char *level = sfc_level_name(cause->level);
    cause->title = f->says;
    cause->any_title = f->any_says;
    cause->token = sfc_format("%s/%s", level, f->token);
    if (f->any_token)
        cause->any_token = sfc_format("%s/%s", level, f->any_token);
    free(f->token);
    free(f->any_token);
}

/* The key of "fre.ra is `?`, but ...": the answer hides what it has to show. */
static char *hidden_key(const struct sfc_record *r)
{
    static const char is_hidden[] = " is `?`";
    const char *end = r->outcome == SFC_PROTOCOL && r->message ? strstr(r->message, is_hidden) : NULL;
    return end ? sfc_copy_text(r->message, (size_t)(end - r->message)) : NULL;
}

/* "fre.cfa" of "line 4 of the dump: `cfa=zz+8` of `fre 0.0` must be ...", or NULL. */
static char *odd_key(const struct sfc_record *r)
{
    static const char before[] = " of the dump: `", between[] = "` of `";
    const char *key = r->outcome == SFC_PROTOCOL && r->message ? strstr(r->message, before) : NULL;
    const char *kind = key ? strstr(key, between) : NULL;
    if (!kind)
        return NULL;
    key += sizeof before - 1;
    kind += sizeof between - 1;
    char *name = sfc_format("%.*s.%.*s", (int)strcspn(kind, " `"), kind, (int)strcspn(key, "=`"), key);
    if (sfc_dump_has_key(name, strlen(name)))
        return name;
    free(name);
    return NULL;
}

/* A value that the grammar does not have; the case tells less about it. */
static void take_odd_key(struct sfc_cause *cause, const char *key)
{
    cause->token = sfc_format("%s/%s/%s", sfc_level_name(cause->level), sfc_outcome_name(SFC_PROTOCOL), key);
    cause->title = sfc_format("%s has a value that the grammar of the dump does not have", key);
}

/* The outcome, its detail if the output is not a dump, and what the case is about. */
static void take_outcome(struct sfc_cause *cause, const struct sfc_record *r)
{
    struct sfc_buffer token = { 0 }, title = { 0 };
    const bool has_subject = sfc_outcome_fails(r->outcome);
    const bool has_detail = r->outcome == SFC_WRONG_OUTPUT && r->detail;
    sfc_buffer_printf(&token, "%s/%s", sfc_level_name(cause->level), sfc_outcome_name(r->outcome));
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
        add_subject(&token, r);
        sfc_buffer_printf(&title, r->outcome == SFC_WRONG_OUTPUT ? " on" : "");
        say_subject(&title, r);
    }
    cause->token = token.data;
    cause->title = title.data;
}

void sfc_cause_find(struct sfc_cause *cause, const struct sfc_record *r)
{
    struct finding f;
    char *hidden = hidden_key(r), *odd = hidden ? NULL : odd_key(r);
    *cause = (struct sfc_cause){ .level = level_of(r) };
    if ((r->outcome == SFC_WRONG_OUTPUT || hidden) && r->expected && r->seen
        && find_difference(&f, r->expected, r->seen, hidden))
        take_finding(cause, &f);
    else if (odd)
        take_odd_key(cause, odd);
    else
        take_outcome(cause, r);
    free(hidden);
    free(odd);
}

void sfc_cause_free(struct sfc_cause *cause)
{
    free(cause->token);
    free(cause->title);
    free(cause->any_token);
    free(cause->any_title);
    *cause = (struct sfc_cause){ .token = NULL };
}
