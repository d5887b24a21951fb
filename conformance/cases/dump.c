/* SPDX-License-Identifier: MIT */
/* The grammar of ref/DUMP.md as tables, and the lines of a dump as keys and values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump.h"

/* A key and its values: words, of which those in angle brackets stand for a form. */
struct field {
    const char *name, *values;
    bool is_answer; /* a stack tracer goes by it */
};

/* `fields` has the keys in their order, and after them those that may follow: of `--layout`, or `signal`. */
struct kind {
    const char *name;
    enum sfc_op op;
    const struct field *fields;
    size_t num_keys, num_fields;
};

/* ---- Forms of values --------------------------------------------------------- */

static bool is_hex(const char *text, size_t len)
{
    uint64_t number;
    return sfc_parse_hex(text, len, &number);
}

static bool is_natural(const char *text, size_t len)
{
    uint64_t number;
    return sfc_parse_decimal(text, len, UINT64_MAX, &number);
}

static bool is_integer(const char *text, size_t len)
{
    const bool negative = len > 0 && text[0] == '-';
    return is_natural(text + negative, len - negative) && !(negative && text[1] == '0');
}

static bool is_signed(const char *text, size_t len)
{
    return len > 1 && (text[0] == '+' || text[0] == '-') && is_natural(text + 1, len - 1)
           && !(text[0] == '-' && text[1] == '0');
}

static bool is_register(const char *text, size_t len)
{
    return sfc_is_word(text, len, "sp") || sfc_is_word(text, len, "fp")
           || (len > 1 && text[0] == 'r' && is_natural(text + 1, len - 1));
}

/* How many bytes come before the sign of a sum. */
static size_t base_len(const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && text[i] != '+' && text[i] != '-')
        i++;
    return i;
}

static bool is_sum(const char *text, size_t len, bool of_cfa)
{
    const size_t base = base_len(text, len);
    return (is_register(text, base) || (of_cfa && sfc_is_word(text, base, "cfa")))
           && is_signed(text + base, len - base);
}

static bool is_loaded(const char *text, size_t len, bool of_cfa)
{
    return len > 3 && memcmp(text, "*(", 2) == 0 && text[len - 1] == ')' && is_sum(text + 2, len - 3, of_cfa);
}

static bool is_cfa(const char *text, size_t len)
{
    return sfc_is_word(text, len, "none") || is_sum(text, len, false) || is_loaded(text, len, false);
}

/* One meaning has one spelling: `r17`, and not `r17+0`. */
static bool is_rule(const char *text, size_t len)
{
    const size_t base = base_len(text, len);
    const bool is_spare_sum = is_register(text, base) && sfc_is_word(text + base, len - base, "+0");
    return sfc_is_word(text, len, "none") || sfc_is_word(text, len, "same") || sfc_is_word(text, len, "undefined")
           || is_register(text, len) || is_loaded(text, len, true) || (is_sum(text, len, true) && !is_spare_sum);
}

/* Names in the order of their bits. */
static bool is_flags(const char *text, size_t len)
{
    static const char *const names[] = { "sorted", "frame-pointer", "pcrel" };
    bool more = len > 0 && !sfc_is_word(text, len, "none");
    for (unsigned i = 0; i < 3 && more; i++) {
        const char *comma = memchr(text, ',', len);
        const size_t name_len = comma ? (size_t)(comma - text) : len;
        if (!sfc_is_word(text, name_len, names[i]))
            continue;
        more = comma != NULL;
        text += name_len + more;
        len -= name_len + more;
        if (!more)
            return true;
    }
    return !more && len > 0;
}

static bool is_bytes(const char *text, size_t len)
{
    size_t digits = 0;
    while (digits < len && strchr("0123456789abcdef", text[digits]))
        digits++;
    return sfc_is_word(text, len, "-") || (len > 0 && len % 2 == 0 && digits == len);
}

static bool is_integers(const char *text, size_t len)
{
    const char *comma = memchr(text, ',', len);
    for (; comma; comma = memchr(text, ',', len)) {
        const size_t one = (size_t)(comma - text);
        if (!is_integer(text, one))
            return false;
        text += one + 1;
        len -= one + 1;
    }
    return is_integer(text, len);
}

static const struct form {
    const char *name;
    bool (*fits)(const char *text, size_t len);
    const char *description;
} forms[] = {
    { "<hex>", is_hex, "a number such as 0x1f: hexadecimal with `0x`, lower case, without leading zeros" },
    { "<nat>", is_natural, "a decimal number without leading zeros" },
    { "<int>", is_integer, "a decimal number without leading zeros and without `+`" },
    { "<cfa>", is_cfa, "none, REGISTER+N or *(REGISTER+N), with sp, fp or r and a number as REGISTER" },
    { "<rule>", is_rule,
      "none, same, undefined, REGISTER, BASE+N or *(BASE+N), with sp, fp or r and a number as REGISTER, and that or "
      "cfa as BASE; a register in itself has no +0" },
    { "<flags>", is_flags, "none, or some of sorted,frame-pointer,pcrel in this order, with commas" },
    { "<bytes>", is_bytes, "-, or bytes of two lower-case hexadecimal digits each" },
    { "<integers>", is_integers, "-, or decimal numbers with commas" },
};
enum { NUM_FORMS = sizeof forms / sizeof forms[0] };

