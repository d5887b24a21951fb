/* SPDX-License-Identifier: MIT */
/*
 * Cases made by rule: wrong recipes, and on the real ones the relations between a case
 * and its source, and between the two byte orders of AArch64.
 *
 * usage: gen_test_families [RECIPES]      the relations; without RECIPES the wrong ones
 */
#include "families.h"
#include "support.h"

#define BASE "title: t\nclauses: ALL-HDR-01 ALL-HDR-18\nfor: v1 v3 amd64 aarch64\n"
#define FUNCS "func: +0x100 size=16 standard\nfunc: +0x110 size=16 standard\n"

/* ---- Errors -------------------------------------------------------------- */

static const struct tried_recipe wrong[] = {
    { "title: t\nparent: a/base\ntruncations: 5\n", "3: expected 'all', got '5'" },
    { "title: t\nclauses: ALL-HDR-01\nparent: a/base\ntruncations: all\n",
      "4: cases made by rule need a 'parent:'; the rule gives their clauses and changes" },
    { "title: t\nfor: v1 amd64\nmutate: 1\n",
      "3: cases made by rule need a 'parent:'; the rule gives their clauses and changes" },
    { "title: t\nparent: a/base\nmutate: 0\n", "3: expected a seed of at least 1, got '0'" },
    { BASE "abi: amd64\nfunc: +0x100 size=16 standard\nexpect: accept\n",
      "4: expected an ABI with its byte order such as amd64-little, got 'amd64'" },
    { BASE "from: a/none\nexpect: accept\n", " 'from:' finds no accept or policy case" },
    { BASE "from: a/base\ntransform: upside-down\nexpect: accept\n",
      "5: expected reverse-functions, shuffle-functions SEED, reverse-runs, smallest or widest, got 'upside-down'" },
    { BASE "from: a/base\ntransform: shuffle-functions 0\nexpect: accept\n",
      "5: expected reverse-functions, shuffle-functions SEED, reverse-runs, smallest or widest, got "
      "'shuffle-functions 0'" },
    { BASE "transform: smallest\nexpect: accept\n", "4: expected a 'from:' above, of functions that share no rows" },
    { BASE "func: +0x100 size=16 standard\npcs: same\nexpect: accept\n", "5: expected a 'from:' above" },
    { BASE "func: +0x100 size=16\nrow: 0 entry times=0\nexpect: accept\n",
      "5: expected times=1 to times=70000, got '0'" },
    { BASE "random: 1\nexpect: accept\n", "4: expected 'SEED functions=N', got '1'" },
    { BASE "random: 0 functions=1\nexpect: accept\n", "4: expected 'SEED functions=N', got '0 functions=1'" },
    { "title: t\nclauses: ALL-HDR-01\nfor: v1 amd64\nabi: aarch64-big\nfrom: a/base\nexpect: accept\n",
      "6: the section has the doubt 'byte-order-mismatch' (v1 amd64-little), which the recipe does not expect" },
};

static void test_errors(void)
{
    struct recipe_text recipes[] = { { "a/wrong.recipe", NULL },
                                     { "a/base.recipe", BASE FUNCS "pcs: +0x104 +0x114\nexpect: accept\n" } };
    TRY(wrong, recipes);
}

/* ---- Relations ----------------------------------------------------------- */

/* The rules found for each PC, without the PC and the number of the function. */
static const char *rules_of(const char *rows)
{
    struct gen_buf out = { .pool = &pool };
    for (const char *line = rows; *line; line = strchr(line, '\n') + 1) {
        const char *rules = strstr(line, " cfa="), *end = strchr(line, '\n');
        gen_addf(&out, "%.*s\n", rules && rules < end ? (int)(end - rules) : 4, rules && rules < end ? rules : "none");
    }
    return gen_text(&out);
}

/* The document of the reference's answer. */
static const char *own(const char *text)
{
    const char *end = strstr(text, "\n\n");
    return end ? gen_copy(&pool, text, (size_t)(end + 1 - text)) : text;
}

