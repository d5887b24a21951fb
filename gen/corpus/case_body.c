/* SPDX-License-Identifier: MIT */
/* The expected results of a built case: by the reference's reading, and by each other one. */
#include "case_body.h"

#include "expect.h"
#include "op_merge.h"
#include "op_sequence.h"
#include "op_unwind.h"

#include <string.h>

static const char *const op_names[GEN_NUM_OPS] = { "dump", "look-up", "trace", "encoding", "sequence", "merge" };

/* The results of a model by one view; NULL for what the case does not ask. */
struct bodies {
    const char *text[GEN_NUM_OPS];
};

typedef bool make_fn(struct gen_pool *pool, const struct gen_case *made, const struct gen_view *view,
                     struct bodies *out, struct gen_error *error);

static bool make_sequence(struct gen_pool *pool, const struct gen_case *made, const struct gen_view *view,
                          struct bodies *out, struct gen_error *error)
{
    struct gen_buf rows = { .pool = pool };
    if (made->plan.sequence.line && !gen_ask_sequence(&rows, made, view, error))
        return false;
    out->text[GEN_SEQUENCE] = made->plan.sequence.line ? gen_text(&rows) : NULL;
    return true;
}

static bool make(struct gen_pool *pool, const struct gen_case *made, const struct gen_view *view, struct bodies *out,
                 struct gen_error *error)
{
    const struct gen_plan *plan = &made->plan;
    const struct gen_field *fres = gen_find_field(&made->section.fields, "fres");
    struct gen_buf dump = { .pool = pool }, rows = dump, trace = dump, merged = dump;
    struct gen_model model = plan->model, second = made->second ? made->second->plan.model : model;
    model.view = second.view = *view;
    *out = (struct bodies){ 0 };
    if (!model.only_looked_up)
        gen_dump(&dump, &model, fres->end - fres->start);
    out->text[GEN_DECODE] = gen_text(&dump);
    if (plan->num_pcs && !gen_dump_lookups(&rows, &model, plan->pcs, plan->num_pcs, error))
        return false;
    if (plan->num_pcs)
        out->text[GEN_LOOKUP] = gen_text(&rows);
    if (plan->machine.line && !gen_unwind(&trace, plan, &model, made->second ? &second : NULL, error))
        return false;
    if (plan->machine.line)
        out->text[GEN_UNWIND] = gen_text(&trace);
    if (plan->merge.line && !gen_dump_merged(&merged, made, view, error))
        return false;
    if (plan->merge.line)
        out->text[GEN_MERGE] = gen_text(&merged);
    return make_sequence(pool, made, view, out, error);
}

static bool differs(const struct bodies *a, const struct bodies *b, int op)
{
    return a->text[op] && strcmp(a->text[op], b->text[op]) != 0;
}

static bool applies(const struct gen_plan *plan, const char *policy)
{
    unsigned profiles;
    bool refused;
    return gen_find_policy(policy, &profiles, &refused) && (profiles >> plan->model.target.profile & 1);
}

/* Joins the results of all answers to one question, where they differ. */
static bool join(struct gen_pool *pool, const char *policy, const struct bodies *own, struct gen_case *made,
                 struct bodies *joined, struct gen_error *error)
{
    const struct gen_reading_answer *answer;
    struct bodies all[GEN_MAX_READINGS];
    const char *names[GEN_MAX_READINGS];
    size_t count = 0;
    for (size_t i = 0; (answer = gen_reading_answer_at(i)) && count < GEN_MAX_READINGS; i++) {
        if (strcmp(answer->policy, policy) != 0)
            continue;
        if (!make(pool, made, &answer->view, &all[count], error))
            return false;
        names[count++] = answer->name;
    }
    for (int op = 0; op < GEN_NUM_OPS; op++) {
        bool differ = false;
        for (size_t i = 0; i < count; i++)
            differ = differ || differs(own, &all[i], op);
        for (size_t i = 0; differ && i < count; i++) {
            const char *before = made->readings[op];
            made->readings[op] = before ? gen_textf(pool, "%s %s", before, names[i]) : names[i];
            joined->text[op] = i ? gen_textf(pool, "%s\n%s", joined->text[op], all[i].text[op]) : all[i].text[op];
        }
    }
    return true;
}

/* Can this answer change a text of the case? The questions of fixed FP (AMB-059) and loaded CFAs are of s390x, those
   of blocks (AMB-077, AMB-078) of functions in blocks, that of the caller's PC (AMB-100) of traces, those of the last
   address of functions that reach it. A sequence has a second section, of which this knows nothing. */
