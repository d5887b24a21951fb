/* SPDX-License-Identifier: MIT */
/* From a folder of recipes to the cases and files of the corpus. */
#include "corpus.h"

#include "families.h"
#include "pairs.h"
#include "tree.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 20 }; /* of a recipe, or of a list beside the recipes */
static const char PREFIX[] = "gen/recipes/";

struct maker {
    struct gen_pool *pool;
    struct gen_corpus *corpus;
    struct gen_buf *errors;
    size_t num_errors;
    struct gen_error error;   /* of the plan that is being made */
    struct gen_plan *waiting; /* plans that need their parent first */
    size_t num_waiting, cap_waiting;
};

/* ---- Recipes ------------------------------------------------------------- */

size_t gen_add_recipe(struct gen_pool *pool, const char *path, struct gen_bytes text, struct gen_corpus *corpus,
                      struct gen_buf *errors)
{
    struct gen_error error;
    corpus->recipes =
        gen_grow(pool, corpus->recipes, corpus->num_recipes, &corpus->cap_recipes, sizeof(*corpus->recipes));
    struct gen_recipe *recipe = &corpus->recipes[corpus->num_recipes++];
    const bool good = gen_parse_recipe(pool, PREFIX, path, text, recipe, &error);
    recipe->cases = &corpus->cases;
    return good ? 0 : gen_report(errors, &error);
}

bool gen_asks_area(const struct gen_corpus *corpus, const char *area)
{
    const size_t len = strcspn(area, "/");
    bool found = corpus->num_areas == 0;
    for (size_t i = 0; i < corpus->num_areas; i++)
        found = found || (strlen(corpus->areas[i]) == len && memcmp(corpus->areas[i], area, len) == 0);
    return found;
}

/* A mistyped area beside a good one would not be noticed. */
static size_t check_areas(struct gen_pool *pool, const struct gen_corpus *corpus, const struct gen_tree *tree,
                          const char *dir, struct gen_buf *errors)
{
    struct gen_error error;
    size_t bad = 0;
    for (size_t i = 0; i < corpus->num_areas; i++) {
        const char *folder = gen_textf(pool, "%s/", corpus->areas[i]);
        size_t at = 0;
        while (at < tree->count && strncmp(tree->files[at].path, folder, strlen(folder)) != 0)
            at++;
        if (at == tree->count) {
            gen_fail(&error, dir, 0, "has no area '%s'", corpus->areas[i]);
            bad += gen_report(errors, &error);
        }
    }
    return bad;
}

size_t gen_read_recipes(struct gen_pool *pool, const char *dir, struct gen_corpus *corpus, struct gen_buf *errors)
{
    struct gen_tree tree;
    struct gen_error error;
    if (!gen_read_tree(pool, dir, MAX_FILE, &tree, &error))
        return gen_report(errors, &error);
    size_t bad = check_areas(pool, corpus, &tree, dir, errors);
    for (size_t i = 0; i < tree.count; i++)
        if (strcmp(tree.files[i].path, "pairs.txt") == 0) {
            struct gen_pairs *pairs = corpus->cases.pairs = gen_alloc(pool, 1, sizeof *pairs);
            pairs->pool = pool;
            pairs->file = "gen/recipes/pairs.txt";
            pairs->text = tree.files[i].bytes;
        } else if (strchr(tree.files[i].path, '/') && gen_asks_area(corpus, tree.files[i].path)) {
            bad += gen_add_recipe(pool, tree.files[i].path, tree.files[i].bytes, corpus, errors);
        }
    if (!bad && corpus->num_recipes == 0) {
        gen_fail(&error, dir, 0, "has no AREA/NAME.recipe");
        return gen_report(errors, &error);
    }
    return bad;
}

static bool count_error(struct maker *m)
{
    m->num_errors += gen_report(m->errors, &m->error);
    return false;
}

/* ---- Cases --------------------------------------------------------------- */

static const struct gen_case *find_parent(const struct maker *m, const struct gen_plan *plan)
{
    return gen_find_made(&m->corpus->cases, (struct gen_target){ plan->parent_profile, plan->target.abi },
                         plan->parent);
}

