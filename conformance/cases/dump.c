/* SPDX-License-Identifier: MIT */
/* The lines of a canonical dump as keys and values, and how two dumps differ. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump_kinds.h"

/* The reasons for the end of a trace. */
static const char ends[] = "outermost no-fde no-fre bad-read unsafe limit";

static const char *const op_names[SFC_NUM_OPS] = { "decode", "lookup", "unwind", "encode", "sequence", "merge" };

const char *sfc_op_name(enum sfc_op op)
{
    return op_names[op];
}

bool sfc_op_from_name(const char *name, size_t len, enum sfc_op *out)
{
    const unsigned i = sfc_find_name(op_names, SFC_NUM_OPS, name, len);
    if (i < SFC_NUM_OPS)
        *out = (enum sfc_op)i;
    return i < SFC_NUM_OPS;
}

static const char first_line[] = "sframe-dump 1";

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

static bool same_word(const char *a, size_t a_len, const char *b, size_t b_len)
{
    return a_len == b_len && (a_len == 0 || memcmp(a, b, a_len) == 0);
}

/* The word up to the next space or the end of the line. */
static size_t word_len(const char *at, const char *end)
{
    const char *space = memchr(at, ' ', (size_t)(end - at));
    return (size_t)((space ? space : end) - at);
}

/* Says which key must be here, and what is. `seen` is the rest of the line. */
static bool other_key(const struct sfc_dump_reader *r, const struct sfc_dump_kind *kind, size_t num, const char *seen,
                      const char *end, struct sfc_error *error)
{
    const int len = (int)(end - seen < 40 ? end - seen : 40);
    if (num < kind->num_keys && seen == end)
        return sfc_fail(error, "line %u of the dump: the key `%s` is missing", r->line, kind->fields[num].name);
    if (num < kind->num_keys)
        return sfc_fail(error, "line %u of the dump: ` %s=VALUE` must be where \"%.*s\" is", r->line,
                        kind->fields[num].name, len, seen);
    return sfc_fail(error, "line %u of the dump: \"%.*s\" after the last key is not ` KEY=VALUE`", r->line, len, seen);
}

/* "KEY=VALUE" words: the keys of the grammar in their order, then any others. */
static bool read_keys(const struct sfc_dump_reader *r, const struct sfc_dump_kind *kind, const char *at,
                      struct sfc_dump_line *line, struct sfc_error *error)
{
    const char *end = line->text + line->len;
    while (at < end) {
        const char *const word = at++;
        const size_t len = word_len(at, end), num = line->num_keys;
        const char *equals = memchr(at, '=', len);
        if (*word != ' ' || num == SFC_DUMP_MAX_KEYS || !equals || equals == at || equals + 1 == at + len)
            return other_key(r, kind, num, word, end, error);
        const size_t name_len = (size_t)(equals - at);
        line->keys[line->num_keys++] = (struct sfc_dump_key){ at, equals + 1, name_len, len - name_len - 1 };
        if (num < kind->num_keys && !sfc_is_word(at, name_len, kind->fields[num].name))
            return other_key(r, kind, num, word, end, error);
        at += len;
    }
    return line->num_keys >= kind->num_keys || other_key(r, kind, line->num_keys, end, end, error);
}

bool sfc_dump_split(const char *text, struct sfc_dump_line *line)
{
    static const struct sfc_dump_kind any = { .name = "" };
    const struct sfc_dump_reader r = { .text = text };
    const char *const end = text + strlen(text), *at = text + word_len(text, end);
    *line = (struct sfc_dump_line){ .text = text, .len = (size_t)(end - text) };
    for (unsigned i = 0; i < SFC_DUMP_NUM_KINDS; i++)
        if (sfc_is_word(text, (size_t)(at - text), sfc_dump_kinds[i].name))
            line->kind = sfc_dump_kinds[i].name;
    if (!line->kind)
        return false;
    line->id = at;
    if (at < end && strcmp(line->kind, "section") != 0) {
        line->id = ++at;
        line->id_len = word_len(at, end);
        at += line->id_len;
    }
    line->rejects = strcmp(at, " reject") == 0;
    read_keys(&r, &any, at, line, NULL);
    return true;
}

static bool is_number(const char *text, size_t len, uint64_t wanted)
{
    uint64_t number;
    return sfc_parse_decimal(text, len, UINT64_MAX, &number) && number == wanted;
}

/* Functions and rows are numbered from 0 in the order in which they are stored. */
static bool count_up(struct sfc_dump_reader *r, const struct sfc_dump_line *line)
{
    if (strcmp(line->kind, "fre") != 0) {
        r->next_fre = 0;
        return is_number(line->id, line->id_len, r->next_fde++);
    }
    const char *dot = memchr(line->id, '.', line->id_len);
    const size_t fde_len = dot ? (size_t)(dot - line->id) : 0;
    return dot && r->next_fde > 0 && is_number(line->id, fde_len, r->next_fde - 1)
           && is_number(dot + 1, line->id_len - fde_len - 1, r->next_fre++);
}