static const struct form *find_form(const char *word, size_t len)
{
    for (unsigned i = 0; i < NUM_FORMS; i++)
        if (sfc_is_word(word, len, forms[i].name))
            return &forms[i];
    return NULL;
}

/* Is it a value of the field, or `?`? */
static bool fits(const struct field *field, const char *value, size_t len)
{
    const char *rest = field->values, *word;
    size_t word_len;
    while ((word = sfc_next_word(&rest, &word_len))) {
        const struct form *form = find_form(word, word_len);
        if (form ? form->fits(value, len) : word_len == len && memcmp(word, value, len) == 0)
            return true;
    }
    return sfc_is_word(value, len, "?");
}

/* Adds what the values of the field look like: "little or big". */
static void describe(struct sfc_buffer *b, const struct field *field)
{
    const char *rest = field->values, *word, *before = "";
    size_t len;
    while ((word = sfc_next_word(&rest, &len))) {
        const struct form *form = find_form(word, len);
        sfc_buffer_printf(b, "%s%.*s", before, form ? (int)strlen(form->description) : (int)len,
                          form ? form->description : word);
        before = rest[strspn(rest, " ")] && strchr(rest + 1, ' ') ? ", " : " or ";
    }
}

/* ---- Kinds of lines ------------------------------------------------------------ */

static const struct field of_section[] = {
    { "version", "1 2 3", false },
    { "endian", "little big", false },
    { "abi", "aarch64-be aarch64-le amd64 s390x", false },
    { "flags", "<flags>", false },
    { "fixed-fp", "<int>", false },
    { "fixed-ra", "<int>", false },
    { "aux", "<nat>", false },
    { "fdes", "<nat>", false },
    { "fres", "<nat>", false },
    { "fre-len", "<nat>", false },
    { "fdeoff", "<nat>", false },
    { "freoff", "<nat>", false },
    { "aux-bytes", "<bytes>", false },
    { "tail", "<nat>", false },
};
static const struct field of_fde[] = {
    { "start", "<hex>", true },        { "size", "<hex>", true },
    { "pc", "inc mask", false },       { "fre", "addr1 addr2 addr4", false },
    { "type", "default flex", false }, { "key", "a b", false },
    { "signal", "0 1", false },        { "rep", "<nat>", false },
    { "fres", "<nat>", false },        { "info", "<hex>", false },
    { "info2", "<hex>", false },       { "pad", "<hex>", false },
    { "off", "<nat>", false },
};
static const struct field of_fre[] = {
    { "at", "<hex>", true },
    { "cfa", "<cfa>", true },
    { "ra", "<rule>", true },
    { "fp", "<rule>", true },
    { "mangled", "0 1", false },
    { "info", "<hex>", false },
    { "words", "- <integers>", false },
};
static const struct field of_pc[] = {
    { "fde", "<nat>", false }, { "fre", "<nat> none", false }, { "cfa", "<cfa>", true },
    { "ra", "<rule>", true },  { "fp", "<rule>", true },       { "signal", "0 1", false },
};
static const struct field of_frame[] = {
    { "pc", "<hex>", true },
    { "sp", "<hex>", true },
    { "fp", "<hex>", true },
};

#define NUM(fields) (sizeof(fields) / sizeof(fields)[0])
static const struct kind kinds[] = {
    { "section", SFC_OP_DECODE, of_section, 10, NUM(of_section) },
    { "fde", SFC_OP_DECODE, of_fde, 9, NUM(of_fde) },
    { "fre", SFC_OP_DECODE, of_fre, 5, NUM(of_fre) },
    { "pc", SFC_OP_LOOKUP, of_pc, 5, NUM(of_pc) },
    { "frame", SFC_OP_UNWIND, of_frame, NUM(of_frame), NUM(of_frame) },
    { "end", SFC_OP_UNWIND, NULL, 0, 0 },
};
enum { NUM_KINDS = NUM(kinds) };

/* ---- Names of keys --------------------------------------------------------------- */