/* Makes the case of a plan, from its parent if it has one. */
static bool make_case(void *ctx, const struct gen_plan *plan, const struct gen_case *parent)
{
    struct maker *m = ctx;
    struct gen_case *made = gen_alloc(m->pool, 1, sizeof *made);
    if (!(parent ? gen_patch_case(m->pool, plan, parent, made, &m->error)
                 : gen_build_case(m->pool, plan, made, &m->error)))
        return false;
    gen_add_made(m->pool, &m->corpus->cases, made);
    m->corpus->recipes[plan->recipe - m->corpus->recipes].makes = true;
    return true;
}

/* Plans one recipe for one target and value. False if the recipe is wrong: its first error is
   enough. Without "for:" a recipe with a parent holds for the targets that the parent has. */
static bool plan_one(struct maker *m, const struct gen_recipe *recipe, const char *value, struct gen_target target)
{
    struct gen_plan plan;
    const bool good = gen_make_plan(m->pool, recipe, value, target, &plan, &m->error);
    if (!recipe->has_for && plan.parent && plan.parent_profile == target.profile && !find_parent(m, &plan))
        return true;
    if (plan.missing)
        return true;
    if (!good)
        return count_error(m);
    if (!plan.parent)
        return make_case(m, &plan, NULL) || count_error(m);
    m->waiting = gen_grow(m->pool, m->waiting, m->num_waiting, &m->cap_waiting, sizeof(*m->waiting));
    m->waiting[m->num_waiting++] = plan;
    return true;
}

/* Each value of a recipe with `from:` must name a case of at least one target. */
static void check_sources(struct maker *m, const struct gen_recipe *recipe, size_t before, const char *value)
{
    if (!recipe->has_from || recipe->has_parent || m->corpus->cases.count > before || m->num_errors)
        return;
    gen_fail(&m->error, recipe->file, 0, "'from:' finds no accept or policy case%s%s%s", *value ? " for '" : "", value,
             *value ? "'" : "");
    count_error(m);
}

static void plan_all(struct maker *m, const struct gen_recipe *recipe)
{
    for (size_t v = 0; v < recipe->num_values; v++) {
        const size_t before = m->corpus->cases.count;
        for (int p = 0; p < GEN_NUM_PROFILES; p++)
            for (int a = 0; a < GEN_NUM_ABIS; a++) {
                const struct gen_target target = { (enum gen_profile)p, (enum gen_abi)a };
                if (gen_target_exists(target) && gen_selects(recipe->targets, target)
                    && (!recipe->values_when || gen_selects(recipe->values_when[v], target))
                    && !plan_one(m, recipe, recipe->values[v], target))
                    return;
            }
        check_sources(m, recipe, before, recipe->values[v]);
    }
}

/* Makes all cases of a plan. */
static bool patch_plan(struct maker *m, const struct gen_plan *plan)
{
    const struct gen_case *parent = find_parent(m, plan);
    if (!parent)
        return gen_deny(plan, plan->parent_line, "no accept or policy case '%s/%s/%s'",
                        gen_profiles[plan->parent_profile].name, gen_abis[plan->target.abi].folder, plan->parent);
    if (parent->plan.only_line)
        return gen_deny(plan, plan->parent_line, "'%s' has only look-ups, so it cannot be a parent", plan->parent);
    return gen_expand(m->pool, plan, parent, make_case, m);
}

static void patch_all(struct maker *m)
{
    const struct gen_recipe *failed = NULL;
    for (size_t i = 0; i < m->num_waiting; i++) {
        if (m->waiting[i].recipe == failed || patch_plan(m, &m->waiting[i]))
            continue;
        failed = m->waiting[i].recipe;
        count_error(m);
    }
}

/* A recipe that made nothing names a parent that does not exist. */
static void check_all_made(struct maker *m)
{
    for (size_t r = 0; r < m->corpus->num_recipes; r++) {
        const struct gen_recipe *recipe = &m->corpus->recipes[r];
        if (!recipe->makes) {
            gen_fail(&m->error, recipe->file, 0, "makes no case: its parent has no case for any target of `for:`");
            count_error(m);
        }
    }
}

/* ---- Files --------------------------------------------------------------- */