static bool can_matter(const struct gen_plan *plan, const struct gen_view *view)
{
    const struct gen_model *model = &plan->model;
    const bool s390x = model->target.abi == GEN_S390X;
    bool blocks = false, last = false;
    for (uint32_t f = 0; f < model->num_funcs; f++) {
        const uint64_t start = model->addr + (uint64_t)model->funcs[f].at;
        blocks = blocks || model->funcs[f].mask;
        last = last || start + model->funcs[f].size < start;
    }
    if (plan->sequence.line)
        return !gen_is_own_view(view);
    return view->v1_key_a || view->signal_ends || (view->block_by_pc && blocks)
           || ((view->fixed_fp_ignored || view->loaded_cfa_plain) && s390x)
           || ((view->last_lost || view->wrap != GEN_WRAP_CUT) && last)
           || (view->caller != GEN_PC && plan->machine.line);
}

/* Fails where one text of the case depends on the answer to a question that neither a doubt of the section
   shows nor the recipe names. */
static bool check_answer(struct gen_pool *pool, const struct gen_reading_answer *answer, make_fn *make_all,
                         const struct bodies *own, const struct gen_case *made, struct gen_error *error)
{
    const struct gen_plan *plan = &made->plan;
    struct bodies other = { 0 };
    if (!make_all(pool, made, &answer->view, &other, error))
        return false;
    for (int op = 0; op < GEN_NUM_OPS; op++)
        if (differs(own, &other, op))
            return gen_fail(error, plan->recipe->file, plan->expect_line,
                            "the %s depends on %s (%s %s); expected 'open: %s', or another question", op_names[op],
                            answer->policy, gen_profiles[plan->target.profile].name, gen_abis[plan->target.abi].folder,
                            answer->policy);
    return true;
}

static bool check_silent(const char *question, make_fn *make_all, const struct bodies *own, const struct gen_case *made,
                         struct gen_error *error)
{
    const struct gen_reading_answer *answer;
    const struct gen_plan *plan = &made->plan;
    for (size_t i = 0; (answer = gen_reading_answer_at(i)); i++) {
        struct gen_pool scratch = { 0 };
        if (!answer->silent || !applies(plan, answer->policy) || !can_matter(plan, &answer->view)
            || (question && strcmp(question, answer->policy) == 0))
            continue;
        const bool good = check_answer(&scratch, answer, make_all, own, made, error);
        gen_pool_free(&scratch);
        if (!good)
            return false;
    }
    return true;
}

/* Sections of random functions, of another case, or of several values need not depend on the question
   everywhere. */
static bool check_named(const struct gen_case *made, struct gen_error *error)
{
    const struct gen_plan *plan = &made->plan;
    bool depends = !plan->open || plan->source || plan->is_random || plan->recipe->num_values > 1;
    for (int op = 0; op < GEN_NUM_OPS; op++)
        depends = depends || made->readings[op];
    return depends
           || gen_fail(error, plan->recipe->file, plan->open_line, "nothing depends on %s (%s %s)", plan->open,
                       gen_profiles[plan->target.profile].name, gen_abis[plan->target.abi].folder);
}

bool gen_make_bodies(struct gen_pool *pool, struct gen_case *made, struct gen_error *error)
{
    const struct gen_plan *plan = &made->plan;
    const char *question = plan->open ? plan->open : plan->policy;
    struct bodies own, joined;
    if (!make(pool, made, &(struct gen_view){ 0 }, &own, error))
        return false;
    joined = own;
    if ((question && !join(pool, question, &own, made, &joined, error))
        || !check_silent(question, make, &own, made, error) || !check_named(made, error))
        return false;
    made->dump = joined.text[GEN_DECODE];
    made->rows = joined.text[GEN_LOOKUP];
    made->trace = joined.text[GEN_UNWIND];
    made->sequence = joined.text[GEN_SEQUENCE];
    made->merged = joined.text[GEN_MERGE];
    return true;
}

bool gen_make_damaged_body(struct gen_pool *pool, struct gen_case *made, struct gen_error *error)
{
    struct bodies own = { 0 };
    if (!make_sequence(pool, made, &(struct gen_view){ 0 }, &own, error)
        || !check_silent(NULL, make_sequence, &own, made, error))
        return false;
    made->sequence = own.text[GEN_SEQUENCE];
    return true;
}
