/* SPDX-License-Identifier: MIT */
/* Models: makes them, and gives the meaning and the text of their rules. */
#include "model.h"

#include <stdio.h>
#include <string.h>

struct gen_model gen_new_model(struct gen_target target)
{
    return (struct gen_model){
        .target = target,
        .big = gen_abis[target.abi].big,
        .flags = gen_profiles[target.profile].usual_flags,
        .num_fres = GEN_AUTO,
        .fixed_ra = gen_abis[target.abi].fixed_ra,
    };
}

struct gen_func *gen_add_func(struct gen_pool *pool, struct gen_model *model, unsigned line)
{
    model->funcs = gen_grow(pool, model->funcs, model->num_funcs, &model->cap_funcs, sizeof(*model->funcs));
    struct gen_func *func = &model->funcs[model->num_funcs++];
    *func = (struct gen_func){
        .line = line,
        .info = GEN_AUTO,
        .info2 = GEN_AUTO,
        .padding = GEN_AUTO,
        .share = GEN_AUTO,
    };
    return func;
}

struct gen_row *gen_add_row(struct gen_pool *pool, struct gen_func *func, unsigned line)
{
    func->rows = gen_grow(pool, func->rows, func->num_rows, &func->cap_rows, sizeof(*func->rows));
    struct gen_row *row = &func->rows[func->num_rows++];
    *row = (struct gen_row){ .line = line, .info = GEN_AUTO };
    return row;
}

uint64_t gen_fde_at(const struct gen_model *model, uint32_t number)
{
    return 28 + model->aux.len + model->fdeoff + (uint64_t)gen_profiles[model->target.profile].entry_size * number;
}

uint64_t gen_count_fres(const struct gen_model *model)
{
    uint64_t sum = 0;
    for (uint32_t f = 0; f < model->num_funcs; f++)
        sum += model->funcs[f].num_rows;
    return model->num_fres == GEN_AUTO ? sum : (uint64_t)model->num_fres;
}

bool gen_parse_fre_type(const char *word, unsigned *type)
{
    static const char *const names[] = { "addr1", "addr2", "addr4" };
    const int found = gen_find_word(names, sizeof names / sizeof *names, word, strlen(word));
    *type = found < 0 ? *type : (unsigned)found;
    return found >= 0;
}

unsigned gen_smallest_fre_type(const struct gen_func *func)
{
    const uint32_t last = func->num_rows ? func->rows[func->num_rows - 1].start : 0;
    return last <= UINT8_MAX ? 0 : last <= UINT16_MAX ? 1 : 2;
}

struct saved_row {
    int64_t entry_cfa, saved_cfa, ra, fp; /* ra 0: not in the row */
};
static const struct saved_row standard[GEN_NUM_ABIS] = {
    [GEN_AMD64] = { 8, 16, 0, -16 },
    [GEN_AARCH64_LITTLE] = { 0, 32, -24, -32 },
    [GEN_AARCH64_BIG] = { 0, 32, -24, -32 },
    [GEN_S390X] = { 160, 320, -48, -72 },
};

bool gen_standard_row(struct gen_target target, const char *name, struct gen_row *row)
{
    const struct gen_abi_info *abi = &gen_abis[target.abi];
    const struct saved_row *rules = &standard[target.abi];
    const bool framed = strcmp(name, "framed") == 0;
    if (strcmp(name, "outermost") == 0) {
        row->outermost = true;
        return true;
    }
    if (strcmp(name, "entry") == 0) {
        row->cfa = (struct gen_rule){ GEN_REG, abi->sp, rules->entry_cfa };
        return true;
    }
    if (!framed && strcmp(name, "saved") != 0)
        return false;
    row->cfa = (struct gen_rule){ GEN_REG, framed ? abi->fp : abi->sp, rules->saved_cfa };
    if (rules->ra)
        row->ra = (struct gen_rule){ GEN_MEM_CFA, 0, rules->ra };
    row->fp = (struct gen_rule){ GEN_MEM_CFA, 0, rules->fp };
    return true;
}

/* A slot that the header fixes, or the register itself. */
static struct gen_rule fixed_slot(int offset)
{
    return offset ? (struct gen_rule){ GEN_MEM_CFA, 0, offset } : (struct gen_rule){ .kind = GEN_SAME };
}

/* The rules of the words by the view's answers: where the texts leave open what a word means. */
static void apply_view(const struct gen_model *model, const struct gen_func *func, struct gen_rules *rules)
{
    const bool s390x = model->target.abi == GEN_S390X;
    const bool aarch64 = gen_is_aarch64(model->target.abi);
    if (model->view.ra_zero_same && aarch64 && !func->flex && rules->ra.kind == GEN_MEM_CFA && rules->ra.offset == 0)
        rules->ra = (struct gen_rule){ .kind = GEN_SAME };
    if (model->view.loaded_cfa_plain && s390x && rules->cfa.kind == GEN_MEM_REG)
        rules->cfa.offset = gen_s390x_cfa_word(rules->cfa.offset);
}

