/* SPDX-License-Identifier: MIT */
/*
 * The committed corpus, read from disk. Undoing the patch of a reject gives its parent. The parent
 * is accepted, or the case says why not. The patch lies in the range, or the case says why not. A
 * patch changes only the fields that its recipe names. The runner tests the form of cases, ranges and
 * checksums when it loads them.
 *
 * usage: gen_test_corpus RECIPES CORPUS
 */
#include "corpus.h"
#include "patch.h"
#include "support.h"
#include "tree.h"

/* The value of a key in the head of a case file; NULL if it has none. */
static const char *value_of(const struct gen_file *file, const char *key)
{
    const char *text = (const char *)file->bytes.data, *end = strstr(text, "\n\n");
    const size_t len = strlen(key);
    while (end && text < end) {
        const size_t line = strcspn(text, "\n");
        if (strncmp(text, key, len) == 0 && strncmp(text + len, ": ", 2) == 0)
            return gen_copy(&pool, text + len + 2, line - len - 2);
        text += line + 1;
    }
    return NULL;
}

static bool is_case(const struct gen_file *file)
{
    const size_t len = strlen(file->path);
    return len > 5 && strcmp(file->path + len - 5, ".case") == 0;
}

static const struct gen_file *section_of(const struct gen_tree *tree, const struct gen_file *file)
{
    const char *name = value_of(file, "file");
    const int folder = (int)(strrchr(file->path, '/') - file->path);
    return name ? gen_find_file(tree, gen_textf(&pool, "%.*s/%s", folder, file->path, name)) : NULL;
}

/* ---- From the files alone ------------------------------------------------ */

static bool undoes_to_parent(const struct gen_tree *tree, const struct gen_file *file)
{
    const struct gen_file *section = section_of(tree, file);
    const char *patch = value_of(file, "patch"), *parent_id = value_of(file, "parent");
    const struct gen_file *parent = parent_id ? gen_find_file(tree, gen_textf(&pool, "%s.case", parent_id)) : NULL;
    const struct gen_file *parent_section = parent ? section_of(tree, parent) : NULL;
    struct gen_bytes undone;
    if (!section || !patch || !parent_section || strcmp(value_of(parent, "expect"), "reject") == 0)
        return false;
    return gen_undo(&pool, patch, section->bytes, &undone) && undone.len == parent_section->bytes.len
           && memcmp(undone.data, parent_section->bytes.data, undone.len) == 0;
}

/* The parent is accepted and the patch lies in the range, or the case says why not. Not for ELF
   files: only the generator knows where their section is. */
static bool is_explained(const struct gen_tree *tree, const struct gen_file *file)
{
    const struct gen_file *parent = gen_find_file(tree, gen_textf(&pool, "%s.case", value_of(file, "parent")));
    const char *range = value_of(file, "range");
    const bool open = strcmp(value_of(parent, "expect"), "policy") == 0;
    unsigned long start, end;
    if (open != (value_of(file, "parent-open") != NULL))
        return false;
    if (value_of(file, "container"))
        return true;
    return sscanf(range, "%lx-%lx", &start, &end) == 2
           && gen_patch_within(&pool, value_of(file, "patch"), start, end) != (value_of(file, "elsewhere") != NULL);
}

/* A refused dump differs from its parent's only in the lines that "change:" names. */
static bool changes_named_lines(const struct gen_tree *tree, const struct gen_file *file)
{
    const struct gen_file *dump = section_of(tree, file);
    const char *change = value_of(file, "change"), *parent_id = value_of(file, "parent");
    const struct gen_file *parent = parent_id ? gen_find_file(tree, gen_textf(&pool, "%s.dump", parent_id)) : NULL;
    size_t changed = 0;
    if (!dump || !change || !parent)
        return false;
    const char *now = (const char *)dump->bytes.data, *before = (const char *)parent->bytes.data;
    for (; *now && *before; now += strcspn(now, "\n") + 1, before += strcspn(before, "\n") + 1) {
        const size_t len = strcspn(now, "\n"), kind = strcspn(now, " ");
        const size_t start = kind + 1 + strcspn(now + kind + 1, " ");
        if (len == strcspn(before, "\n") && strncmp(now, before, len) == 0)
            continue;
        changed++;
        if (!strstr(change, gen_textf(&pool, "%.*s ", (int)(strncmp(now, "section", 7) == 0 ? kind : start), now)))
            return false;
    }
    return changed > 0 && *now == 0 && *before == 0;
}

