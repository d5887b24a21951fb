/* SPDX-License-Identifier: MIT */
/* Patterns, weighed before regcomp() sees them. */
#define _POSIX_C_SOURCE 200809L
#include "pattern.h"

#include <string.h>

#include "text.h"

enum { MAX_PARTS = 1000, MAX_ANCHORS = 16, MAX_DEPTH = 16, MAX_REPEAT = 255 };

static const char malformed[] = "is not an extended regular expression";
static const char no_interval[] = "has a brace that begins no interval of numbers up to 255";

/* What is known of a part, or of the group that is read. */
struct weight {
    unsigned parts; /* characters, brackets and groups, with every repetition written out */
    unsigned anchors;
    bool may_be_empty; /* of a group: the branch that is read, as far as it is read */
    bool a_branch_may; /* of a group: one before that */
};

struct scan {
    const char *at;
    unsigned depth;
    struct weight groups[MAX_DEPTH + 1];
    struct weight last;       /* what stands before; no parts where nothing can be repeated */
    bool may_be_empty_before; /* the branch before that */
};

static const char *add(struct scan *s, unsigned parts, unsigned anchors)
{
    struct weight *group = &s->groups[s->depth];
    group->parts += parts;
    group->anchors += anchors;
    if (group->parts > MAX_PARTS)
        return "repeats so much that it has more than 1,000 parts";
    return group->anchors > MAX_ANCHORS ? "has more than 16 anchors" : NULL;
}

static const char *take_part(struct scan *s, size_t len, struct weight part)
{
    struct weight *group = &s->groups[s->depth];
    s->at += len;
    s->last = part;
    s->may_be_empty_before = group->may_be_empty;
    group->may_be_empty = group->may_be_empty && part.may_be_empty;
    return add(s, part.parts, part.anchors);
}

static const char *take_character(struct scan *s, size_t len)
{
    return take_part(s, len, (struct weight){ .parts = 1 });
}

/* '^', '$', "\b" and the like: a place, not a character. */
static const char *take_anchor(struct scan *s, size_t len)
{
    return take_part(s, len, (struct weight){ .parts = 1, .anchors = 1, .may_be_empty = true });
}

static const char *take_bar(struct scan *s)
{
    struct weight *group = &s->groups[s->depth];
    s->at++;
    s->last = (struct weight){ 0 };
    group->a_branch_may = group->a_branch_may || group->may_be_empty;
    group->may_be_empty = true;
    return add(s, 1, 0);
}

static const char *open_group(struct scan *s)
{
    if (s->depth == MAX_DEPTH)
        return "has groups in more than 16 others";
    s->at++;
    s->groups[++s->depth] = (struct weight){ .may_be_empty = true };
    s->last = (struct weight){ 0 };
    return NULL;
}

/* One that closes nothing is a character. */
static const char *close_group(struct scan *s)
{
    if (s->depth == 0)
        return take_character(s, 1);
    struct weight group = s->groups[s->depth--];
    group.parts++;
    group.may_be_empty = group.may_be_empty || group.a_branch_may;
    return take_part(s, 1, group);
}

/* "[]...]" and "[^]...]" begin with a bracket that ends nothing; "[:alpha:]", "[.x.]" and "[=x=]" are whole. */
static const char *take_bracket(struct scan *s)
{
    const char *c = s->at + 1;
    c += *c == '^';
    c += *c == ']';
    while (*c && *c != ']') {
        if (c[0] == '[' && c[1] != '\0' && strchr(":.=", c[1])) {
            const char end[] = { c[1], ']', '\0' };
            c = strstr(c + 2, end);
            if (!c)
                return malformed;
            c++;
        }
        c++;
    }
    return *c ? take_character(s, (size_t)(c + 1 - s->at)) : malformed;
}

static const char *take_escape(struct scan *s)
{
    const char next = s->at[1];
    if (next >= '1' && next <= '9')
        return "refers back to a group";
    if (next == '\0')
        return malformed;
    return strchr("bB<>`'", next) ? take_anchor(s, 2) : take_character(s, 2);
}

/* A number of at most MAX_REPEAT, if there is one. */
static bool take_count(struct scan *s, unsigned *count)
{
    const char *const first = s->at;
    *count = 0;
    for (; *s->at >= '0' && *s->at <= '9'; s->at++) {
        *count = *count * 10 + (unsigned)(*s->at - '0');
        if (*count > MAX_REPEAT)
            return false;
    }
    return s->at > first;
}

/* "{3}", "{3,}" or "{3,5}": how often at least, and how often the part is written out. */
static const char *take_interval(struct scan *s, unsigned *least, unsigned *times)
{
    s->at++;
    if (!take_count(s, least))
        return no_interval;
    *times = *least;
    if (*s->at == ',') {
        s->at++;
        if (*s->at == '}')
            *times = *least + 1;
        else if (!take_count(s, times) || *times < *least)
            return no_interval;
    }
    return *s->at++ == '}' ? NULL : no_interval;
}

static const char *take_repetition(struct scan *s)
{
    const struct weight last = s->last;
    unsigned least = *s->at == '+', times = *s->at == '+' ? 2 : 1;
    const char *wrong = NULL;
    if (last.parts == 0)
        return "repeats a repetition, or nothing";
    if (last.anchors > 0)
        return "repeats an anchor";
    if (last.may_be_empty)
        return "repeats what may be empty";
    if (*s->at == '{')
        wrong = take_interval(s, &least, &times);
    else
        s->at++;
    if (least == 0)
        s->groups[s->depth].may_be_empty = s->may_be_empty_before;
    s->last = (struct weight){ 0 };
    return wrong ? wrong : add(s, times > 1 ? last.parts * (times - 1) : 0, 0);
}

static const char *take_next(struct scan *s)
{
    switch (*s->at) {
    case '(': return open_group(s);
    case ')': return close_group(s);
    case '[': return take_bracket(s);
    case '\\': return take_escape(s);
    case '|': return take_bar(s);
    case '^':
    case '$': return take_anchor(s, 1);
    case '*':
    case '+':
    case '?':
    case '{': return take_repetition(s);
    default: return take_character(s, 1);
    }
}

const char *sfc_pattern_read(regex_t *out, const char *pattern)
{
    struct scan s = { .at = pattern, .groups = { { .may_be_empty = true } } };
    const char *wrong = NULL;
    while (*s.at && !wrong)
        wrong = take_next(&s);
    if (wrong || s.depth > 0)
        return wrong ? wrong : malformed;
    const int status = regcomp(out, pattern, REG_EXTENDED | REG_NEWLINE);
    if (status == REG_ESPACE)
        sfc_out_of_memory();
    return status == 0 ? NULL : malformed;
}

bool sfc_pattern_find(const regex_t *pattern, const char *text, size_t len, regmatch_t *match, size_t count)
{
    const char *piece = text, *const end = text + len;
    int status;
    while ((status = regexec(pattern, piece, count, match, 0)) == REG_NOMATCH) {
        piece += strlen(piece);
        if (piece == end)
            return false;
        piece++;
    }
    /* Not "it does not match": there was no memory to find out. */
    if (status != 0)
        sfc_out_of_memory();
    for (size_t i = 0; i < count; i++)
        if (match[i].rm_so >= 0) {
            match[i].rm_so += (regoff_t)(piece - text);
            match[i].rm_eo += (regoff_t)(piece - text);
        }
    return true;
}

bool sfc_pattern_matches(const regex_t *pattern, const char *text, size_t len)
{
    return sfc_pattern_find(pattern, text, len, NULL, 0);
}
