/* SPDX-License-Identifier: MIT */
/* Programs as one line, read and written, and their shapes. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program_words.h"

static const struct {
    const char *name;
    unsigned operands;
} ops[SFC_NUM_WORDS] = {
    [SFC_WORD_NOP] = { "nop", 0 },
    [SFC_WORD_SKIP] = { "skip", SFC_HAS_OFFSET },
    [SFC_WORD_DEF_CFA] = { "def_cfa", SFC_HAS_REG | SFC_HAS_OFFSET },
    [SFC_WORD_DEF_CFA_REG] = { "def_cfa_register", SFC_HAS_REG },
    [SFC_WORD_DEF_CFA_OFFSET] = { "def_cfa_offset", SFC_HAS_OFFSET },
    [SFC_WORD_ADJUST] = { "adjust_cfa_offset", SFC_HAS_OFFSET },
    [SFC_WORD_OFFSET] = { "offset", SFC_HAS_REG | SFC_HAS_OFFSET },
    [SFC_WORD_REL_OFFSET] = { "rel_offset", SFC_HAS_REG | SFC_HAS_OFFSET },
    [SFC_WORD_VAL_OFFSET] = { "val_offset", SFC_HAS_REG | SFC_HAS_OFFSET },
    [SFC_WORD_REGISTER] = { "register", SFC_HAS_REG | SFC_HAS_OTHER },
    [SFC_WORD_UNDEFINED] = { "undefined", SFC_HAS_REG },
    [SFC_WORD_SAME_VALUE] = { "same_value", SFC_HAS_REG },
    [SFC_WORD_RESTORE] = { "restore", SFC_HAS_REG },
    [SFC_WORD_REMEMBER] = { "remember_state", 0 },
    [SFC_WORD_RESTORE_STATE] = { "restore_state", 0 },
    [SFC_WORD_NEGATE_RA_STATE] = { "negate_ra_state", 0 },
    [SFC_WORD_CFA_EXPRESSION] = { "cfa_expression", SFC_HAS_OTHER | SFC_HAS_OFFSET },
    [SFC_WORD_CFA_MEMORY] = { "cfa_memory", SFC_HAS_OTHER | SFC_HAS_OFFSET },
    [SFC_WORD_EXPRESSION] = { "expression", SFC_HAS_REG | SFC_HAS_OTHER | SFC_HAS_OFFSET },
};
static const char *const marks[SFC_NUM_MARKS] = { "signal_frame", "b_key_frame", "simple", "own_section",
                                                  "cold_section" };

unsigned sfc_word_operands(enum sfc_word op)
{
    return ops[op].operands;
}

const char *sfc_word_name(enum sfc_word op)
{
    return ops[op].name;
}

const char *sfc_mark_name(unsigned bit)
{
    return marks[bit];
}

/* ---- Writing ---- */

void sfc_statement_words(struct sfc_buffer *out, const struct sfc_statement *s)
{
    const unsigned has = ops[s->op].operands;
    const char *separator = " ";
    sfc_buffer_printf(out, "%s", ops[s->op].name);
    if (has & SFC_HAS_REG) {
        sfc_buffer_printf(out, "%s%" PRIu32, separator, s->reg);
        separator = ", ";
    }
    if (has & SFC_HAS_OTHER) {
        sfc_buffer_printf(out, "%s%" PRIu32, separator, s->other);
        separator = ", ";
    }
    if (has & SFC_HAS_OFFSET)
        sfc_buffer_printf(out, "%s%" PRId64, separator, s->offset);
}

static void next_word(struct sfc_buffer *out, bool *first)
{
    if (!*first)
        sfc_buffer_add(out, "; ", 2);
    *first = false;
}

static void add_marks(struct sfc_buffer *out, const struct sfc_body *body, bool *first)
{
    for (unsigned i = 0; i < SFC_NUM_MARKS; i++) {
        if (!(body->marks & 1u << i))
            continue;
        next_word(out, first);
        sfc_buffer_printf(out, "%s", marks[i]);
    }
}

