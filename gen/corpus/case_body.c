/* SPDX-License-Identifier: MIT */
/* The expected results of a built case: by the reference's reading, and by each other one. */
#include "case_file.h"
#include "ops.h"

#include <string.h>

/* The results by one view; NULL for what the case does not ask. */
struct bodies {
    const char *text[GEN_NUM_OPS];
};

static bool make(struct gen_pool *pool, const struct gen_case *made, const struct gen_view *view, struct bodies *out)
{
    *out = (struct bodies){ 0 };
    for (int op = 0; op < GEN_NUM_OPS; op++) {
        struct gen_buf text = { .pool = pool };
        const bool is_asked = made->parent ? op == GEN_SEQUENCE : gen_ops[op]->answers != NULL;
        if (!is_asked || (op != GEN_DECODE && !gen_asks(&made->plan, (enum gen_op)op)))
            continue;
        if (!gen_ops[op]->answers(&text, made, view))
            return false;
        out->text[op] = gen_text(&text);
    }
    return true;
}

static bool differs(const struct bodies *a, const struct bodies *b, int op)
{
    return a->text[op] && strcmp(a->text[op], b->text[op]) != 0;
}

/* Joins the results of all answers to one question, where they differ. */
static bool join(struct gen_pool *pool, const char *policy, const struct bodies *own, struct gen_case *made)
{
    const struct gen_reading_answer *answer;
    struct bodies all[GEN_MAX_READINGS];
    const char *names[GEN_MAX_READINGS];
    size_t count = 0;
    for (size_t i = 0; (answer = gen_reading_answer_at(i)) && count < GEN_MAX_READINGS; i++) {
        if (strcmp(answer->policy, policy) != 0)
            continue;
        if (!make(pool, made, &answer->view, &all[count]))
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
            made->bodies[op] = i ? gen_textf(pool, "%s\n%s", made->bodies[op], all[i].text[op]) : all[i].text[op];
        }
    }
    return true;
}

/* Can this answer change a text of the case? The questions of fixed FP (AMB-059) and loaded CFAs are of s390x, those
   of blocks (AMB-077, AMB-078) of functions in blocks, that of the caller's PC (AMB-100) of traces, those of the last
   address of functions that reach it. Of a second section this knows nothing. */
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
    if (plan->sequence.second || plan->sequence.line)
        return !gen_is_own_view(view);
    return view->v1_key_a || view->signal_ends || (view->block_by_pc && blocks)
           || (((view->fixed_fp_ignored && model->fixed_fp) || view->loaded_cfa_plain) && s390x)
           || ((view->last_lost || view->wrap != GEN_WRAP_CUT) && last)
           || (view->caller != GEN_PC && plan->machine.line);
}

/* Fails where one text of the case depends on the answer to a question that neither a doubt of the section
   shows nor the recipe names. */
static bool check_answer(struct gen_pool *pool, const struct gen_reading_answer *answer, const struct bodies *own,
                         const struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    struct bodies other = { 0 };
    if (!make(pool, made, &answer->view, &other))
        return false;
    for (int op = 0; op < GEN_NUM_OPS; op++)
        if (differs(own, &other, op))
            return gen_deny(plan, plan->expect_line,
                            "the %s depends on %s (%s %s); expected 'open: %s', or another question",
                            gen_ops[op]->answer, answer->policy, gen_profiles[plan->target.profile].name,
                            gen_abis[plan->target.abi].folder, answer->policy);
    return true;
}

static bool check_silent(const char *question, const struct bodies *own, const struct gen_case *made)
{
    const struct gen_reading_answer *answer;
    const struct gen_plan *plan = &made->plan;
    for (size_t i = 0; (answer = gen_reading_answer_at(i)); i++) {
        struct gen_pool scratch = { 0 };
        if (!answer->silent || !gen_policy_applies(answer->policy, plan->model.target.profile)
            || !can_matter(plan, &answer->view) || (question && strcmp(question, answer->policy) == 0))
            continue;
        const bool good = check_answer(&scratch, answer, own, made);
        gen_pool_free(&scratch);
        if (!good)
            return false;
    }
    return true;
}

/* Sections of random functions, of another case, or of several values need not depend on the question
   everywhere. */
static bool check_named(const struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    bool depends = !plan->open || plan->source || plan->is_random || plan->recipe->num_values > 1;
    for (int op = 0; op < GEN_NUM_OPS; op++)
        depends = depends || made->readings[op];
    return depends
           || gen_deny(plan, plan->open_line, "nothing depends on %s (%s %s)", plan->open,
                       gen_profiles[plan->target.profile].name, gen_abis[plan->target.abi].folder);
}

bool gen_make_bodies(struct gen_pool *pool, struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    const char *question = plan->open ? plan->open : plan->policy;
    struct bodies own;
    if (made->parent && !plan->sequence.line)
        return true;
    if (!make(pool, made, &(struct gen_view){ 0 }, &own))
        return false;
    memcpy(made->bodies, own.text, sizeof own.text);
    return (!question || join(pool, question, &own, made)) && check_silent(question, &own, made) && check_named(made);
}
