/* SPDX-License-Identifier: MIT */
/* The lines of a recipe that build a section: header fields, functions and rows. */
#include "readers.h"

#include <stddef.h>
#include <string.h>

enum { MAX_TIMES = 70000, MAX_ROWS = 70000 };
/* Of all functions together: a few lines with 'times=' must not need gigabytes, or hours. */
enum { MAX_ALL_FUNCS = 70000, MAX_ALL_ROWS = 2 * MAX_ROWS, MAX_ALL_GAPS = 1 << 20 };

static struct gen_model *model_of(struct gen_reading *in)
{
    in->plan->has_model = true;
    return &in->plan->model;
}

/* ---- Header and fillings ------------------------------------------------- */

bool gen_read_flags(struct gen_reading *in)
{
    struct gen_model *model = model_of(in);
    model->flags = 0;
    if (strcmp(in->value, "none") == 0)
        return true;
    for (const char *at = in->value; *at;) {
        const size_t len = strcspn(at, ",");
        const int bit = gen_find_word(gen_flag_names, GEN_NUM_FLAGS, at, len);
        if (bit < 0)
            return false;
        model->flags |= 1U << bit;
        at += len + (at[len] == ',');
    }
    return true;
}

bool gen_read_num_fres(struct gen_reading *in)
{
    return gen_parse_int(in->value, 0, UINT32_MAX, &model_of(in)->num_fres);
}

bool gen_read_permutation(struct gen_reading *in, char **words, size_t count, uint32_t **order)
{
    const uint32_t num_funcs = in->plan->model.num_funcs;
    bool *seen = gen_alloc(in->pool, num_funcs, sizeof(*seen));
    *order = gen_alloc(in->pool, num_funcs, sizeof(**order));
    for (size_t i = 0; i < num_funcs || i < count; i++) {
        int64_t index;
        if (count != num_funcs || !gen_parse_int(words[i], 0, (int64_t)count - 1, &index) || seen[index])
            return gen_refuse(in, "expected each of the %u functions above once, by number from 0",
                              (unsigned)num_funcs);
        seen[index] = true;
        (*order)[i] = (uint32_t)index;
    }
    return true;
}

bool gen_read_order(struct gen_reading *in)
{
    return gen_read_permutation(in, in->words, in->count, &model_of(in)->order);
}

/* ---- Functions ----------------------------------------------------------- */

static bool add_named_row(struct gen_reading *in, struct gen_func *func, uint32_t start, const char *name)
{
    struct gen_row *row = gen_add_row(in->pool, func, in->line->number);
    row->start = start;
    return gen_standard_row(in->plan->target, name, row);
}

/* The rows, and in version 3 the attribute, of an earlier function. */
static bool share_rows(struct gen_reading *in, struct gen_func *func, int64_t index, const char *word)
{
    const struct gen_model *model = &in->plan->model;
    const struct gen_func own = *func;
    if (index >= model->num_funcs - 1)
        return gen_refuse(in, "there is no function %d above to share rows with", (int)index);
    if (!gen_word_is(in, 2, word))
        return gen_refuse(in, "expected 'share=N' directly after 'size=N'");
    *func = model->funcs[index];
    func->line = own.line;
    func->at = own.at;
    func->size = own.size;
    func->gap = (struct gen_bytes){ 0 };
    func->share = (int)index;
    return true;
}

/* Counts what the line is about to make. */
static bool ask_for(struct gen_reading *in, uint64_t funcs, uint64_t rows, uint64_t gap)
{
    struct gen_model *model = model_of(in);
    model->rows_asked += rows;
    model->gap_asked += gap;
    return (model->num_funcs + funcs <= MAX_ALL_FUNCS && model->rows_asked <= MAX_ALL_ROWS
            && model->gap_asked <= MAX_ALL_GAPS)
           || gen_refuse(in, "a recipe makes at most %d functions, %d rows, and %d bytes of gaps", MAX_ALL_FUNCS,
                         MAX_ALL_ROWS, MAX_ALL_GAPS);
}

