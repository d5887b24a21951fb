/* SPDX-License-Identifier: MIT */
/* What must hold of a recipe. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "case_file.h"
#include "decide.h"
#include "emit.h"
#include "expect.h"
#include "fuzz.h"
#include "patch.h"
#include "recipe.h"

enum { MAX_ROWS = 20000 };

/* `words=` writes other words than those of the rules, which the dump is about. */
static bool has_given_words(const struct gen_model *m)
{
    for (uint32_t f = 0; f < m->num_funcs; f++)
        for (uint32_t r = 0; r < m->funcs[f].num_rows; r++)
            if (m->funcs[f].rows[r].words_given)
                return true;
    return false;
}

static void check_section(struct gen_pool *pool, const struct gen_plan *plan)
{
    const struct gen_model *m = &plan->model;
    struct gen_section section;
    struct gen_error error;
    struct gen_buf expected = { .pool = pool };
    struct gen_doubts doubts;
    struct sfr_section s;

    /* If only the reference refuses it, that is a policy, which a recipe has to name. */
    if (!gen_check_model(m, &error) || !gen_emit(pool, m, &section, &error) || plan->verdict != GEN_ACCEPT)
        return;
    gen_find_doubts(m, &doubts);
    if (doubts.count > 0 || has_given_words(m))
        return;
    const struct fuzz_made made = {
        section.bytes.data, section.bytes.len, m->addr, sfk_profile(m->target.profile), NULL, 0
    };
    fuzz_require_accepted(&made, &s);
    gen_dump(&expected, m, s.hdr.sfh_fre_len);
    fuzz_require_dump(&s, (const char *)expected.data, expected.len);
}

/* A case with a built section can be written. */
static void check_built(struct gen_pool *pool, const struct gen_plan *plan)
{
    struct gen_case made;
    struct gen_error error;

    if (!gen_build_case(pool, plan, &made, &error))
        return;
    for (int op = 0; op < GEN_NUM_OPS; op++)
        FUZZ_REQUIRE(!gen_case_id(pool, &made, (enum gen_op)op) || *gen_case_text(pool, &made, (enum gen_op)op) != '\0',
                     0, "a case without a text");
}

static bool plan_of(struct gen_pool *pool, const char *text, size_t len, struct gen_target target,
                    struct gen_plan *plan)
{
    struct gen_recipe *recipe = gen_alloc(pool, 1, sizeof *recipe);
    struct gen_error error;

    return gen_parse_recipe(pool, "recipes", "area/name.recipe", (struct gen_bytes){ (const uint8_t *)text, len },
                            recipe, &error)
           && gen_make_plan(pool, recipe, recipe->values[0], target, plan, &error);
}

/* The case's patch undoes its change of a section. */
static void check_changed(struct gen_pool *pool, const struct gen_plan *plan)
{
    static const char text[] = "title: a parent\nclauses: ALL-PRE-01\nfor: all\nfunc: +0x100 size=16 standard\n"
                               "func: +0x200 size=16 standard\nexpect: accept\n";
    struct gen_plan parent_plan;
    struct gen_case parent, made;
    struct gen_error error;
    struct gen_bytes back;

    FUZZ_REQUIRE(plan_of(pool, text, sizeof text - 1, plan->target, &parent_plan)
                     && gen_build_case(pool, &parent_plan, &parent, &error),
                 0, "the parent is not built");
    if (!gen_patch_case(pool, plan, &parent, &made, &error) || !made.patch.count)
        return;
    const struct gen_buf *before = &parent.section.bytes, *after = &made.section.bytes;
    FUZZ_REQUIRE(gen_undo(pool, &made.patch, (struct gen_bytes){ after->data, after->len }, &back)
                     && back.len == before->len && memcmp(back.data, before->data, back.len) == 0,
                 0, "the patch does not undo what was changed");
}

static void check_plan(struct gen_pool *pool, const struct gen_plan *plan)
{
    /* Without a target, or what it copies, there is no case. Large recipes take seconds, and test no more than small
       ones; the corpus has them. */
    if (plan->missing || plan->family != GEN_PLAIN || plan->model.rows_asked > MAX_ROWS)
        return;
    if (plan->parent) {
        check_changed(pool, plan);
    } else if (plan->has_model) {
        check_section(pool, plan);
        check_built(pool, plan);
    }
}

void fuzz_check_recipe(const char *text, size_t len)
{
    enum { MAX_VALUES = 3 };
    static const struct gen_target targets[] = {
        { GEN_V1, GEN_AMD64 },
        { GEN_V2, GEN_AARCH64_BIG },
        { GEN_V2E2, GEN_S390X },
        { GEN_V3, GEN_AMD64 },
    };
    struct gen_pool pool = { NULL };
    struct gen_recipe recipe;
    struct gen_error error;

    if (gen_parse_recipe(&pool, "recipes", "area/name.recipe", (struct gen_bytes){ (const uint8_t *)text, len },
                         &recipe, &error)) {
        for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
            for (size_t v = 0; v < recipe.num_values && v < MAX_VALUES; v++) {
                struct gen_pool own = { NULL };
                struct gen_plan plan;
                const bool planned = gen_make_plan(&own, &recipe, recipe.values[v], targets[i], &plan, &error);
                if (planned)
                    check_plan(&own, &plan);
                fuzz_parsed = fuzz_parsed || planned;
                fuzz_note(planned);
                gen_pool_free(&own);
            }
    }
    gen_pool_free(&pool);
}