bool sfc_op_makes_section(enum sfc_op op)
{
    return op == SFC_OP_ENCODE || op == SFC_OP_MERGE;
}

static bool is_of_section(enum sfc_op op)
{
    return op == SFC_OP_DECODE || sfc_op_makes_section(op);
}

static const struct sfc_dump_kind *find_kind(const char *name, size_t len, enum sfc_op op)
{
    op = is_of_section(op) ? SFC_OP_DECODE : op == SFC_OP_SEQUENCE ? SFC_OP_LOOKUP : op;
    for (unsigned i = 0; i < SFC_DUMP_NUM_KINDS; i++)
        if (sfc_dump_kinds[i].op == op && sfc_is_word(name, len, sfc_dump_kinds[i].name))
            return &sfc_dump_kinds[i];
    return NULL;
}

/* A trace ends with one of six words. Nothing may follow. */
static bool take_end(struct sfc_dump_reader *r, const struct sfc_dump_line *line)
{
    r->ended = sfc_has(ends, line->id, line->id_len) && r->next_fde > 0;
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
    const struct sfc_dump_kind *kind = find_kind(at, len, r->op);
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
            return bad(r, error, "the pc is not a hexadecimal number with `0x` and without leading zeros");
        if (has_no_keys(r, at, line))
            return SFC_DUMP_LINE;
    } else if (r->ended || (strcmp(kind->name, "end") == 0 && !take_end(r, line))) {
        return bad(r, error, "a trace is frames, then `end` and the reason, then nothing");
    } else if (!is_section && !r->ended && !count_up(r, line)) {
        return bad(r, error, "functions and rows must be numbered from 0 without gaps, as must frames");
    }
    return read_keys(r, kind, at, line, error) ? SFC_DUMP_LINE : SFC_DUMP_BAD;
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

/* A key after those of the grammar must be the next one of `--layout`. */
static bool check_further(const struct sfc_dump_reader *r, const struct sfc_dump_kind *kind,
                          const struct sfc_dump_line *line, size_t i, struct sfc_error *error)
{
    const struct sfc_dump_key *key = &line->keys[i];
    for (size_t k = 0; k < i; k++)
        if (same_word(line->keys[k].name, line->keys[k].name_len, key->name, key->name_len))
            return sfc_fail(error, "line %u of the dump: the key `%.*s` is given twice", r->line, (int)key->name_len,
                            key->name);
    if (i < kind->num_fields && sfc_is_word(key->name, key->name_len, kind->fields[i].name))
        return true;
    return sfc_fail(error, "line %u of the dump: `%.*s` is not a key of a line `%s`, or not in its place", r->line,
                    key->name_len < 40 ? (int)key->name_len : 40, key->name, kind->name);
}

/* The values of the grammar, and no other keys than its own. `odd` (or NULL) gets the key of another value. */
static bool check_values(const struct sfc_dump_reader *r, const struct sfc_dump_line *line, char *odd,
                         struct sfc_error *error)
{
    const struct sfc_dump_kind *kind = find_kind(line->kind, strlen(line->kind), r->op);
    for (size_t i = 0; i < line->num_keys; i++) {
        const struct sfc_dump_key *key = &line->keys[i];
        if (i >= kind->num_keys && !check_further(r, kind, line, i, error))
            return false;
        if (sfc_dump_fits(&kind->fields[i], key->value, key->value_len))
            continue;
        if (odd)
            snprintf(odd, SFC_DUMP_KEY_TEXT, "%s.%s", kind->name, kind->fields[i].name);
        struct sfc_buffer form = { 0 };
        sfc_dump_describe(&form, &kind->fields[i]);
        sfc_fail(error, "line %u of the dump: `%s=%.*s` of `%s%s%.*s` must be %s", r->line, kind->fields[i].name,
                 key->value_len < 40 ? (int)key->value_len : 40, key->value, kind->name, line->id_len > 0 ? " " : "",
                 line->id_len < 40 ? (int)line->id_len : 40, line->id, form.data);
        sfc_buffer_free(&form);
        return false;
    }
    /* A look-up that finds nothing has no keys. */
    return line->num_keys <= kind->num_keys || line->num_keys == kind->num_fields
           || sfc_fail(error, "line %u of the dump: the keys of the layout come all or not at all: `%s` is missing",
                       r->line, kind->fields[line->num_keys].name);
}

