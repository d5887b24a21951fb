/* SPDX-License-Identifier: MIT */
/* Reads one JSON text strictly: recursive descent of bounded depth, strings decoded in place. */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "json_read.h"

/* More members than any object of ours has: looking for names that come twice takes the square of it. */
enum { MAX_JSON_DEPTH = 8, MAX_MEMBERS = 1024 };

struct reader {
    struct sfc_json_tree *tree;
    size_t capacity;
    char *text;
    size_t len, pos;
    struct sfc_error *error;
};

static bool fail(const struct reader *r, const char *what)
{
    return sfc_fail(r->error, "byte %zu: %s", r->pos + 1, what);
}

static char peek(const struct reader *r)
{
    return r->pos < r->len ? r->text[r->pos] : '\0';
}

static void skip_space(struct reader *r)
{
    while (r->pos < r->len && strchr(" \t\r\n", r->text[r->pos]) && r->text[r->pos] != '\0')
        r->pos++;
}

static bool take(struct reader *r, char c)
{
    if (peek(r) != c || r->pos == r->len)
        return false;
    r->pos++;
    return true;
}

/* ---- Strings -------------------------------------------------------------------------- */

static bool read_hex4(struct reader *r, unsigned *out)
{
    unsigned value = 0;
    for (unsigned i = 0; i < 4; i++) {
        const char c = peek(r);
        const unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                               : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                               : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                      : 16;
        if (digit > 15)
            return fail(r, "four hexadecimal digits must follow \\u");
        value = value << 4 | digit;
        r->pos++;
    }
    *out = value;
    return true;
}

