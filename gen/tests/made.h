/* SPDX-License-Identifier: MIT */
/*
 * Laws of the corpus that the recipes make, which is the committed one (test corpus-is-current), for the test that
 * has made it, conform-field-map. Undoing the patch of a reject gives its parent, which is accepted. A refused dump
 * differs from its parent's only in the lines that its recipe names. A patch changes only the fields that its recipe
 * names.
 */
#ifndef GEN_TESTS_MADE_H
#define GEN_TESTS_MADE_H

#include "support.h"

/* ---- Rejects and their parents ------------------------------------------- */

static inline bool undoes_to_parent(const struct gen_case *made)
{
    const struct gen_buf *bytes = &made->section.bytes, *parent = &made->parent->section.bytes;
    struct gen_bytes undone;
    return gen_undo(&pool, &made->patch, (struct gen_bytes){ bytes->data, bytes->len }, &undone)
           && undone.len == parent->len && memcmp(undone.data, parent->data, undone.len) == 0;
}

static inline bool changes_named_lines(const struct gen_case *made)
{
    const char *now = made->input, *before = made->parent->input;
    size_t changed = 0;
    for (; *now && *before; now += strcspn(now, "\n") + 1, before += strcspn(before, "\n") + 1) {
        const size_t len = strcspn(now, "\n");
        bool named = len == strcspn(before, "\n") && strncmp(now, before, len) == 0;
        changed += !named;
        for (size_t i = 0; i < made->plan.encoding.num_says && !named; i++) {
            const char *start = made->plan.encoding.says[i].start;
            named = strncmp(now, start, strlen(start)) == 0 && now[strlen(start)] == ' ';
        }
        if (!named)
            return false;
    }
    return changed > 0 && *now == 0 && *before == 0;
}

static inline void test_rejects(const struct gen_corpus *corpus)
{
    size_t rejects = 0, bad = 0;
    for (size_t i = 0; i < corpus->cases.count; i++) {
        const struct gen_case *made = corpus->cases.list[i];
        if (made->plan.verdict != GEN_REJECT)
            continue;
        rejects++;
        const bool good = made->parent && made->parent->plan.verdict != GEN_REJECT
                          && (made->plan.encoding.refusal ? changes_named_lines(made) : undoes_to_parent(made));
        if (!good && bad++ < 10)
            printf("# %s is not right\n", made->id);
    }
    OK(bad == 0 && rejects > 0, "%zu rejects, each a patch of an accepted parent", rejects);
}

/* ---- Sections that several cases share ----------------------------------- */

static inline bool ends_with(const struct gen_file *file, const char *ending)
{
    const size_t len = strlen(file->path), end = strlen(ending);
    return len > end && strcmp(file->path + len - end, ending) == 0;
}

/* Folder and content of a section, for one sort order. */
static inline const char *content_of(const struct gen_file *file)
{
    char sum[SFR_SHA256_TEXT];
    sfr_sha256(file->bytes.data, file->bytes.len, sum);
    const char *slash = strrchr(file->path, '/');
    return gen_textf(&pool, "%.*s/%s%s", (int)(slash - file->path), file->path, sum, strrchr(slash, '.'));
}

static inline void test_shared(const struct gen_tree *tree)
{
    const char **contents = gen_alloc(&pool, tree->count, sizeof(char *));
    size_t sections = 0, twice = 0;
    for (size_t i = 0; i < tree->count; i++)
        if (ends_with(&tree->files[i], ".sframe") || ends_with(&tree->files[i], ".elf"))
            contents[sections++] = content_of(&tree->files[i]);
    qsort(contents, sections, sizeof(char *), gen_by_text);
    for (size_t i = 1; i < sections; i++)
        twice += strcmp(contents[i - 1], contents[i]) == 0;
    OK(twice == 0 && sections > 0, "%zu sections, each once in its folder", sections);
}

/* ---- With the recipes ---------------------------------------------------- */

/* Marks the bits of the parent that the recipe sets. */
static inline void name_bits(const struct gen_case *made, uint8_t *named)
{
    const struct gen_section *parent = &made->parent->section;
    for (size_t i = 0; i < made->plan.changes.count; i++) {
        const struct gen_change *change = &made->plan.changes.list[i];
        if (change->kind != GEN_SET)
            continue;
        const struct gen_field *field = gen_find_field(&parent->fields, change->path);
        for (size_t b = 0; field && b < field->bits; b++) {
            const size_t bit = field->shift + b, at = parent->big ? field->end - 1 - bit / 8 : field->start + bit / 8;
            named[at] = (uint8_t)(named[at] | 1U << bit % 8);
        }
    }
}

/* For recipes that only set fields: no other bit changes. */
static inline bool changes_only_named(const struct gen_case *made)
{
    const struct gen_buf *ours = &made->section.bytes, *parents = &made->parent->section.bytes;
    uint8_t *named = gen_alloc(&pool, parents->len, 1);
    name_bits(made, named);
    for (size_t i = 0; i < ours->len && i < parents->len; i++)
        if ((ours->data[i] ^ parents->data[i]) & ~named[i])
            return false;
    return ours->len == parents->len;
}

static inline bool only_sets(const struct gen_plan *plan)
{
    for (size_t i = 0; i < plan->changes.count; i++)
        if (plan->changes.list[i].kind != GEN_SET)
            return false;
    return true;
}

static inline void test_named_fields(const struct gen_corpus *corpus)
{
    size_t checked = 0, bad = 0;
    for (size_t i = 0; i < corpus->cases.count; i++) {
        const struct gen_case *made = corpus->cases.list[i];
        if (!made->parent || made->input || !only_sets(&made->plan))
            continue;
        checked++;
        if (!changes_only_named(made) && bad++ < 10)
            printf("# %s changes more than its recipe says\n", made->id);
    }
    OK(bad == 0 && checked > 0, "%zu patches change only the fields that their recipes name", checked);
}

#endif