static void test_files(const struct gen_tree *tree)
{
    size_t cases = 0, rejects = 0, bad = 0;
    for (size_t i = 0; i < tree->count; i++) {
        const struct gen_file *file = &tree->files[i];
        if (!is_case(file))
            continue;
        cases++;
        const char *expect = value_of(file, "expect");
        if (expect && strcmp(expect, "reject") != 0)
            continue;
        rejects++;
        const bool good = value_of(file, "refusal") ? changes_named_lines(tree, file)
                                                    : undoes_to_parent(tree, file) && is_explained(tree, file);
        if (!good && bad++ < 10)
            printf("# %s is not right\n", file->path);
    }
    OK(bad == 0, "%zu case files, %zu of them rejects, each a patch of an accepted parent, or explained", cases,
       rejects);
    OK(cases > 0 && rejects > 0, "there are cases");
}

/* ---- Sections that several cases share ----------------------------------- */

static bool ends_with(const struct gen_file *file, const char *ending)
{
    const size_t len = strlen(file->path), end = strlen(ending);
    return len > end && strcmp(file->path + len - end, ending) == 0;
}

/* Folder and content of a section, for one sort order. */
static const char *content_of(const struct gen_file *file)
{
    char sum[SFR_SHA256_TEXT];
    sfr_sha256(file->bytes.data, file->bytes.len, sum);
    const char *slash = strrchr(file->path, '/');
    return gen_textf(&pool, "%.*s/%s%s", (int)(slash - file->path), file->path, sum, strrchr(slash, '.'));
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void test_shared(const struct gen_tree *tree)
{
    const char **contents = gen_alloc(&pool, tree->count, sizeof(char *));
    size_t sections = 0, twice = 0;
    for (size_t i = 0; i < tree->count; i++)
        if (ends_with(&tree->files[i], ".sframe") || ends_with(&tree->files[i], ".elf"))
            contents[sections++] = content_of(&tree->files[i]);
    qsort(contents, sections, sizeof(char *), by_text);
    for (size_t i = 1; i < sections; i++)
        twice += strcmp(contents[i - 1], contents[i]) == 0;
    OK(twice == 0 && sections > 0, "%zu sections, each once in its folder", sections);
}

/* ---- With the recipes ---------------------------------------------------- */

/* Marks the bits of the parent that the recipe sets. */
static void name_bits(const struct gen_case *made, uint8_t *named)
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
static bool changes_only_named(const struct gen_case *made)
{
    const struct gen_buf *ours = &made->section.bytes, *parents = &made->parent->section.bytes;
    uint8_t *named = gen_alloc(&pool, parents->len, 1);
    name_bits(made, named);
    for (size_t i = 0; i < ours->len && i < parents->len; i++)
        if ((ours->data[i] ^ parents->data[i]) & ~named[i])
            return false;
    return ours->len == parents->len;
}

static bool only_sets(const struct gen_plan *plan)
{
    for (size_t i = 0; i < plan->changes.count; i++)
        if (plan->changes.list[i].kind != GEN_SET)
            return false;
    return true;
}

static void test_named_fields(const struct gen_corpus *corpus)
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

int main(int argc, char **argv)
{
    struct gen_tree tree;
    struct gen_error error;
    struct gen_corpus corpus = { 0 };
    struct gen_buf errors = { .pool = &pool };
    if (argc != 3 || !gen_read_corpus(&pool, argv[2], &tree, &error)) {
        printf("Bail out! usage: gen_test_corpus RECIPES CORPUS\n");
        return 1;
    }
    test_files(&tree);
    test_shared(&tree);
    OK(gen_read_recipes(&pool, argv[1], &corpus, &errors) == 0 && gen_make_corpus(&pool, &corpus, &errors) == 0,
       "the recipes are right");
    test_named_fields(&corpus);
    return done();
}
