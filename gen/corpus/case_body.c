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

/* The results by the answers to the question that the case is about. */
struct readings {
    struct bodies bodies[GEN_MAX_READINGS];
    const char *names[GEN_MAX_READINGS];
    size_t count;
};

/* Joins them where they differ. */
static void join(struct gen_pool *pool, const struct readings *all, const struct bodies *own, struct gen_case *made)
{
    for (int op = 0; op < GEN_NUM_OPS; op++) {
        bool differ = false;
        for (size_t i = 0; i < all->count; i++)
            differ = differ || differs(own, &all->bodies[i], op);
        for (size_t i = 0; differ && i < all->count; i++) {
            const char *before = made->readings[op], *text = all->bodies[i].text[op];
            made->readings[op] = before ? gen_textf(pool, "%s %s", before, all->names[i]) : all->names[i];
            made->bodies[op] = i ? gen_textf(pool, "%s\n%s", made->bodies[op], text) : text;
        }
    }
}

/* Fails where one text of the case depends on the answer to a question that neither a doubt of the section
   shows nor the recipe names. */
static bool check_silent(const struct gen_reading_answer *answer, const struct bodies *own, const struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    struct gen_pool scratch = { 0 };
    struct bodies other;
    bool good = make(&scratch, made, &answer->view, &other);
    for (int op = 0; op < GEN_NUM_OPS && good; op++)
        if (differs(own, &other, op))
            good = gen_deny(plan, plan->expect_line,
                            "the %s depends on %s (%s %s); expected 'open: %s', or another question",
                            gen_ops[op]->answer, answer->policy, gen_profiles[plan->target.profile].name,
                            gen_abis[plan->target.abi].folder, answer->policy);
    gen_pool_free(&scratch);
    return good;
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
    struct readings all = { .count = 0 };
    struct bodies own;
    if (made->parent && !plan->sequence.line)
        return true;
    if (!make(pool, made, &(struct gen_view){ 0 }, &own))
        return false;
    memcpy(made->bodies, own.text, sizeof own.text);
    for (const struct gen_reading_answer *answer = gen_reading_answers; answer->policy; answer++)
        if (question && strcmp(question, answer->policy) == 0 && all.count < GEN_MAX_READINGS) {
            if (!make(pool, made, &answer->view, &all.bodies[all.count]))
                return false;
            all.names[all.count++] = answer->name;
        } else if (answer->silent && !gen_is_own_view(&answer->view)
                   && gen_policy_applies(answer->policy, plan->model.target.profile)
                   && !check_silent(answer, &own, made)) {
            return false;
        }
    join(pool, &all, &own, made);
    return check_named(made);
}
