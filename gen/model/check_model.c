/* SPDX-License-Identifier: MIT */
/* Refuses models that the format forbids: only a patch makes such a section. */
#include "model.h"

enum { MAX_FRES_V3 = 65535 };

static bool refuse(const struct gen_model *model, unsigned line, struct gen_error *error, const char *why)
{
    return gen_fail(error, model->file, line, "the format forbids this (%s); make it from a parent with 'set:'", why);
}

/* An explicit info byte may differ from the model's own only in bits without a meaning. */
static bool same_but(unsigned given, unsigned made, unsigned meaningless)
{
    return (given & ~meaningless) == (made & ~meaningless);
}

/* Rows that functions share may be counted for each of them, or once: the text can be read both ways. */
static bool is_fre_count(const struct gen_model *model, int64_t count)
{
    int64_t each = 0, once = 0;
    for (uint32_t i = 0; i < model->num_funcs; i++) {
        const struct gen_func *func = &model->funcs[i];
        each += func->num_rows;
        once += func->share == GEN_AUTO ? func->num_rows : 0;
    }
    return count == each || count == once;
}

static bool check_header(const struct gen_model *model, struct gen_error *error)
{
    const struct gen_profile_info *profile = &gen_profiles[model->target.profile];
    const unsigned line = model->line;
    if (model->flags & ~profile->flags)
        return refuse(model, line, error, "a flag that the profile does not define");
    if ((model->fixed_ra != 0) != (gen_abis[model->target.abi].fixed_ra != 0))
        return refuse(model, line, error, "AMD64 needs a fixed RA offset, other ABIs have none");
    if (model->num_fres != GEN_AUTO && !is_fre_count(model, model->num_fres))
        return refuse(model, line, error, "num-fres is not the number of rows");
    for (size_t i = 0; i < model->tail.len; i++)
        if (model->tail.data[i])
            return refuse(model, line, error, "bytes after the FREs must be zero");
    for (uint32_t i = 1; i < model->num_funcs; i++)
        if ((model->flags & GEN_F_SORTED) && model->funcs[i].at < model->funcs[i - 1].at)
            return refuse(model, model->funcs[i].line, error,
                          "the sorted flag is set, but the functions are not sorted");
    return true;
}

/* What is stored once: rows, and in version 3 the attribute before them. */
static bool check_shared(const struct gen_model *model, const struct gen_func *func, struct gen_error *error)
{
    const struct gen_func *owner = func->share == GEN_AUTO ? func : &model->funcs[func->share];
    const bool v3 = model->target.profile == GEN_V3;
    if (func->num_rows != owner->num_rows || func->fre_type != owner->fre_type
        || (v3
            && (gen_func_info(model, func) != gen_func_info(model, owner)
                || gen_func_info2(func) != gen_func_info2(owner) || func->rep != owner->rep)))
        return refuse(model, func->line, error, "functions share other rows, or another attribute");
    return true;
}

static bool check_func_info(const struct gen_model *model, const struct gen_func *func, struct gen_error *error)
{
    const bool v3 = model->target.profile == GEN_V3;
    struct gen_func plain = *func;
    plain.info = plain.info2 = GEN_AUTO;
    if (!v3 && (func->flex || func->signal_p || func->info2 != GEN_AUTO))
        return refuse(model, func->line, error, "flexible FDEs and signal frames need version 3");
    if (func->padding != GEN_AUTO && (v3 || model->target.profile == GEN_V1))
        return refuse(model, func->line, error, "only FDEs of version 2 have padding");
    if (!same_but(gen_func_info(model, func), gen_func_info(model, &plain), v3 ? 0x40 : 0xc0))
        return refuse(model, func->line, error, "info= differs in bits with a meaning");
    if (!same_but(gen_func_info2(func), gen_func_info2(&plain), 0xe0))
        return refuse(model, func->line, error, "info2= differs in bits with a meaning");
    if (model->target.profile == GEN_V1 ? func->rep != 0 : func->mask && func->rep == 0)
        return refuse(model, func->line, error,
                      "a PCMASK function needs a block size, except in version 1, which has none");
    return true;
}

/* An explicit info byte may differ only in bits without a meaning. */
static bool check_row(const struct gen_model *model, const struct gen_func *func, const struct gen_row *row,
                      struct gen_error *error)
{
    struct gen_row plain = *row;
    struct gen_row_words words;
    struct gen_flex_split split;
    if (!gen_words_of_row(model, func, row, &words, error))
        return false;
    if (row->outermost && model->target.profile < GEN_V2E2)
        return refuse(model, row->line, error, "outermost rows need errata 2 or version 3");
    if (!row->outermost && func->flex && !gen_split_flex(&words, &split))
        return refuse(model, row->line, error, "the words do not form pairs");
    if (!row->outermost && !func->flex && (words.count < 1 || words.count > 3))
        return refuse(model, row->line, error, "wrong number of words");
    plain.info = GEN_AUTO;
    const unsigned given = gen_row_info(model, func, row, &words), made = gen_row_info(model, func, &plain, &words);
    const unsigned meaningless = row->outermost ? 0x61 : func->flex ? 0x01 : 0;
    if (!same_but(given, made, meaningless) || (given >> 5 & 3) == 3)
        return refuse(model, row->line, error, "info= differs in bits with a meaning");
    return true;
}

static bool check_rows(const struct gen_model *model, const struct gen_func *func, struct gen_error *error)
{
    const uint32_t most = UINT32_MAX >> (32 - (8U << func->fre_type));
    if (model->target.profile == GEN_V3 && func->num_rows > MAX_FRES_V3)
        return refuse(model, func->line, error, "more rows than 16 bits can count");
    for (uint32_t i = 0; i < func->num_rows; i++) {
        const struct gen_row *row = &func->rows[i];
        if (row->start > func->size)
            return refuse(model, row->line, error, "a row starts beyond the end of its function");
        if (i > 0 && row->start <= row[-1].start)
            return refuse(model, row->line, error, "the starts of rows must increase");
        if (row->start > most)
            return refuse(model, row->line, error, "the start does not fit the FRE type");
        if (!check_row(model, func, row, error))
            return false;
    }
    return true;
}

bool gen_check_model(const struct gen_model *model, struct gen_error *error)
{
    if (!check_header(model, error))
        return false;
    for (uint32_t i = 0; i < model->num_funcs; i++) {
        const struct gen_func *func = &model->funcs[i];
        if (!check_shared(model, func, error) || !check_func_info(model, func, error)
            || !check_rows(model, func, error))
            return false;
    }
    return true;
}
