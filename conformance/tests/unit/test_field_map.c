/* SPDX-License-Identifier: MIT */
/* The runner's map of fields, which is walked, equals the generator's, which is written with the
   bytes: over every Nth section that the recipes make. Before, the generator's own laws over all of them.
   usage: test_field_map RECIPES N */
#include "emit.h"
#include "field_map.h"
#include "made.h"

struct sums {
    size_t sections, only_looked_up, fields, differ;
};

/* The texts of the same name and indices are the same; to write them takes most of the time. */
static bool is_same_path(const struct gen_path *a, const struct gen_path *b)
{
    char one[GEN_PATH_MAX], other[GEN_PATH_MAX];
    if (strcmp(a->name, b->name) == 0 && memcmp(a->index, b->index, sizeof a->index) == 0)
        return true;
    gen_path_text(one, a);
    gen_path_text(other, b);
    return strcmp(one, other) == 0;
}

/* The value of the field in the parent, if it has another one. Mostly the field has the same number there. */
static void add_before(const struct gen_case *made, size_t number, struct gen_shown_field *shown)
{
    char path[GEN_PATH_MAX];
    const struct gen_fields *fields = &made->parent->section.fields;
    const struct gen_field *before = number < fields->count ? &fields->list[number] : NULL;
    if (!before || !is_same_path(&before->path, &shown->field.path)) {
        gen_path_text(path, &shown->field.path);
        before = gen_find_field(fields, path);
    }
    if (!before || before->kind == GEN_GROUP || shown->field.kind == GEN_GROUP)
        return;
    shown->before = gen_field_value(&made->parent->section, before);
    shown->changed = shown->before != gen_field_value(&made->section, &shown->field);
}

/* The fields that the generator wrote, in the order in which the runner shows them. */
static struct gen_shown_field *shown_fields(struct gen_pool *own, const struct gen_case *made)
{
    const struct gen_fields *fields = &made->section.fields;
    struct gen_shown_field *shown = gen_alloc(own, fields->count, sizeof *shown);
    for (size_t i = 0; i < fields->count; i++) {
        shown[i].field = fields->list[i];
        if (made->parent)
            add_before(made, i, &shown[i]);
    }
    gen_sort_fields(shown, fields->count);
    return shown;
}

/* A field as one line; "" is the end of a list. */
static const char *line_of(struct gen_pool *own, const struct gen_shown_field *shown)
{
    const struct gen_field *f = shown ? &shown->field : NULL;
    char path[GEN_PATH_MAX];
    if (!f)
        return "";
    gen_path_text(path, &f->path);
    return gen_textf(own, "%s 0x%zx-0x%zx %u+%u %s0x%llx", path, f->start, f->end, f->shift, f->bits,
                     shown->changed ? "was " : "", shown->changed ? (unsigned long long)shown->before : 0ULL);
}

static bool is_same(const struct gen_shown_field *a, const struct gen_shown_field *b)
{
    if (!a || !b)
        return a == b;
    return is_same_path(&a->field.path, &b->field.path) && a->field.kind == b->field.kind
           && a->field.start == b->field.start && a->field.end == b->field.end && a->field.shift == b->field.shift
           && a->field.bits == b->field.bits && a->changed == b->changed && (!a->changed || a->before == b->before);
}

/* The next field from *i on. A group has no value. */
static const struct gen_shown_field *next(const struct gen_shown_field *list, size_t count, size_t *i)
{
    while (*i < count && list[*i].field.kind == GEN_GROUP)
        ++*i;
    return *i < count ? &list[(*i)++] : NULL;
}

/* The same bits. In a drawn ELF file the generator counts headers, symbols and relocations by what they are for. */
static bool is_same_place(const struct gen_field *a, const struct gen_field *b)
{
    return a->start == b->start && a->end == b->end && a->shift == b->shift && a->bits == b->bits;
}

/* Is each of some fields one of the others? Of a drawn ELF file the generator notes what recipes change, in the order
   that it writes. A change of a file that is built can take fields away. */