void sfc_body_line(struct sfc_buffer *out, const struct sfc_body *body)
{
    bool first = true;
    add_marks(out, body, &first);
    for (size_t i = 0; i < body->count; i++) {
        next_word(out, &first);
        sfc_statement_words(out, &body->statements[i]);
    }
    if (first)
        sfc_buffer_printf(out, "empty");
}

/* ---- Reading ---- */

static bool read_number(const char **at, int64_t least, int64_t most, int64_t *value)
{
    char *end;
    errno = 0;
    const long long n = strtoll(*at, &end, 10);
    if (end == *at || errno != 0 || n < least || n > most || (**at != '-' && (**at < '0' || **at > '9')))
        return false;
    *at = end;
    *value = n;
    return true;
}

static bool read_operands(struct sfc_statement *s, const char *at)
{
    enum { MAX_REG = 31, MAX_SKIP = 1 << 20 };
    const unsigned has = ops[s->op].operands;
    int64_t value;
    for (unsigned bit = 1; bit <= SFC_HAS_OFFSET; bit <<= 1) {
        if (!(has & bit))
            continue;
        const bool is_offset = bit == SFC_HAS_OFFSET, is_skip = s->op == SFC_WORD_SKIP;
        at += *at == ',' ? 1 : 0;
        at += *at == ' ' ? 1 : 0;
        if (!read_number(&at,
                         !is_offset ? 0
                         : is_skip  ? 1
                                    : INT64_MIN,
                         !is_offset ? MAX_REG
                         : is_skip  ? MAX_SKIP
                                    : INT64_MAX,
                         &value))
            return false;
        if (is_offset)
            s->offset = value;
        else if (bit == SFC_HAS_REG)
            s->reg = (uint32_t)value;
        else
            s->other = (uint32_t)value;
    }
    return *at == '\0';
}

static bool read_statement(struct sfc_body *body, const char *text)
{
    const size_t len = strcspn(text, " ");
    for (unsigned i = 0; i < SFC_NUM_MARKS; i++) {
        if (strcmp(text, marks[i]) == 0) {
            body->marks |= 1u << i;
            return true;
        }
    }
    for (unsigned i = 0; i < SFC_NUM_WORDS; i++) {
        struct sfc_statement s = { .op = (enum sfc_word)i };
        if (strlen(ops[i].name) != len || memcmp(ops[i].name, text, len) != 0)
            continue;
        if (!read_operands(&s, text + len))
            return false;
        sfc_body_add(body, s);
        return true;
    }
    return strcmp(text, "empty") == 0 && body->count == 0;
}

void sfc_program_free(struct sfc_body *bodies, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sfc_body_free(&bodies[i]);
    free(bodies);
}

/* Cuts the text at the separator, and returns what follows; NULL at the end. */
static char *cut(char *text, const char *separator)
{
    char *at = strstr(text, separator);
    if (!at)
        return NULL;
    *at = '\0';
    return at + strlen(separator);
}

bool sfc_program_read(const char *line, struct sfc_body **bodies, size_t *count, struct sfc_error *error)
{
    char *copy = sfc_copy_string(line);
    bool good = true;
    *bodies = NULL;
    *count = 0;
    for (char *function = copy, *next; good && function; function = next) {
        next = cut(function, " | ");
        *bodies = sfc_grow(*bodies, *count + 1, sizeof **bodies);
        struct sfc_body *body = &(*bodies)[(*count)++];
        *body = (struct sfc_body){ 0 };
        for (char *word = function, *rest; good && word; word = rest) {
            rest = cut(word, "; ");
            good = read_statement(body, word) || sfc_fail(error, "'%s' is not a statement of a program", word);
        }
    }
    free(copy);
    if (!good) {
        sfc_program_free(*bodies, *count);
        *bodies = NULL;
        *count = 0;
    }
    return good;
}