static void test_metamorphic(const struct gen_corpus *corpus)
{
    size_t looked_at = 0, bad = 0, moved = 0;
    for (size_t i = 0; i < corpus->cases.count; i++) {
        const struct gen_case *made = &corpus->cases.list[i], *source = made->plan.source;
        if (!source || !made->rows || !source->rows)
            continue;
        looked_at++;
        moved += strcmp(made->rows, source->rows) != 0;
        if (strcmp(rules_of(own(made->rows)), rules_of(own(source->rows))) != 0 && bad++ < 10)
            printf("# %s does not answer as %s\n", made->id, source->id);
    }
    OK(looked_at > 300 && moved > 0 && bad == 0, "%zu transformed sections answer look-ups as their sources do",
       looked_at);
}

static char *replaced(const char *text, const char *from, const char *to)
{
    struct gen_buf out = { .pool = &pool };
    const char *at = strstr(text, from);
    if (!at)
        return gen_copy(&pool, text, strlen(text));
    gen_addf(&out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return gen_copy(&pool, gen_text(&out), out.len);
}

/* Both byte orders of AArch64 mean the same, and differ in more bytes than the magic and the ABI.
   */
static void test_twins(const struct gen_corpus *corpus)
{
    size_t looked_at = 0, bad = 0;
    for (size_t i = 0; i < corpus->cases.count; i++) {
        const struct gen_case *made = &corpus->cases.list[i];
        const struct gen_target other = { made->plan.target.profile, GEN_AARCH64_LITTLE };
        if (made->plan.target.abi != GEN_AARCH64_BIG || made->plan.verdict == GEN_REJECT
            || made->plan.model.target.abi != GEN_AARCH64_BIG)
            continue;
        const struct gen_case *twin = gen_find_made(&corpus->cases, other, made->plan.id_tail);
        if (!twin || twin->plan.model.target.abi != GEN_AARCH64_LITTLE)
            continue;
        const char *dump = replaced(own(made->dump), "endian=big abi=aarch64-be", "endian=little abi=aarch64-le");
        /* With `only:` a case has no dump. */
        const bool dumped = !made->plan.only_line && !twin->plan.only_line;
        looked_at++;
        const bool same =
            (!dumped || strcmp(dump, own(twin->dump)) == 0) && (!made->rows || strcmp(made->rows, twin->rows) == 0)
            && made->section.bytes.len == twin->section.bytes.len && strcmp(made->sha256, twin->sha256) != 0;
        if (!same && bad++ < 10)
            printf("# %s is no twin of %s\n", made->id, twin->id);
    }
    OK(looked_at > 300 && bad == 0, "%zu AArch64 sections mean the same in both byte orders", looked_at);
}

static void test_mutants(const struct gen_corpus *corpus)
{
    size_t mutants = 0, classes = 0;
    struct gen_fault fault;
    for (size_t n = 0; gen_fault_at(n, &fault); n++) {
        size_t here = 0;
        for (size_t i = 0; i < corpus->cases.count; i++) {
            const struct gen_plan *plan = &corpus->cases.list[i].plan;
            here += plan->family == GEN_MUTANT && strcmp(plan->fault, fault.name) == 0;
        }
        mutants += here;
        classes += here != 0;
    }
    OK(mutants >= 250 && classes >= 15, "%zu mutants of %zu fault classes", mutants, classes);
}

static void test_recipes(const char *recipes)
{
    struct gen_corpus corpus = { 0 };
    struct gen_buf errors = { .pool = &pool };
    OK(gen_read_recipes(&pool, recipes, &corpus, &errors) == 0 && gen_make_corpus(&pool, &corpus, &errors) == 0,
       "the recipes are right");
    test_metamorphic(&corpus);
    test_twins(&corpus);
    test_mutants(&corpus);
}

int main(int argc, char **argv)
{
    if (argc > 2) {
        printf("Bail out! usage: gen_test_families [RECIPES]\n");
        return 1;
    }
    if (argc == 2) {
        test_recipes(argv[1]);
        return done();
    }
    test_errors();
    return done();
}
