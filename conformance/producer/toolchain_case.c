/* SPDX-License-Identifier: MIT */
/* A producer case: its description, and the check of the files made of it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "toolchain_case.h"

enum { MAX_SOURCE = 1 << 20 };

/* ---- Description ---- */

static char *copy(const char *text)
{
    return sfc_copy_text(text, strlen(text));
}

static bool are_allowed(const char *words)
{
    for (;;) {
        const size_t len = strcspn(words, "|");
        char word[16] = "";
        if (len == 0 || len >= sizeof word)
            return false;
        memcpy(word, words, len);
        if (!sfc_has_word("equal weaker absent any", word))
            return false;
        if (words[len] == '\0')
            return true;
        words += len + 1;
    }
}

static bool add_function(struct sfc_toolchain_case *c, const char *text)
{
    const size_t len = strcspn(text, " ");
    if (len == 0 || text[len] != ' ' || !are_allowed(text + len + 1))
        return false;
    c->functions = sfc_grow(c->functions, c->num_functions + 1, sizeof c->functions[0]);
    c->functions[c->num_functions++] =
        (struct sfc_toolchain_function){ sfc_copy_text(text, len), copy(text + len + 1) };
    return true;
}

static bool take_once(char **field, const char *value)
{
    if (*field || !*value)
        return false;
    *field = copy(value);
    return true;
}

static bool are_abis(const char *words)
{
    for (const char *at = words; *at;) {
        const size_t len = strcspn(at, " ");
        char word[16] = "";
        if (len == 0 || len >= sizeof word)
            return false;
        memcpy(word, at, len);
        if (!sfc_has_word("amd64 aarch64 s390x", word))
            return false;
        at += len + (at[len] == ' ');
    }
    return true;
}

static bool read_line(struct sfc_toolchain_case *c, const char *line)
{
    if (strncmp(line, "abi ", 4) == 0)
        return are_abis(line + 4) && take_once(&c->abi, line + 4);
    if (strncmp(line, "about ", 6) == 0)
        return take_once(&c->about, line + 6);
    if (strncmp(line, "bug ", 4) == 0)
        return take_once(&c->bug, line + 4);
    if (strncmp(line, "link ", 5) == 0)
        return take_once(&c->link, line + 5);
    if (strncmp(line, "function ", 9) == 0)
        return add_function(c, line + 9);
    c->may_refuse = c->may_refuse || strcmp(line, "may-refuse") == 0;
    return strcmp(line, "may-refuse") == 0;
}

static char *case_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    return sfc_copy_text(base, dot ? (size_t)(dot - base) : strlen(base));
}

bool sfc_toolchain_case_read(struct sfc_toolchain_case *c, const char *path, struct sfc_error *error)
{
    size_t len = 0;
    unsigned number = 0;
    bool good = true;
    *c = (struct sfc_toolchain_case){ .name = case_name(path), .path = copy(path) };
    c->is_c = strlen(path) > 2 && strcmp(path + strlen(path) - 2, ".c") == 0;
    const char *mark = c->is_c ? "//:" : "#:";
    const size_t len_mark = strlen(mark);
    char *text = sfc_read_file(path, MAX_SOURCE, &len, error);
    if (!text)
        return false;
    for (char *line = text, *next; good && *line; line = next) {
        const size_t n = strcspn(line, "\n");
        next = line + n + (line[n] == '\n');
        line[n] = '\0';
        number++;
        if (strncmp(line, mark, len_mark) == 0 && (line[len_mark] != ' ' || !read_line(c, line + len_mark + 1)))
            good = sfc_fail(error, "%s:%u: not a line of a producer case", path, number);
    }
    free(text);
    if (good && (!c->abi || !c->about || c->num_functions == 0))
        good = sfc_fail(error, "%s:1: a producer case needs lines `%s abi`, `%s about` and `%s function`", path, mark,
                        mark, mark);
    return good;
}

void sfc_toolchain_case_free(struct sfc_toolchain_case *c)
{
    for (size_t i = 0; i < c->num_functions; i++) {
        free(c->functions[i].name);
        free(c->functions[i].allowed);
    }
    free(c->functions);
    free(c->name);
    free(c->path);
    free(c->abi);
    free(c->about);
    free(c->bug);
    free(c->link);
    *c = (struct sfc_toolchain_case){ 0 };
}

