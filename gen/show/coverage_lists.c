/* SPDX-License-Identifier: MIT */
/* Coverage of known bugs of real readers, and of ideas for tests. */
#include "coverage.h"

#include <string.h>

/* "AREA/NAME" of the recipes whose `catches:` names a bug. */
static const char *catchers(struct gen_coverage *c, const char *bug)
{
    struct gen_buf names = { .pool = c->pool };
    const struct gen_recipe *last = NULL;
    for (size_t i = 0; i < c->corpus->cases.count; i++) {
        const struct gen_plan *plan = &c->corpus->cases.list[i].plan;
        if (plan->recipe == last || !gen_has_word(plan->catches, bug))
            continue;
        last = plan->recipe;
        const char *name = gen_textf(c->pool, "%s/%s", last->area, last->name);
        if (!gen_has_word(gen_text(&names), name))
            gen_addf(&names, "%s%s", names.len ? " " : "", name);
    }
    return gen_text(&names);
}

static bool is_listed(const struct gen_notes *notes, const char *id)
{
    for (size_t i = 0; i < notes->count; i++)
        if (strcmp(notes->list[i].words[0], id) == 0)
            return true;
    return false;
}

static void check_unique(struct gen_coverage *c, const struct gen_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(notes->list[j].words[0], notes->list[i].words[0]) == 0)
                gen_stale(c, &notes->list[i], "%s is already in line %u", notes->list[i].words[0], notes->list[j].line);
}

/* A recipe may catch only bugs of the list. */
static void check_catches(struct gen_coverage *c, const struct gen_notes *notes)
{
    const struct gen_recipe *last = NULL;
    for (size_t i = 0; i < c->corpus->cases.count; i++) {
        const struct gen_plan *plan = &c->corpus->cases.list[i].plan;
        size_t count = 0;
        char **bugs = plan->catches && plan->recipe != last ? gen_words(c->pool, plan->catches, &count) : NULL;
        last = plan->recipe;
        for (size_t b = 0; b < count; b++)
            if (!is_listed(notes, bugs[b]))
                gen_hole(c, "%s catches %s, which bugs.txt does not list", plan->recipe->file, bugs[b]);
    }
}

void gen_cover_bugs(struct gen_coverage *c, const struct gen_notes *notes)
{
    size_t caught = 0;
    gen_addf(c->out, "Known bugs\n");
    for (size_t i = 0; i < notes->count; i++) {
        const struct gen_note *note = &notes->list[i];
        const bool section = note->num_words == 2 && strcmp(note->words[1], "case") == 0;
        const char *names = catchers(c, note->words[0]);
        if (!section && (note->num_words != 2 || strcmp(note->words[1], "none") != 0))
            gen_stale(c, note, "expected 'ID case' or 'ID none'");
        else if (section && !*names)
            gen_stale(c, note, "no recipe catches %s", note->words[0]);
        else if (!section && *names)
            gen_stale(c, note, "%s catches %s", names, note->words[0]);
        caught += *names != 0;
        gen_addf(c->out, "%-4s %s\n", note->words[0], *names ? names : "-");
    }
    check_unique(c, notes);
    check_catches(c, notes);
    gen_addf(c->out, "%zu known bugs, %zu caught, the rest with a reason\n\n", notes->count, caught);
}

static bool has_recipe(const struct gen_corpus *corpus, const char *name)
{
    for (size_t i = 0; i < corpus->num_recipes; i++)
        if (gen_is_recipe(&corpus->recipes[i], name))
            return true;
    return false;
}

void gen_cover_ideas(struct gen_coverage *c, const struct gen_notes *notes)
{
    size_t made = 0;
    gen_addf(c->out, "Test ideas\n");
    for (size_t i = 0; i < notes->count; i++) {
        const struct gen_note *note = &notes->list[i];
        const bool none = note->num_words == 2 && strcmp(note->words[1], "none") == 0;
        if (note->num_words < 2)
            gen_stale(c, note, "expected 'ID RECIPE...' or 'ID none'");
        for (size_t w = 1; w < note->num_words && !none; w++)
            if (!has_recipe(c->corpus, note->words[w]))
                gen_stale(c, note, "no recipe '%s'", note->words[w]);
        made += !none;
        gen_addf(c->out, "%-9s", note->words[0]);
        for (size_t w = 1; w < note->num_words; w++)
            gen_addf(c->out, " %s", none ? "-" : note->words[w]);
        gen_addf(c->out, "\n");
    }
    check_unique(c, notes);
    gen_addf(c->out, "%zu test ideas, %zu with a recipe, the rest with a reason\n\n", notes->count, made);
}

size_t gen_cover(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus, struct gen_buf *out,
                 struct gen_buf *holes)
{
    struct gen_coverage c = { .pool = pool, .corpus = corpus, .out = out, .holes = holes };
    struct gen_notes coverage, bugs, ideas;
    struct gen_error error;
    if (!gen_read_notes(pool, dir, "coverage.txt", &coverage, &error)
        || !gen_read_notes(pool, dir, "bugs.txt", &bugs, &error)
        || !gen_read_notes(pool, dir, "ideas.txt", &ideas, &error)) {
        gen_hole(&c, "%s", error.text);
        return c.num_holes;
    }
    gen_cover_clauses(&c, &coverage);
    gen_cover_faults(&c, &coverage);
    gen_cover_policies(&c, &coverage);
    gen_cover_bugs(&c, &bugs);
    gen_cover_ideas(&c, &ideas);
    gen_cover_cells(&c, &coverage);
    return c.num_holes;
}