/* Repeats the function above, each copy where the one before it ends. */
static bool repeat_func(struct gen_reading *in, int64_t times)
{
    struct gen_model *model = &in->plan->model;
    for (int64_t i = 1; i < times; i++) {
        const struct gen_func one = model->funcs[model->num_funcs - 1];
        struct gen_func *next = gen_add_func(in->pool, model, one.line);
        *next = one;
        if (one.at > INT64_MAX - one.size)
            return gen_refuse(in, "the functions end too far away");
        next->at += one.size;
        next->repeated = true;
    }
    return true;
}

#define AT(member) offsetof(struct gen_func, member)
static const struct gen_option options[] = {
    { "mask", AT(mask), 0, 0 },
    { "flex", AT(flex), 0, 0 },
    { "key-b", AT(key_b), 0, 0 },
    { "signal", AT(signal_p), 0, 0 },
    { "size=", AT(size), 0, UINT32_MAX },
    { "rep=", AT(rep), 0, UINT8_MAX },
    { "info=", AT(info), 0, UINT8_MAX },
    { "info2=", AT(info2), 0, UINT8_MAX },
    { "pad=", AT(padding), 0, UINT16_MAX },
};

/* "key=value": true, with *value after the '=', if `word` starts with that key. */
static bool has_key(const char *word, const char *key, const char **value)
{
    const size_t len = strlen(key);
    if (strncmp(word, key, len) != 0 || word[len] != '=')
        return false;
    *value = word + len + 1;
    return true;
}

static bool read_func_word(struct gen_reading *in, struct gen_func *func, const char *word)
{
    const char *value;
    int64_t number;
    if (gen_read_option(options, sizeof options / sizeof *options, word, func)
        || gen_parse_fre_type(word, &func->fre_type))
        return true;
    if (strcmp(word, "entry") == 0 || strcmp(word, "standard") == 0)
        return add_named_row(in, func, 0, "entry") && (*word == 'e' || add_named_row(in, func, 4, "saved"));
    if (has_key(word, "gap", &value) && func->gap.len > 0)
        return gen_refuse(in, "'gap=' is given twice");
    if (has_key(word, "gap", &value) && gen_parse_bytes(in->pool, value, &func->gap))
        return true;
    if (has_key(word, "share", &value) && gen_parse_int(value, 0, INT32_MAX, &number))
        return share_rows(in, func, number, word);
    return gen_refuse(in,
                      "unknown '%s'; expected addr1, addr2, addr4, mask, flex, key-b, signal, entry, standard, "
                      "size=N, rep=N, info=N, info2=N, pad=N, gap=BYTES, share=N, or at the end times=N",
                      word);
}

bool gen_read_func(struct gen_reading *in)
{
    struct gen_func *func = gen_add_func(in->pool, model_of(in), in->line->number);
    const char *last;
    int64_t times = 1;
    if ((in->words[0][0] != '+' && in->words[0][0] != '-')
        || !gen_parse_int(in->words[0], INT64_MIN, INT64_MAX, &func->at))
        return gen_refuse(in, "expected where the function starts, '+N' or '-N' from the section, got '%s'",
                          in->words[0]);
    if (in->count < 2 || !has_key(in->words[1], "size", &last))
        return gen_refuse(in, "expected 'size=N' after the start of the function");
    if (has_key(in->words[in->count - 1], "times", &last)) {
        if (!gen_parse_int(last, 1, MAX_TIMES, &times))
            return gen_refuse(in, "expected times=1 to times=%d, got '%s'", MAX_TIMES, last);
        in->count--;
    }
    for (size_t i = 1; i < in->count; i++)
        if (!read_func_word(in, func, in->words[i]))
            return false;
    const uint64_t all = (uint64_t)times;
    return ask_for(in, all - 1, all * func->num_rows, all * func->gap.len) && repeat_func(in, times);
}

/* ---- Rows ---------------------------------------------------------------- */