/* ---- The check ---- */

static bool allows(const char *allowed, const char *word)
{
    const size_t len = strlen(word);
    for (const char *at = allowed; (at = strstr(at, word)) != NULL; at += len)
        if ((at == allowed || at[-1] == '|') && (at[len] == '|' || at[len] == '\0'))
            return true;
    return false;
}

/* Sums over the pieces of a function. False if neither side has it. */
static bool sum_function(const struct sfc_producer *p, const char *name, struct sfc_function_result *sum)
{
    bool found = false;
    *sum = (struct sfc_function_result){ 0 };
    for (size_t i = 0; i < p->num_results; i++) {
        char seen[SFC_IMAGE_NAME_MAX];
        sfc_image_name(&p->image, p->results[i].start, seen);
        if (strcmp(seen, name) != 0)
            continue;
        found = true;
        sfc_function_result_add(sum, &p->results[i]);
    }
    return found;
}

static const char *what_became(const struct sfc_function_result *f)
{
    const uint64_t *r = f->ranges;
    if (r[SFC_AGREE_WRONG] > 0)
        return "wrong";
    if (r[SFC_AGREE_EQUAL] == 0 && f->reason == SFC_REASON_NO_FUNCTION)
        return "absent";
    if (r[SFC_AGREE_WEAKER] > 0)
        return "weaker";
    return r[SFC_AGREE_UNCOMPARED] > 0 ? "uncompared" : "equal";
}

static void add_detail(struct sfc_buffer *detail, const char *part, const char *name)
{
    sfc_buffer_printf(detail, "%s%s%s", detail->data ? "," : "", part, name);
}

static void check_function(const struct sfc_producer *p, const struct sfc_toolchain_function *f, const char *part,
                           struct sfc_buffer *detail, struct sfc_buffer *message)
{
    struct sfc_function_result sum;
    const bool found = sum_function(p, f->name, &sum);
    const char *became = found ? what_became(&sum) : "in neither .sframe nor .eh_frame";
    if (found && strcmp(became, "wrong") != 0 && (allows(f->allowed, "any") || allows(f->allowed, became)))
        return;
    add_detail(detail, part, f->name);
    sfc_buffer_printf(message, "%s%s%s is %s", message->data ? "; " : "", part, f->name, became);
    if (found && sum.reason != SFC_REASON_NONE)
        sfc_buffer_printf(message, " (%s)", sfc_reason_name(sum.reason));
    for (unsigned i = 0; i < SFC_NUM_DIFFERENCES; i++)
        if (sum.differs & 1u << i)
            sfc_buffer_printf(message, " %s", sfc_difference_names[i]);
    sfc_buffer_printf(message, ", must be %s", f->allowed);
}

/* Without SFrame data every function is absent. */
static void check_absence(const struct sfc_toolchain_case *c, const struct sfc_producer *p, const char *part,
                          struct sfc_buffer *detail, struct sfc_buffer *message)
{
    for (size_t i = 0; i < c->num_functions; i++) {
        if (p->state == SFC_PRODUCER_NO_SFRAME && allows(c->functions[i].allowed, "absent"))
            continue;
        add_detail(detail, part, c->functions[i].name);
        sfc_buffer_printf(message, "%s%s", message->data ? "; " : "", p->why);
    }
}

void sfc_toolchain_case_check(const struct sfc_toolchain_case *c, const struct sfc_producer *p, const char *part,
                              struct sfc_buffer *detail, struct sfc_buffer *message)
{
    if (p->state != SFC_PRODUCER_JUDGED) {
        check_absence(c, p, part, detail, message);
        return;
    }
    for (size_t i = 0; i < p->num_complaints; i++) {
        const struct sfc_complaint *complaint = &p->complaints[i];
        if (complaint->is_doubt)
            continue;
        add_detail(detail, part, complaint->area);
        sfc_buffer_printf(message, "%s%s%s: %s", message->data ? "; " : "", part, complaint->area, complaint->text);
    }
    for (size_t i = 0; i < c->num_functions; i++)
        check_function(p, &c->functions[i], part, detail, message);
}