static bool check(const char *text, size_t len, enum sfc_op op, char *odd, struct sfc_error *error)
{
    struct sfc_dump_reader r = { .text = text, .left = len, .op = op };
    struct sfc_dump_line line;
    enum sfc_dump_status status;
    while ((status = sfc_dump_next(&r, &line, error)) == SFC_DUMP_LINE)
        if (!check_values(&r, &line, odd, error))
            return false;
    return status == SFC_DUMP_END;
}

bool sfc_dump_check(const char *text, size_t len, enum sfc_op op, struct sfc_error *error)
{
    return check(text, len, op, NULL, error);
}

bool sfc_dump_odd_key(const char *text, size_t len, enum sfc_op op, char key[SFC_DUMP_KEY_TEXT])
{
    key[0] = '\0';
    check(text, len, op, key, NULL);
    return key[0] != '\0';
}

/* ---- Comparison ---------------------------------------------------------- */

/* Words with commas between. Frees them. */
static char *join(char **words)
{
    struct sfc_buffer b = { 0 };
    for (size_t i = 0; words[i]; i++)
        sfc_buffer_printf(&b, "%s%s", i > 0 ? "," : "", words[i]);
    sfc_words_free(words);
    return b.data;
}

static void note_first(struct sfc_difference *d, unsigned line, const struct sfc_dump_line *expected,
                       const struct sfc_dump_line *seen)
{
    if (d->expected)
        return;
    d->line = line;
    d->expected = sfc_copy_text(expected ? expected->text : "", expected ? expected->len : 0);
    d->seen = sfc_copy_text(seen ? seen->text : "", seen ? seen->len : 0);
}

/* The keys of two lines with the same kind and id. Returns false if they differ. */
static bool compare_keys(const struct sfc_dump_line *expected, const struct sfc_dump_line *seen,
                         const struct sfc_hidden *hidden, char ***names, char undeclared[SFC_DUMP_KEY_TEXT])
{
    bool same = true;
    for (size_t i = 0; i < expected->num_keys; i++) {
        const struct sfc_dump_key *e = &expected->keys[i];
        const struct sfc_dump_key *s = i < seen->num_keys ? &seen->keys[i] : NULL;
        char name[SFC_DUMP_KEY_TEXT];
        if (s && same_word(e->name, e->name_len, s->name, s->name_len)
            && same_word(e->value, e->value_len, s->value, s->value_len))
            continue;
        snprintf(name, sizeof name, "%s.%.*s", expected->kind, (int)e->name_len, e->name);
        const bool is_unknown = s && s->value_len == 1 && s->value[0] == '?';
        if (is_unknown && sfc_dump_hides(hidden, name))
            continue;
        if (is_unknown && undeclared[0] == '\0')
            snprintf(undeclared, SFC_DUMP_KEY_TEXT, "%s", name);
        sfc_words_insert(names, name);
        same = false;
    }
    return same;
}

bool sfc_dump_compare(const char *expected, const char *seen, enum sfc_op op, const struct sfc_hidden *hidden,
                      struct sfc_difference *difference)
{
    struct sfc_dump_reader re = { .text = expected, .left = strlen(expected), .op = op };
    struct sfc_dump_reader rs = { .text = seen, .left = strlen(seen), .op = op };
    struct sfc_dump_line e, s;
    char **names = NULL;
    *difference = (struct sfc_difference){ 0 };
    if (strcmp(expected, seen) == 0)
        return true;
    for (;;) {
        const bool more_e = sfc_dump_next(&re, &e, NULL) == SFC_DUMP_LINE;
        const bool more_s = sfc_dump_next(&rs, &s, NULL) == SFC_DUMP_LINE;
        if (!more_e && !more_s)
            break;
        if (!more_e || !more_s || strcmp(e.kind, s.kind) != 0 || !same_word(e.id, e.id_len, s.id, s.id_len)) {
            note_first(difference, re.line, more_e ? &e : NULL, more_s ? &s : NULL);
            sfc_words_insert(&names, "lines");
            break;
        }
        const bool reject_differs = e.rejects != s.rejects, found_differs = (e.num_keys == 0) != (s.num_keys == 0);
        if (reject_differs || found_differs)
            sfc_words_insert(&names, reject_differs ? "pc.reject" : "pc.found");
        if (reject_differs || found_differs || !compare_keys(&e, &s, hidden, &names, difference->undeclared))
            note_first(difference, re.line, &e, &s);
    }
    if (!names)
        return true;
    difference->keys = join(names);
    return false;
}

void sfc_difference_free(struct sfc_difference *d)
{
    free(d->keys);
    free(d->expected);
    free(d->seen);
    *d = (struct sfc_difference){ 0 };
}

bool sfc_dump_same(const char *expected, const char *seen, enum sfc_op op, const struct sfc_hidden *hidden)
{
    struct sfc_difference d;
    const bool same = sfc_dump_compare(expected, seen, op, hidden, &d);
    sfc_difference_free(&d);
    return same;
}