static void compare_some(struct gen_pool *own, const char *id, const struct gen_shown_field *some, size_t num_some,
                         const struct gen_shown_field *others, size_t num_others, struct sums *sums)
{
    const struct gen_shown_field *a;
    size_t i = 0;
    while ((a = next(some, num_some, &i))) {
        bool found = false;
        for (size_t j = 0; j < num_others && !found; j++)
            found = is_same_place(&a->field, &others[j].field);
        if (!found && sums->differ++ < 10)
            printf("# %s\n# one has: %s\n", id, line_of(own, a));
        sums->fields += found;
    }
}

static void compare(struct gen_pool *own, const struct gen_case *made, const struct sfc_field_map *map,
                    struct sums *sums)
{
    const struct gen_shown_field *wanted = shown_fields(own, made), *a, *b;
    size_t i = 0, j = 0;
    do {
        a = next(wanted, made->section.fields.count, &i);
        b = next(map->fields, map->count, &j);
        if (!is_same(a, b)) {
            if (sums->differ++ < 10)
                printf("# %s\n# generator: %s\n# runner:    %s\n", made->id, line_of(own, a), line_of(own, b));
            return;
        }
        sums->fields += a != NULL;
    } while (a);
}

/* The generator keeps no map of the functions of sections that have only look-ups: their bytes are written
   again. They are large, and each has thousands of functions alike, so that every fourth will do. */
static void test_case(const struct gen_case *made, struct sums *sums)
{
    static const char *const profiles[GEN_NUM_PROFILES] = { "v1", "v2", "v2e1", "v2e2", "v3" };
    struct gen_pool own = { 0 };
    struct gen_case copy = *made;
    struct gen_error error = { "" };
    struct sfc_field_map map;
    if (copy.plan.model.only_looked_up && !made->parent) {
        if (sums->only_looked_up++ % 4 != 0)
            return;
        copy.plan.model.only_looked_up = false;
        if (!gen_emit(&own, &copy.plan.model, &copy.section, &error))
            printf("# %s: %s\n", made->id, error.text);
    }
    struct gen_buf patch = { .pool = &own };
    gen_add_patch(&patch, &made->patch);
    const struct sfc_mapped subject = { made->section.bytes.data, made->section.bytes.len, made->section.big,
                                        profiles[made->plan.target.profile], made->parent ? gen_text(&patch) : NULL };
    sfc_map_fields(&map, &subject);
    const struct gen_shown_field *noted = shown_fields(&own, &copy);
    const size_t count = copy.section.fields.count;
    if (copy.plan.elf.shape != 0)
        compare_some(&own, made->id, noted, count, map.fields, map.count, sums);
    else if (copy.plan.changes.count > 0 && !made->parent)
        compare_some(&own, made->id, map.fields, map.count, noted, count, sums);
    else
        compare(&own, &copy, &map, sums);
    sfc_field_map_free(&map);
    gen_pool_free(&own);
    sums->sections++;
}

static void test_corpus(const char *recipes, size_t every)
{
    struct gen_corpus corpus = { 0 };
    struct gen_buf errors = { .pool = &pool };
    struct sums sums = { 0 };
    size_t bad = gen_read_recipes(&pool, recipes, &corpus, &errors);
    bad += bad ? 0 : gen_make_corpus(&pool, &corpus, &errors);
    OK(bad == 0, "the corpus is made: %s", gen_text(&errors));
    test_rejects(&corpus);
    test_shared(&corpus.files);
    test_named_fields(&corpus);
    for (size_t i = 0; i < corpus.cases.count && bad == 0; i += every)
        if (!corpus.cases.list[i]->plan.encoding.refusal)
            test_case(corpus.cases.list[i], &sums);
    OK(sums.sections > 8000 / every && sums.fields > 500000 / every, "%zu sections with %zu fields are compared",
       sums.sections, sums.fields);
    OK(sums.differ == 0, "all are as the generator wrote them, but for %zu", sums.differ);
    printf("# of %zu that have only look-ups, every fourth\n", sums.only_looked_up);
}

int main(int argc, char **argv)
{
    const unsigned long every = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    if (every == 0)
        return 64;
    test_corpus(argv[1], every);
    return done();
}
