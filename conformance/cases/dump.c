/* SPDX-License-Identifier: MIT */
/* The lines of a canonical dump as keys and values, and how two dumps differ. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump.h"

/* The keys of each kind of line, in their order. The keys of `--layout` are not among them: they
   follow. The answers are those that a stack tracer goes by. */
static const struct kind {
    const char *name;
    enum sfc_op op;
    const char *keys, *answers;
} kinds[] = {
    { "section", SFC_OP_DECODE, "version endian abi flags fixed-fp fixed-ra aux fdes fres fre-len", "" },
    { "fde", SFC_OP_DECODE, "start size pc fre type key signal rep fres", "start size" },
    { "fre", SFC_OP_DECODE, "at cfa ra fp mangled", "at cfa ra fp" },
    { "pc", SFC_OP_LOOKUP, "fde fre cfa ra fp", "cfa ra fp" },
    { "frame", SFC_OP_UNWIND, "pc sp fp", "pc sp fp" },
    { "end", SFC_OP_UNWIND, "", "" },
};
enum { NUM_KINDS = sizeof kinds / sizeof kinds[0] };

/* The reasons for the end of a trace. */
static const char ends[] = "outermost no-fde no-fre bad-read unsafe limit";

static const char *const op_names[SFC_NUM_OPS] = { "decode", "lookup", "unwind", "encode", "sequence" };

const char *sfc_op_name(enum sfc_op op)
{
    return op_names[op];
}

bool sfc_op_from_name(const char *name, size_t len, enum sfc_op *out)
{
    for (unsigned i = 0; i < SFC_NUM_OPS; i++)
        if (strlen(op_names[i]) == len && memcmp(op_names[i], name, len) == 0) {
            *out = (enum sfc_op)i;
            return true;
        }
    return false;
}

static const char first_line[] = "sframe-dump 1";

/* Is the name "KIND.KEY", with one of the keys, or of the answers, of that kind? */
static bool is_named(const char *name, size_t len, bool is_answer)
{
    for (unsigned i = 0; i < NUM_KINDS; i++) {
        const size_t kind_len = strlen(kinds[i].name);
        if (len <= kind_len + 1 || memcmp(name, kinds[i].name, kind_len) != 0 || name[kind_len] != '.')
            continue;
        char *key = sfc_copy_text(name + kind_len + 1, len - kind_len - 1);
        const bool known = sfc_has_word(is_answer ? kinds[i].answers : kinds[i].keys, key);
        free(key);
        if (known)
            return true;
    }
    return false;
}

bool sfc_dump_has_key(const char *name, size_t len)
{
    return is_named(name, len, false);
}

bool sfc_dump_key_is_answer(const char *name, size_t len)
{
    return is_named(name, len, true);
}

void sfc_dump_add_keys(struct sfc_buffer *b)
{
    for (unsigned i = 0; i < NUM_KINDS; i++) {
        const char *rest = kinds[i].keys, *word;
        size_t len;
        while ((word = sfc_next_word(&rest, &len)))
            sfc_buffer_printf(b, "%s%s.%.*s", b->len > 0 ? " " : "", kinds[i].name, (int)len, word);
    }
}

bool sfc_dump_is_place(const char *text)
{
    uint64_t number;
    const bool is_row = strncmp(text, "fre ", 4) == 0;
    if (!is_row && strncmp(text, "fde ", 4) != 0)
        return false;
    const size_t len = strcspn(text + 4, ".");
    const char *row = text + 4 + len;
    return sfc_parse_decimal(text + 4, len, UINT32_MAX, &number)
           && (is_row ? *row == '.' && sfc_parse_decimal(row + 1, strlen(row + 1), UINT32_MAX, &number) : *row == '\0');
}

static enum sfc_dump_status bad(const struct sfc_dump_reader *r, struct sfc_error *error, const char *what)
{
    sfc_fail(error, "line %u of the dump: %s", r->line, what);
    return SFC_DUMP_BAD;
}

/* The word up to the next space or the end of the line. */
static size_t word_len(const char *at, const char *end)
{
    const char *space = memchr(at, ' ', (size_t)(end - at));
    return (size_t)((space ? space : end) - at);
}

/* "KEY=VALUE" words: the keys of the grammar in their order, then any others. */
static bool read_keys(const struct kind *kind, const char *at, const char *end, struct sfc_dump_line *line)
{
    const char *wanted = kind->keys;
    while (at < end) {
        if (*at++ != ' ' || line->num_keys == SFC_DUMP_MAX_KEYS)
            return false;
        struct sfc_dump_key *key = &line->keys[line->num_keys];
        const size_t len = word_len(at, end);
        const char *equals = memchr(at, '=', len);
        if (!equals || equals == at)
            return false;
        *key = (struct sfc_dump_key){ at, equals + 1, (size_t)(equals - at), len - (size_t)(equals + 1 - at) };
        size_t wanted_len;
        const char *name = sfc_next_word(&wanted, &wanted_len);
        if (key->value_len == 0 || (name && (wanted_len != key->name_len || memcmp(name, at, wanted_len) != 0)))
            return false;
        line->num_keys++;
        at += len;
    }
    return wanted[0] == '\0';
}