static char *put_utf8(char *out, unsigned code)
{
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        *out++ = (char)(0xe0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
        *out++ = (char)(0x80 | (code & 0x3f));
    } else {
        *out++ = (char)(0xf0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
        *out++ = (char)(0x80 | (code & 0x3f));
    }
    return out;
}

/* Behind "\u"; what comes out is never longer than what is read. */
static bool read_code(struct reader *r, char **out)
{
    unsigned code, low;
    if (!read_hex4(r, &code))
        return false;
    if (code == 0)
        return fail(r, "NUL in a string");
    if (code >= 0xdc00 && code <= 0xdfff)
        return fail(r, "half of a surrogate pair");
    if (code >= 0xd800 && code <= 0xdbff) {
        if (!take(r, '\\') || !take(r, 'u') || !read_hex4(r, &low) || low < 0xdc00 || low > 0xdfff)
            return fail(r, "half of a surrogate pair");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    *out = put_utf8(*out, code);
    return true;
}

static bool read_escape(struct reader *r, char **out)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char c = peek(r);
    const char *at = c ? strchr(names, c) : NULL;
    if (c == 'u') {
        r->pos++;
        return read_code(r, out);
    }
    if (!at)
        return fail(r, "no such escape in a string");
    *(*out)++ = values[at - names];
    r->pos++;
    return true;
}

/* At the opening quote. The text stays where it is in the line, without quotes and escapes. */
static bool read_string(struct reader *r, const char **out)
{
    if (!take(r, '"'))
        return fail(r, "expected a string");
    char *to = r->text + r->pos;
    *out = to;
    for (;;) {
        if (r->pos == r->len)
            return fail(r, "the text ends in a string");
        const unsigned char c = (unsigned char)r->text[r->pos];
        const size_t width = sfc_utf8_len((const unsigned char *)r->text + r->pos);
        if (c < 0x20)
            return fail(r, "control byte in a string");
        if (width == 0)
            return fail(r, "not UTF-8");
        r->pos += width;
        if (c == '"')
            break;
        if (c == '\\') {
            if (!read_escape(r, &to))
                return false;
            continue;
        }
        memmove(to, r->text + r->pos - width, width);
        to += width;
    }
    *to = '\0';
    return true;
}

/* ---- Values ----------------------------------------------------------------------------- */

static size_t add_value(struct reader *r, enum sfc_json_kind kind, const char *name)
{
    struct sfc_json_tree *tree = r->tree;
    if (tree->count == r->capacity) {
        r->capacity = r->capacity == 0 ? 64 : r->capacity * 2;
        tree->values = sfc_grow(tree->values, r->capacity, sizeof tree->values[0]);
    }
    tree->values[tree->count] = (struct sfc_json){ .kind = kind, .name = name, .end = tree->count + 1 };
    return tree->count++;
}

static size_t count_digits(struct reader *r)
{
    const size_t start = r->pos;
    while (peek(r) >= '0' && peek(r) <= '9')
        r->pos++;
    return r->pos - start;
}

static bool read_number(struct reader *r)
{
    take(r, '-');
    const bool zero = peek(r) == '0';
    const size_t digits = count_digits(r);
    if (digits == 0 || (zero && digits > 1))
        return fail(r, "expected a value");
    if (take(r, '.') && count_digits(r) == 0)
        return fail(r, "expected a digit");
    if (take(r, 'e') || take(r, 'E')) {
        if (!take(r, '+'))
            take(r, '-');
        if (count_digits(r) == 0)
            return fail(r, "expected a digit");
    }
    return true;
}

static bool read_value(struct reader *r, const char *name, unsigned depth);

/* May the object that is being read have another member of this name? */
static bool check_name(const struct reader *r, size_t object, const char *name)
{
    size_t count = 0;
    for (size_t i = object + 1; i < r->tree->count; i = r->tree->values[i].end, count++)
        if (strcmp(r->tree->values[i].name, name) == 0)
            return fail(r, "a name comes twice in an object");
    return count < MAX_MEMBERS || fail(r, "an object has too many members");
}

static bool read_member(struct reader *r, size_t object, unsigned depth)
{
    const char *name;
    if (!read_string(r, &name))
        return false;
    skip_space(r);
    if (!take(r, ':'))
        return fail(r, "expected `:`");
    return check_name(r, object, name) && read_value(r, name, depth + 1);
}

/* Behind the opening bracket. */
static bool read_items(struct reader *r, size_t owner, char close, unsigned depth)
{
    if (depth >= MAX_JSON_DEPTH)
        return fail(r, "values are nested too deeply");
    skip_space(r);
    bool more = !take(r, close);
    while (more) {
        skip_space(r);
        if (!(close == '}' ? read_member(r, owner, depth) : read_value(r, NULL, depth + 1)))
            return false;
        skip_space(r);
        more = take(r, ',');
        if (!more && !take(r, close))
            return fail(r, "expected `,` or the end of the list");
    }
    r->tree->values[owner].end = r->tree->count;
    return true;
}

static bool read_word(struct reader *r, const char *word)
{
    const size_t len = strlen(word);
    if (len > r->len - r->pos || memcmp(r->text + r->pos, word, len) != 0)
        return fail(r, "expected a value");
    r->pos += len;
    return true;
}

static bool read_value(struct reader *r, const char *name, unsigned depth)
{
    skip_space(r);
    const char c = peek(r);
    switch (c) {
    case '{': r->pos++; return read_items(r, add_value(r, SFC_JSON_OBJECT, name), '}', depth);
    case '[': r->pos++; return read_items(r, add_value(r, SFC_JSON_ARRAY, name), ']', depth);
    case 'n': add_value(r, SFC_JSON_NULL, name); return read_word(r, "null");
    case 't': add_value(r, SFC_JSON_TRUE, name); return read_word(r, "true");
    case 'f': add_value(r, SFC_JSON_FALSE, name); return read_word(r, "false");
    case '"': {
        const size_t i = add_value(r, SFC_JSON_STRING, name);
        return read_string(r, &r->tree->values[i].text);
    }
    default: break;
    }
    const size_t i = add_value(r, SFC_JSON_NUMBER, name);
    r->tree->values[i].text = r->text + r->pos;
    return read_number(r);
}

bool sfc_json_parse(struct sfc_json_tree *tree, char *text, size_t len, struct sfc_error *error)
{
    struct reader r = { .tree = tree, .text = text, .len = len, .error = error };
    free(tree->values);
    *tree = (struct sfc_json_tree){ 0 };
    if (!read_value(&r, NULL, 0))
        return false;
    skip_space(&r);
    return r.pos == len || fail(&r, "something follows the value");
}

void sfc_json_free(struct sfc_json_tree *tree)
{
    free(tree->values);
    *tree = (struct sfc_json_tree){ 0 };
}

size_t sfc_json_find(const struct sfc_json_tree *tree, size_t object, const char *name)
{
    if (object >= tree->count || tree->values[object].kind != SFC_JSON_OBJECT)
        return 0;
    for (size_t i = object + 1; i < tree->values[object].end; i = tree->values[i].end)
        if (strcmp(tree->values[i].name, name) == 0)
            return i;
    return 0;
}

bool sfc_json_size(const struct sfc_json *value, size_t *out)
{
    uint64_t number;
    if (value->kind != SFC_JSON_NUMBER)
        return false;
    if (!sfc_parse_decimal(value->text, strspn(value->text, "0123456789.eE+-"), SIZE_MAX, &number))
        return false;
    *out = (size_t)number;
    return true;
}