static bool read_rule(struct gen_reading *in, struct gen_rule *rule, const char *value)
{
    if (gen_parse_rule(value, in->plan->target.abi, rule))
        return true;
    return gen_refuse(in, "expected a rule such as sp+8, r10+0, *(cfa-16), cfa+4, r17 or same, got '%s'", value);
}

/* "16,-16,0x21" */
static bool read_words(struct gen_reading *in, struct gen_row *row, const char *value)
{
    row->words_given = true;
    for (const char *at = value; *at;) {
        const size_t len = strcspn(at, ",");
        const char *number = gen_copy(in->pool, at, len);
        if (row->num_words == GEN_MAX_WORDS
            || !gen_parse_int(number, INT32_MIN, UINT32_MAX, &row->words[row->num_words]))
            return gen_refuse(in, "expected 1 to %d words such as 16,-16, got '%s'", GEN_MAX_WORDS, value);
        row->num_words++;
        at += len + (at[len] == ',');
    }
    return true;
}

static const struct gen_option row_options[] = {
    { "mangled", offsetof(struct gen_row, mangled), 0, 0 },
    { "info=", offsetof(struct gen_row, info), 0, UINT8_MAX },
};

static bool read_row_word(struct gen_reading *in, struct gen_row *row, const char *word)
{
    const char *value;
    if (gen_standard_row(in->plan->target, word, row)
        || gen_read_option(row_options, sizeof row_options / sizeof *row_options, word, row))
        return true;
    if (has_key(word, "cfa", &value))
        return read_rule(in, &row->cfa, value);
    if (has_key(word, "ra", &value))
        return read_rule(in, &row->ra, value);
    if (has_key(word, "fp", &value))
        return read_rule(in, &row->fp, value);
    if (has_key(word, "words", &value))
        return read_words(in, row, value);
    if (strcmp(word, "w1") != 0 && strcmp(word, "w2") != 0 && strcmp(word, "w4") != 0)
        return gen_refuse(in,
                          "unknown '%s'; expected entry, saved, framed, outermost, cfa=RULE, ra=RULE, fp=RULE, "
                          "w1, w2, w4, mangled, info=N or words=N,N,...",
                          word);
    row->width = (unsigned)(word[1] - '0');
    return true;
}

/* Repeats the row above, each copy one byte later. */
static void repeat_row(struct gen_reading *in, struct gen_func *func, int64_t times)
{
    for (int64_t i = 1; i < times; i++) {
        const struct gen_row one = func->rows[func->num_rows - 1];
        struct gen_row *next = gen_add_row(in->pool, func, one.line);
        *next = one;
        next->start++;
    }
}

bool gen_read_row(struct gen_reading *in)
{
    struct gen_model *model = model_of(in);
    const char *last;
    int64_t start, times = 1;
    if (model->num_funcs == 0)
        return gen_refuse(in, "expected a 'func:' above the first 'row:'");
    if (!gen_parse_int(in->words[0], 0, UINT32_MAX, &start))
        return gen_refuse(in, "expected where the row starts, in bytes from its function, got '%s'", in->words[0]);
    struct gen_func *func = &model->funcs[model->num_funcs - 1];
    if (func->share != GEN_AUTO || func->repeated)
        return gen_refuse(in, "the function above shares rows, or is repeated");
    if (has_key(in->words[in->count - 1], "times", &last)) {
        if (!gen_parse_int(last, 1, MAX_ROWS, &times) || start > UINT32_MAX - times)
            return gen_refuse(in, "expected times=1 to times=%d, got '%s'", MAX_ROWS, last);
        in->count--;
    }
    if (!ask_for(in, 0, (uint64_t)times, 0))
        return false;
    struct gen_row *row = gen_add_row(in->pool, func, in->line->number);
    row->start = (uint32_t)start;
    for (size_t i = 1; i < in->count; i++)
        if (!read_row_word(in, row, in->words[i]))
            return false;
    if (!row->outermost && row->cfa.kind == GEN_UNSAID)
        return gen_refuse(in, "expected 'entry', 'saved', 'framed', 'outermost' or 'cfa=RULE'");
    repeat_row(in, func, times);
    return true;
}