/* Functions and rows are numbered from 0 in the order in which they are stored. */
static bool count_up(struct sfc_dump_reader *r, const struct sfc_dump_line *line)
{
    char next[64] = "";
    if (strcmp(line->kind, "fde") == 0 || strcmp(line->kind, "frame") == 0) {
        snprintf(next, sizeof next, "%" PRIu64, r->next_fde++);
        r->next_fre = 0;
    } else if (strcmp(line->kind, "fre") == 0 && r->next_fde > 0) {
        snprintf(next, sizeof next, "%" PRIu64 ".%" PRIu64, r->next_fde - 1, r->next_fre++);
    }
    return line->id_len == strlen(next) && memcmp(line->id, next, line->id_len) == 0;
}

static bool is_of_section(enum sfc_op op)
{
    return op == SFC_OP_DECODE || op == SFC_OP_ENCODE;
}

static const struct kind *find_kind(const char *name, size_t len, enum sfc_op op)
{
    op = op == SFC_OP_ENCODE ? SFC_OP_DECODE : op == SFC_OP_SEQUENCE ? SFC_OP_LOOKUP : op;
    for (unsigned i = 0; i < NUM_KINDS; i++)
        if (kinds[i].op == op && strlen(kinds[i].name) == len && memcmp(kinds[i].name, name, len) == 0)
            return &kinds[i];
    return NULL;
}

/* A trace ends with one of six words. Nothing may follow. */
static bool take_end(struct sfc_dump_reader *r, const struct sfc_dump_line *line)
{
    char *word = sfc_copy_text(line->id, line->id_len);
    r->ended = sfc_has_word(ends, word) && r->next_fde > 0;
    free(word);
    return r->ended;
}

/* What stands in place of the keys of a look-up: ` none`; of a sequence also ` reject`. */
static bool has_no_keys(const struct sfc_dump_reader *r, const char *at, struct sfc_dump_line *line)
{
    const size_t len = (size_t)(line->text + line->len - at);
    line->rejects = r->op == SFC_OP_SEQUENCE && len == 7 && memcmp(at, " reject", 7) == 0;
    return line->rejects || (len == 5 && memcmp(at, " none", 5) == 0);
}

static enum sfc_dump_status read_line(struct sfc_dump_reader *r, struct sfc_dump_line *line, struct sfc_error *error)
{
    const char *at = line->text, *end = line->text + line->len;
    size_t len = word_len(at, end);
    const struct kind *kind = find_kind(at, len, r->op);
    if (!kind)
        return bad(r, error, "unknown kind of line");
    line->kind = kind->name;
    at += len;

    const bool is_section = strcmp(kind->name, "section") == 0;
    if (is_of_section(r->op) && is_section != (r->line == 2))
        return bad(r, error, "a section line must come second, and only there");
    line->id = at;
    if (!is_section) {
        if (at == end)
            return bad(r, error, "an id is missing");
        line->id = ++at;
        line->id_len = word_len(at, end);
        at += line->id_len;
    }
    uint64_t pc;
    if (strcmp(kind->name, "pc") == 0) {
        if (!sfc_parse_hex(line->id, line->id_len, &pc))
            return bad(r, error, "the pc is not a hexadecimal number");
        if (has_no_keys(r, at, line))
            return SFC_DUMP_LINE;
    } else if (r->ended || (strcmp(kind->name, "end") == 0 && !take_end(r, line))) {
        return bad(r, error, "a trace is frames, then `end` and the reason, then nothing");
    } else if (!is_section && !r->ended && !count_up(r, line)) {
        return bad(r, error, "functions and rows must be numbered from 0 without gaps, as must frames");
    }
    return read_keys(kind, at, end, line)
               ? SFC_DUMP_LINE
               : bad(r, error, "the keys are not those of this kind of line, in their order");
}

enum sfc_dump_status sfc_dump_next(struct sfc_dump_reader *r, struct sfc_dump_line *line, struct sfc_error *error)
{
    *line = (struct sfc_dump_line){ 0 };
    while (r->left > 0 || r->line == 0) {
        const char *newline = r->left > 0 ? memchr(r->text, '\n', r->left) : NULL;
        r->line++;
        if (!newline)
            return bad(r, error, r->left > 0 ? "does not end with a newline" : "the text is empty");
        line->text = r->text;
        line->len = (size_t)(newline - r->text);
        r->text = newline + 1;
        r->left -= line->len + 1;
        if (memchr(line->text, '\0', line->len))
            return bad(r, error, "has a NUL byte");
        if (r->line > 1)
            return read_line(r, line, error);
        if (line->len != sizeof first_line - 1 || memcmp(line->text, first_line, line->len) != 0)
            return bad(r, error, "is not \"sframe-dump 1\"");
    }
    if (is_of_section(r->op) && r->line < 2)
        return bad(r, error, "the section line is missing after it");
    if (r->op == SFC_OP_UNWIND && !r->ended)
        return bad(r, error, "the trace has no end");
    return SFC_DUMP_END;
}