/* The key of "KIND.KEY"; NULL if there is none. Those of `--layout` have no such name. */
static const struct field *find_key(const char *name, size_t len)
{
    for (unsigned i = 0; i < NUM_KINDS; i++) {
        const struct kind *kind = &kinds[i];
        const size_t kind_len = strlen(kind->name);
        if (len <= kind_len + 1 || memcmp(name, kind->name, kind_len) != 0 || name[kind_len] != '.')
            continue;
        for (size_t k = 0; k < kind->num_keys; k++)
            if (sfc_is_word(name + kind_len + 1, len - kind_len - 1, kind->fields[k].name))
                return &kind->fields[k];
    }
    return NULL;
}

/* The bytes of "KEY" or "KEY@ABI" before the `@`. */
static size_t key_len(const char *word, size_t len)
{
    const char *at = memchr(word, '@', len);
    return at ? (size_t)(at - word) : len;
}

bool sfc_dump_has_key(const char *word, size_t len)
{
    return find_key(word, key_len(word, len)) != NULL;
}

bool sfc_dump_key_has_abi(const char *word, size_t len)
{
    const size_t key = key_len(word, len);
    return key == len || sfc_has("aarch64 amd64 s390x", word + key + 1, len - key - 1);
}

bool sfc_dump_key_is_answer(const char *word, size_t len)
{
    const struct field *field = find_key(word, key_len(word, len));
    return field && field->is_answer;
}

void sfc_dump_add_keys(struct sfc_buffer *b)
{
    for (unsigned i = 0; i < NUM_KINDS; i++)
        for (size_t k = 0; k < kinds[i].num_keys; k++)
            sfc_buffer_printf(b, "%s%s.%s", b->len > 0 ? " " : "", kinds[i].name, kinds[i].fields[k].name);
}

bool sfc_dump_hides(const struct sfc_hidden *hidden, const char *name)
{
    const size_t name_len = strlen(name);
    const char *rest = hidden->keys, *word;
    size_t len;
    while ((word = sfc_next_word(&rest, &len))) {
        const size_t key = key_len(word, len);
        if (key == name_len && memcmp(word, name, key) == 0
            && (key == len || (hidden->abi && sfc_is_word(word + key + 1, len - key - 1, hidden->abi))))
            return true;
    }
    return false;
}

/* ---- Lines ---------------------------------------------------------------------- */

/* The reasons for the end of a trace. */
static const char ends[] = "outermost no-fde no-fre bad-read unsafe limit";

const char *sfc_op_name(enum sfc_op op)
{
    static const char *const names[SFC_NUM_OPS] = { "decode", "lookup", "unwind", "encode", "sequence", "merge" };
    return names[op];
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

/* The word up to the next space or the end of the line. */
static size_t word_len(const char *at, const char *end)
{
    const char *space = memchr(at, ' ', (size_t)(end - at));
    return (size_t)((space ? space : end) - at);
}

/* Says which key must be here, and what is. `seen` is the rest of the line. */
static bool other_key(const struct sfc_dump_reader *r, const struct kind *kind, size_t num, const char *seen,
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
static bool read_keys(const struct sfc_dump_reader *r, const struct kind *kind, const char *at,
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
    static const struct kind any = { .name = "" };
    const struct sfc_dump_reader r = { .text = text };
    const char *const end = text + strlen(text), *at = text + word_len(text, end);
    *line = (struct sfc_dump_line){ .text = text, .len = (size_t)(end - text) };
    for (unsigned i = 0; i < NUM_KINDS; i++)
        if (sfc_is_word(text, (size_t)(at - text), kinds[i].name))
            line->kind = kinds[i].name;
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

static const struct kind *find_kind(const char *name, size_t len, enum sfc_op op)
{
    op = is_of_section(op) ? SFC_OP_DECODE : op == SFC_OP_SEQUENCE ? SFC_OP_LOOKUP : op;
    for (unsigned i = 0; i < NUM_KINDS; i++)
        if (kinds[i].op == op && sfc_is_word(name, len, kinds[i].name))
            return &kinds[i];
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
static bool check_further(const struct sfc_dump_reader *r, const struct kind *kind, const struct sfc_dump_line *line,
                          size_t i, struct sfc_error *error)
{
    const struct sfc_dump_key *key = &line->keys[i];
    for (size_t k = 0; k < i; k++)
        if (sfc_same_bytes(line->keys[k].name, line->keys[k].name_len, key->name, key->name_len))
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
    const struct kind *kind = find_kind(line->kind, strlen(line->kind), r->op);
    for (size_t i = 0; i < line->num_keys; i++) {
        const struct sfc_dump_key *key = &line->keys[i];
        if (i >= kind->num_keys && !check_further(r, kind, line, i, error))
            return false;
        if (fits(&kind->fields[i], key->value, key->value_len))
            continue;
        if (odd)
            snprintf(odd, SFC_DUMP_KEY_TEXT, "%s.%s", kind->name, kind->fields[i].name);
        struct sfc_buffer form = { 0 };
        describe(&form, &kind->fields[i]);
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