/* ---- Shapes ---- */

static const char *register_kind(const struct sfc_target *t, uint32_t reg)
{
    return reg == t->sp ? "sp" : reg == t->fp ? "fp" : reg == t->ra ? "ra" : "other";
}

/* Offsets are told apart by the width of a word that holds them, and by what the format cannot hold. */
static const char *offset_kind(const struct sfc_target *t, int64_t offset)
{
    if (offset < INT32_MIN || offset > INT32_MAX)
        return "beyond-32-bits";
    if (offset % 8 != 0)
        return "odd";
    const int64_t stored = offset - (t->cfa_offset == 160 ? 160 : 0);
    return stored >= INT8_MIN && offset <= INT8_MAX ? "n" : offset >= INT16_MIN && offset <= INT16_MAX ? "n16" : "n32";
}

static void add_shape(struct sfc_buffer *out, const struct sfc_target *t, const struct sfc_statement *s)
{
    const unsigned has = ops[s->op].operands;
    sfc_buffer_printf(out, "%s", ops[s->op].name);
    if (has & SFC_HAS_REG)
        sfc_buffer_printf(out, " %s", register_kind(t, s->reg));
    if (has & SFC_HAS_OTHER)
        sfc_buffer_printf(out, " %s", register_kind(t, s->other));
    if (has & SFC_HAS_OFFSET)
        sfc_buffer_printf(out, " %s", offset_kind(t, s->offset));
}

/* Any code is "code". */
void sfc_body_shape(struct sfc_buffer *out, const struct sfc_target *target, const struct sfc_body *body)
{
    bool first = true, in_code = false;
    add_marks(out, body, &first);
    for (size_t i = 0; i < body->count; i++) {
        const struct sfc_statement *s = &body->statements[i];
        const bool is_code = s->op == SFC_WORD_NOP || (s->op == SFC_WORD_SKIP && s->offset < 256);
        if (is_code && in_code)
            continue;
        next_word(out, &first);
        if (is_code)
            sfc_buffer_printf(out, "code");
        else
            add_shape(out, target, s);
        in_code = is_code;
    }
    if (first)
        sfc_buffer_printf(out, "empty");
}

static const char *next_shape_word(const char *at, size_t *len)
{
    *len = strcspn(at, ";");
    return at[*len] ? at + *len + 2 : at + *len;
}

static bool is_shape_code(const char *word, size_t len)
{
    return (len == 4 && memcmp(word, "code", 4) == 0) || (len > 4 && memcmp(word, "skip", 4) == 0);
}

/* Moves *whole behind the next word that equals `word`; `closely`: without passing code. */
static bool find_word(const char **whole, const char *word, size_t len, bool closely)
{
    while (**whole) {
        size_t n;
        const char *const at = *whole, *const next = next_shape_word(at, &n);
        if (n == len && memcmp(at, word, n) == 0) {
            *whole = next;
            return true;
        }
        if (closely && is_shape_code(at, n))
            return false;
        *whole = next;
    }
    return false;
}

bool sfc_shape_contains(const char *whole, const char *part)
{
    bool good = true;
    while (good && *part) {
        size_t len;
        const char *const next = next_shape_word(part, &len);
        good = find_word(&whole, part, len, false);
        part = next;
    }
    return good;
}

/* A single directive must stand before any code, as it does in `part`; several must stand together. */
bool sfc_shape_contains_closely(const char *whole, const char *part)
{
    const bool is_single = !strchr(part, ';');
    size_t len, first_len;
    const char *const rest = next_shape_word(part, &first_len);
    while (find_word(&whole, part, first_len, is_single)) {
        const char *at = whole, *next;
        bool good = true;
        for (const char *word = rest; good && *word; word = next) {
            next = next_shape_word(word, &len);
            good = find_word(&at, word, len, !is_shape_code(word, len));
        }
        if (good)
            return true;
    }
    return false;
}
