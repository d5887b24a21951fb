/* SPDX-License-Identifier: MIT */
/* Patterns, weighed before regcomp() sees them. */
#define _POSIX_C_SOURCE 200809L
#include "pattern.h"

#include <string.h>

enum { MAX_PARTS = 1000, MAX_DEPTH = 16, MAX_REPEAT = 255 };

static const char malformed[] = "is not an extended regular expression";

struct scan {
    const char *at;
    unsigned depth;
    unsigned parts[MAX_DEPTH + 1]; /* of each open group so far, with every repetition written out */
    unsigned last;                 /* parts of what stands before; 0 where nothing can be repeated */
};

static const char *add(struct scan *s, unsigned parts)
{
    s->parts[s->depth] += parts;
    return s->parts[s->depth] <= MAX_PARTS ? NULL : "repeats so much that it has more than 1,000 parts";
}

static const char *take_part(struct scan *s, size_t len, unsigned parts)
{
    s->at += len;
    s->last = parts;
    return add(s, parts);
}

/* '^', '$' and '|' can't be repeated. */
static const char *take_edge(struct scan *s)
{
    s->at++;
    s->last = 0;
    return add(s, 1);
}

static const char *open_group(struct scan *s)
{
    if (s->depth == MAX_DEPTH)
        return "has groups in more than 16 others";
    s->at++;
    s->parts[++s->depth] = 0;
    s->last = 0;
    return NULL;
}

static const char *close_group(struct scan *s)
{
    if (s->depth == 0)
        return malformed;
    const unsigned parts = s->parts[s->depth--] + 1;
    return take_part(s, 1, parts);
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
    return *c ? take_part(s, (size_t)(c + 1 - s->at), 1) : malformed;
}

static const char *take_escape(struct scan *s)
{
    const char next = s->at[1];
    if (next >= '1' && next <= '9')
        return "refers back to a group";
    return next ? take_part(s, 2, 1) : malformed;
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

/* "{3}", "{3,}" or "{3,5}"; how often the part is written out. */
static const char *take_interval(struct scan *s, unsigned *times)
{
    unsigned most;
    s->at++;
    if (!take_count(s, times))
        return "has a brace that begins no interval of numbers up to 255";
    if (*s->at == ',') {
        s->at++;
        if (*s->at == '}')
            *times += 1;
        else if (take_count(s, &most) && most >= *times)
            *times = most;
        else
            return "has a brace that begins no interval of numbers up to 255";
    }
    return *s->at++ == '}' ? NULL : "has a brace that begins no interval of numbers up to 255";
}

static const char *take_repetition(struct scan *s)
{
    unsigned times = 1;
    const char *wrong = NULL;
    if (s->last == 0)
        return "repeats a repetition, or nothing";
    if (*s->at == '{')
        wrong = take_interval(s, &times);
    else
        times = *s->at++ == '+' ? 2 : 1;
    const unsigned more = times > 1 ? s->last * (times - 1) : 0;
    s->last = 0;
    return wrong ? wrong : add(s, more);
}

static const char *take_next(struct scan *s)
{
    switch (*s->at) {
    case '(': return open_group(s);
    case ')': return close_group(s);
    case '[': return take_bracket(s);
    case '\\': return take_escape(s);
    case '^': case '$': case '|': return take_edge(s);
    case '*': case '+': case '?': case '{': return take_repetition(s);
    default: return take_part(s, 1, 1);
    }
}

const char *sfr_pattern_read(regex_t *out, const char *pattern)
{
    struct scan s = { .at = pattern };
    const char *wrong = NULL;
    while (*s.at && !wrong)
        wrong = take_next(&s);
    if (!wrong && (s.depth > 0 || regcomp(out, pattern, REG_EXTENDED | REG_NEWLINE) != 0))
        wrong = malformed;
    return wrong;
}

bool sfr_pattern_matches(const regex_t *pattern, const char *text, size_t len)
{
    const char *const end = text + len;
    for (; regexec(pattern, text, 0, NULL, 0) != 0; text++) {
        text += strlen(text);
        if (text == end)
            return false;
    }
    return true;
}