static void list_entries(struct maker *m)
{
    struct gen_corpus *c = m->corpus;
    c->entries = gen_alloc(m->pool, GEN_NUM_OPS * c->cases.count, sizeof(*c->entries));
    for (size_t i = 0; i < c->cases.count; i++) {
        const struct gen_case *made = c->cases.list[i];
        for (int op = 0; op < GEN_NUM_OPS; op++) {
            const char *id = gen_case_id(m->pool, made, (enum gen_op)op);
            if (id)
                c->entries[c->num_entries++] = (struct gen_entry){ id, made, (enum gen_op)op };
        }
    }
    if (c->num_entries)
        qsort(c->entries, c->num_entries, sizeof(*c->entries), gen_by_text);
    for (size_t i = 1; i < c->num_entries; i++) {
        const struct gen_entry *one = &c->entries[i - 1], *other = &c->entries[i];
        if (strcmp(one->id, other->id) != 0)
            continue;
        gen_fail(&m->error, other->made->plan.recipe->file, other->made->plan.title_line,
                 "duplicate id '%s', which %s makes too", one->id, one->made->plan.recipe->file);
        count_error(m);
    }
}

struct stored {
    const char *key; /* what the sections have in common that share a file, and the id */
    struct gen_case *made;
};

/* Equal sections of one folder are stored once, under the first id of them. */
static void share_sections(struct maker *m)
{
    const struct gen_cases *cases = &m->corpus->cases;
    struct stored *sorted = gen_alloc(m->pool, cases->count, sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i++) {
        struct gen_case *made = cases->list[i];
        const int folder = (int)(strrchr(made->id, '/') - made->id);
        if (!made->plan.encoding.refusal)
            sorted[count++] = (struct stored){ gen_textf(m->pool, "%.*s %s%s %s", folder, made->id, made->sha256,
                                                         strrchr(made->stored, '.'), made->id),
                                               made };
    }
    if (count)
        qsort(sorted, count, sizeof *sorted, gen_by_text);
    for (size_t i = 1; i < count; i++) {
        struct gen_case *made = sorted[i].made;
        made->shares = strncmp(sorted[i - 1].key, sorted[i].key, strlen(sorted[i].key) - strlen(made->id)) == 0;
        if (made->shares)
            made->stored = sorted[i - 1].made->stored;
    }
}

static void list_files(struct maker *m)
{
    struct gen_tree *files = &m->corpus->files;
    struct gen_buf index = { .pool = m->pool };
    gen_addf(&index, "%s", gen_index_head);
    for (size_t i = 0; i < m->corpus->num_entries; i++) {
        const struct gen_entry *entry = &m->corpus->entries[i];
        const struct gen_plan *plan = &entry->made->plan;
        const char *text = gen_case_text(m->pool, entry->made, entry->op);
        gen_addf(&index, "%s", gen_index_line(m->pool, entry->made, entry->op, text));
        gen_add_file(m->pool, files, gen_text_file(gen_textf(m->pool, "%s.case", entry->id), text));
        if (entry->op == GEN_ENCODE)
            gen_add_file(m->pool, files, gen_case_subject(m->pool, entry->made, GEN_ENCODE));
        if ((entry->op == GEN_DECODE || (plan->only_line && entry->op == plan->only)) && !entry->made->shares)
            gen_add_file(m->pool, files, gen_case_subject(m->pool, entry->made, GEN_DECODE));
    }
    gen_add_file(m->pool, files, gen_text_file("index.tsv", gen_text(&index)));
    gen_sort_files(files);
}

size_t gen_make_corpus(struct gen_pool *pool, struct gen_corpus *corpus, struct gen_buf *errors)
{
    struct maker m = { .pool = pool, .corpus = corpus, .errors = errors };
    /* Those that need other cases come after these. */
    for (int turn = 0; turn < 3; turn++)
        for (size_t r = 0; r < corpus->num_recipes; r++)
            if (turn == (!corpus->recipes[r].has_for ? 2 : corpus->recipes[r].has_from))
                plan_all(&m, &corpus->recipes[r]);
    patch_all(&m);
    if (m.num_errors == 0)
        check_all_made(&m);
    if (m.num_errors == 0)
        list_entries(&m);
    if (m.num_errors == 0) {
        share_sections(&m);
        list_files(&m);
    }
    return m.num_errors;
}

const struct gen_entry *gen_find_entry(const struct gen_corpus *corpus, const char *id)
{
    const struct gen_entry wanted = { .id = id };
    if (corpus->num_entries == 0)
        return NULL;
    return bsearch(&wanted, corpus->entries, corpus->num_entries, sizeof(*corpus->entries), gen_by_text);
}