struct gen_rules gen_effective_rules(const struct gen_model *model, const struct gen_func *func,
                                     const struct gen_row *row)
{
    if (row->outermost)
        return (struct gen_rules){ { .kind = GEN_NONE }, { .kind = GEN_UNDEFINED }, { .kind = GEN_NONE } };
    struct gen_rules rules = { row->cfa, row->ra, row->fp };
    apply_view(model, func, &rules);
    if (rules.ra.kind == GEN_UNSAID)
        rules.ra = fixed_slot(model->fixed_ra);
    const bool ignored = model->view.fixed_fp_ignored && model->target.abi == GEN_S390X;
    if (rules.fp.kind == GEN_UNSAID)
        rules.fp = fixed_slot(ignored ? 0 : model->fixed_fp);
    return rules;
}

/* ---- Rules as text ------------------------------------------------------- */

void gen_add_register(struct gen_buf *out, uint64_t reg, enum gen_abi abi)
{
    if (reg == gen_abis[abi].sp || reg == gen_abis[abi].fp)
        gen_add(out, reg == gen_abis[abi].sp ? "sp" : "fp", 2);
    else
        gen_add_number(out, "r", reg, 10);
}

void gen_add_rule(struct gen_buf *out, const struct gen_rule *rule, enum gen_abi abi, bool is_cfa)
{
    static const char *const names[] = {
        [GEN_UNSAID] = "none", [GEN_NONE] = "none", [GEN_SAME] = "same", [GEN_UNDEFINED] = "undefined"
    };
    const int64_t offset = rule->offset;
    const bool is_loaded = rule->kind == GEN_MEM_REG || rule->kind == GEN_MEM_CFA;
    const bool of_register = rule->kind == GEN_REG || rule->kind == GEN_MEM_REG;
    if (rule->kind <= GEN_UNDEFINED) {
        gen_add(out, names[rule->kind], strlen(names[rule->kind]));
        return;
    }
    if (is_loaded)
        gen_add(out, "*(", 2);
    if (of_register)
        gen_add_register(out, rule->reg, abi);
    else
        gen_add(out, "cfa", 3);
    if (rule->kind != GEN_REG || offset != 0 || is_cfa)
        gen_add_number(out, offset < 0 ? "-" : "+", offset < 0 ? 0 - (uint64_t)offset : (uint64_t)offset, 10);
    if (is_loaded)
        gen_add(out, ")", 1);
}

bool gen_parse_register(const char *text, size_t len, enum gen_abi abi, uint32_t *reg)
{
    char number[16];
    int64_t value;
    if (len == 2 && (strncmp(text, "sp", 2) == 0 || strncmp(text, "fp", 2) == 0)) {
        *reg = *text == 's' ? gen_abis[abi].sp : gen_abis[abi].fp;
        return true;
    }
    if (len < 2 || len > sizeof number || *text != 'r')
        return false;
    snprintf(number, sizeof number, "%.*s", (int)len - 1, text + 1);
    if (number[0] < '0' || number[0] > '9' || !gen_parse_int(number, 0, UINT32_MAX, &value))
        return false;
    *reg = (uint32_t)value;
    return true;
}

/* "sp+8" without the "*( )" around it. */
static bool parse_sum(const char *text, size_t len, enum gen_abi abi, bool offset_needed, struct gen_rule *rule)
{
    char number[24];
    const size_t base = strcspn(text, "+-)");
    rule->offset = 0;
    if (base > len || (base == len && offset_needed) || len - base >= sizeof number)
        return false;
    snprintf(number, sizeof number, "%.*s", (int)(len - base), text + base);
    if (base < len && !gen_parse_int(number, INT64_MIN, INT64_MAX, &rule->offset))
        return false;
    if (base == 3 && strncmp(text, "cfa", 3) == 0) {
        rule->kind = GEN_CFA;
        return base < len;
    }
    rule->kind = GEN_REG;
    return gen_parse_register(text, base, abi, &rule->reg);
}

bool gen_parse_rule(const char *text, enum gen_abi abi, struct gen_rule *rule)
{
    const size_t len = strlen(text);
    *rule = (struct gen_rule){ .kind = GEN_SAME };
    if (strcmp(text, "same") == 0)
        return true;
    if (strncmp(text, "*(", 2) != 0 || len < 3 || text[len - 1] != ')')
        return parse_sum(text, len, abi, false, rule);
    if (!parse_sum(text + 2, len - 3, abi, true, rule))
        return false;
    rule->kind = rule->kind == GEN_CFA ? GEN_MEM_CFA : GEN_MEM_REG;
    return true;
}
