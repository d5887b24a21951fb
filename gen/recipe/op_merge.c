/* SPDX-License-Identifier: MIT */
/* Two sections in one, as a linker makes it, on the generator's own models. */
#include "expect.h"
#include "ops.h"
#include "readers.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* "area/name", "area/name policy SFR-MERGE-FIXED": the case with the second section. */
bool gen_read_merge(struct gen_reading *in)
{
    struct gen_plan *plan = in->plan;
    if (in->count != 1 && (in->count != 3 || !gen_word_is(in, 1, "policy") || !gen_word_is(in, 2, GEN_MERGE_POLICY)))
        return false;
    plan->merge.policy = in->count == 3 ? GEN_MERGE_POLICY : NULL;
    plan->sequence.second = in->words[0];
    plan->sequence.second_line = in->line->number;
    return true;
}

static bool check(const struct gen_plan *plan)
{
    const struct gen_merge *merge = &plan->merge;
    const bool is_section = !plan->encoding.refusal && !plan->error && !plan->elf.line;
    const struct gen_rule_of_plan rules[] = {
        { merge->line && (plan->sequence.line || plan->machine.line), merge->line,
          "expected no 'sequence:' or 'regs:' beside it" },
        { merge->line && (!is_section || (plan->verdict != GEN_ACCEPT && merge->policy)), merge->line,
          "expected a section with one open question at most, or rejected by its fault" },
    };
    return gen_keeps_rules(plan, rules, sizeof rules / sizeof *rules);
}

static int by_start(const void *a, const void *b)
{
    const struct gen_func *one = a, *other = b;
    if (one->at != other->at)
        return one->at < other->at ? -1 : 1;
    /* As an encoder that sorts: empty functions first (AMB-022). Their readers may have either order. */
    return (one->size > 0) - (other->size > 0);
}

static bool check_apart(const struct gen_plan *plan, const struct gen_model *model)
{
    for (uint32_t f = 1; f < model->num_funcs; f++)
        if (model->funcs[f].at < model->funcs[f - 1].at + (int64_t)model->funcs[f - 1].size)
            return gen_deny(plan, model->funcs[f].line, "this function overlaps one of the other section");
    return true;
}

/* Rows of a section with a fixed slot of FP need no word for it. In the merged one they have words. */
static void write_fp(struct gen_pool *pool, struct gen_func *func, int fixed_fp)
{
    struct gen_row *rows = gen_alloc(pool, func->num_rows, sizeof *rows);
    for (uint32_t r = 0; r < func->num_rows; r++) {
        rows[r] = func->rows[r];
        if (!rows[r].outermost && rows[r].fp.kind == GEN_UNSAID)
            rows[r].fp = (struct gen_rule){ .kind = GEN_MEM_CFA, .offset = fixed_fp };
    }
    func->rows = rows;
}

/* Adds the functions of one section, with starts that count from the merged one. */
static bool add_functions(struct gen_pool *pool, const struct gen_plan *plan, struct gen_model *merged,
                          const struct gen_model *from)
{
    const int64_t by = (int64_t)(from->addr - merged->addr);
    for (uint32_t f = 0; f < from->num_funcs; f++) {
        struct gen_func *func = gen_add_func(pool, merged, from->funcs[f].line);
        *func = from->funcs[f];
        if (by < 0 || func->at > INT64_MAX - func->size - by)
            return gen_deny(plan, plan->merge.line, "the functions lie too far apart for one section");
        func->at += by;
        if (from->fixed_fp != merged->fixed_fp)
            write_fp(pool, func, from->fixed_fp);
    }
    return true;
}

/* What holds for the functions of one section alone is no flag of both. */
static bool merge(struct gen_pool *pool, const struct gen_case *made, struct gen_model *merged)
{
    const struct gen_model *one = &made->plan.model, *other = &made->second->plan.model;
    const bool differ = one->fixed_fp != other->fixed_fp;
    const unsigned line = made->plan.merge.line;
    if (differ != (made->plan.merge.policy != NULL))
        return gen_deny(&made->plan, line,
                        differ ? "the fixed offsets differ; expected 'policy %s'"
                               : "the fixed offsets are the same; expected no 'policy %s'",
                        GEN_MERGE_POLICY);
    if (one->fixed_ra != other->fixed_ra || ((one->flags ^ other->flags) & GEN_F_PCREL))
        return gen_deny(&made->plan, line, "the sections have other fixed offsets of RA, or other kinds of starts");
    *merged = gen_new_model(one->target);
    merged->file = made->plan.recipe->file;
    merged->line = line;
    merged->addr = one->addr < other->addr ? one->addr : other->addr;
    merged->flags = (one->flags & other->flags) | GEN_F_SORTED;
    merged->fixed_fp = differ ? 0 : one->fixed_fp;
    merged->fixed_ra = one->fixed_ra;
    if (!add_functions(pool, &made->plan, merged, one) || !add_functions(pool, &made->plan, merged, other))
        return false;
    if (merged->num_funcs > 0)
        qsort(merged->funcs, merged->num_funcs, sizeof *merged->funcs, by_start);
    return check_apart(&made->plan, merged);
}

/* The functions of both by their starts, with their rows, at the lower of the two addresses. Fails if functions
   overlap, if the format cannot hold the result, or if the recipe does not name the question of the fixed offsets. */
static bool dump_merged(struct gen_buf *out, const struct gen_case *made, const struct gen_view *view)
{
    struct gen_model merged;
    if (!merge(out->pool, made, &merged) || !gen_check_model(&merged, made->plan.why))
        return false;
    merged.view = *view;
    gen_dump(out, &merged, made->section.fre_len + made->second->section.fre_len);
    return true;
}

const struct gen_op_info gen_merge_op = { "merge", "-merge",    "merge",       offsetof(struct gen_plan, merge.line),
                                          check,   dump_merged, gen_add_second };
