/* SPDX-License-Identifier: MIT */
/* The grammar of ref/DUMP.md as tables: kinds of lines, their keys, and the form of each value. */
#include <string.h>

#include "dump_kinds.h"

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

bool sfc_dump_fits(const struct sfc_dump_field *field, const char *value, size_t len)
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

void sfc_dump_describe(struct sfc_buffer *b, const struct sfc_dump_field *field)
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

static const struct sfc_dump_field section[] = {
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
static const struct sfc_dump_field fde[] = {
    { "start", "<hex>", true },        { "size", "<hex>", true },
    { "pc", "inc mask", false },       { "fre", "addr1 addr2 addr4", false },
    { "type", "default flex", false }, { "key", "a b", false },
    { "signal", "0 1", false },        { "rep", "<nat>", false },
    { "fres", "<nat>", false },        { "info", "<hex>", false },
    { "info2", "<hex>", false },       { "pad", "<hex>", false },
    { "off", "<nat>", false },
};
static const struct sfc_dump_field fre[] = {
    { "at", "<hex>", true },
    { "cfa", "<cfa>", true },
    { "ra", "<rule>", true },
    { "fp", "<rule>", true },
    { "mangled", "0 1", false },
    { "info", "<hex>", false },
    { "words", "- <integers>", false },
};
static const struct sfc_dump_field pc[] = {
    { "fde", "<nat>", false }, { "fre", "<nat> none", false }, { "cfa", "<cfa>", true },
    { "ra", "<rule>", true },  { "fp", "<rule>", true },       { "signal", "0 1", false },
};
static const struct sfc_dump_field frame[] = {
    { "pc", "<hex>", true },
    { "sp", "<hex>", true },
    { "fp", "<hex>", true },
};

#define NUM(fields) (sizeof(fields) / sizeof(fields)[0])
const struct sfc_dump_kind sfc_dump_kinds[SFC_DUMP_NUM_KINDS] = {
    { "section", SFC_OP_DECODE, section, 10, NUM(section) },
    { "fde", SFC_OP_DECODE, fde, 9, NUM(fde) },
    { "fre", SFC_OP_DECODE, fre, 5, NUM(fre) },
    { "pc", SFC_OP_LOOKUP, pc, 5, NUM(pc) },
    { "frame", SFC_OP_UNWIND, frame, NUM(frame), NUM(frame) },
    { "end", SFC_OP_UNWIND, NULL, 0, 0 },
};

/* ---- Names of keys --------------------------------------------------------------- */

/* The key of "KIND.KEY"; NULL if there is none. Those of `--layout` have no such name. */
static const struct sfc_dump_field *find_key(const char *name, size_t len)
{
    for (unsigned i = 0; i < SFC_DUMP_NUM_KINDS; i++) {
        const struct sfc_dump_kind *kind = &sfc_dump_kinds[i];
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
    const struct sfc_dump_field *field = find_key(word, key_len(word, len));
    return field && field->is_answer;
}

void sfc_dump_add_keys(struct sfc_buffer *b)
{
    for (unsigned i = 0; i < SFC_DUMP_NUM_KINDS; i++)
        for (size_t k = 0; k < sfc_dump_kinds[i].num_keys; k++)
            sfc_buffer_printf(b, "%s%s.%s", b->len > 0 ? " " : "", sfc_dump_kinds[i].name,
                              sfc_dump_kinds[i].fields[k].name);
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