bool sfc_dump_check(const char *text, size_t len, enum sfc_op op, struct sfc_error *error)
{
    struct sfc_dump_reader r = { .text = text, .left = len, .op = op };
    struct sfc_dump_line line;
    enum sfc_dump_status status;
    do
        status = sfc_dump_next(&r, &line, error);
    while (status == SFC_DUMP_LINE);
    return status == SFC_DUMP_END;
}

/* ---- Comparison ---------------------------------------------------------- */

/* The names of the keys that differ: a handful. */
struct names {
    char *name[48];
    size_t count;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_name(struct names *n, const char *name)
{
    for (size_t i = 0; i < n->count; i++)
        if (strcmp(n->name[i], name) == 0)
            return;
    if (n->count < sizeof n->name / sizeof n->name[0])
        n->name[n->count++] = sfc_copy_string(name);
}

static char *join_names(struct names *n)
{
    struct sfc_buffer b = { 0 };
    qsort(n->name, n->count, sizeof n->name[0], compare_names);
    for (size_t i = 0; i < n->count; i++) {
        sfc_buffer_printf(&b, "%s%s", i > 0 ? "," : "", n->name[i]);
        free(n->name[i]);
    }
    sfc_buffer_add(&b, "", 0);
    return b.data;
}

static void note_first(struct sfc_difference *d, const struct sfc_dump_line *expected, const struct sfc_dump_line *seen)
{
    if (d->expected)
        return;
    d->expected = sfc_copy_text(expected ? expected->text : "", expected ? expected->len : 0);
    d->seen = sfc_copy_text(seen ? seen->text : "", seen ? seen->len : 0);
}

static bool same_word(const char *a, size_t a_len, const char *b, size_t b_len)
{
    return a_len == b_len && (a_len == 0 || memcmp(a, b, a_len) == 0);
}

/* The keys of two lines with the same kind and id. Returns false if they differ. */
static bool compare_keys(const struct sfc_dump_line *expected, const struct sfc_dump_line *seen,
                         const char *unobservable, struct names *names, char undeclared[64])
{
    bool same = true;
    for (size_t i = 0; i < expected->num_keys; i++) {
        const struct sfc_dump_key *e = &expected->keys[i];
        const struct sfc_dump_key *s = i < seen->num_keys ? &seen->keys[i] : NULL;
        char name[64];
        snprintf(name, sizeof name, "%s.%.*s", expected->kind, (int)e->name_len, e->name);
        if (s && same_word(e->name, e->name_len, s->name, s->name_len)
            && same_word(e->value, e->value_len, s->value, s->value_len))
            continue;
        const bool hidden = s && s->value_len == 1 && s->value[0] == '?';
        if (hidden && sfc_has_word(unobservable, name))
            continue;
        if (hidden && undeclared[0] == '\0')
            snprintf(undeclared, 64, "%s", name);
        add_name(names, name);
        same = false;
    }
    return same;
}

bool sfc_dump_compare(const char *expected, const char *seen, enum sfc_op op, const char *unobservable,
                      struct sfc_difference *difference, char undeclared[64])
{
    struct sfc_dump_reader re = { .text = expected, .left = strlen(expected), .op = op };
    struct sfc_dump_reader rs = { .text = seen, .left = strlen(seen), .op = op };
    struct sfc_dump_line e, s;
    struct names names = { .count = 0 };
    *difference = (struct sfc_difference){ 0 };
    undeclared[0] = '\0';
    for (;;) {
        const bool more_e = sfc_dump_next(&re, &e, NULL) == SFC_DUMP_LINE;
        const bool more_s = sfc_dump_next(&rs, &s, NULL) == SFC_DUMP_LINE;
        if (!more_e && !more_s)
            break;
        if (!more_e || !more_s || strcmp(e.kind, s.kind) != 0 || !same_word(e.id, e.id_len, s.id, s.id_len)) {
            note_first(difference, more_e ? &e : NULL, more_s ? &s : NULL);
            add_name(&names, "lines");
            break;
        }
        const bool reject_differs = e.rejects != s.rejects, found_differs = (e.num_keys == 0) != (s.num_keys == 0);
        if (reject_differs || found_differs)
            add_name(&names, reject_differs ? "pc.reject" : "pc.found");
        if (reject_differs || found_differs || !compare_keys(&e, &s, unobservable, &names, undeclared))
            note_first(difference, &e, &s);
    }
    if (names.count == 0)
        return true;
    difference->keys = join_names(&names);
    return false;
}

void sfc_difference_free(struct sfc_difference *d)
{
    free(d->keys);
    free(d->expected);
    free(d->seen);
    *d = (struct sfc_difference){ 0 };
}
