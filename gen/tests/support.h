/* SPDX-License-Identifier: MIT */
/* Cases made from recipes that a test gives as text. */
#ifndef GEN_TESTS_SUPPORT_H
#define GEN_TESTS_SUPPORT_H

#include "corpus.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

struct recipe_text {
    const char *path, *text;
};

static struct gen_pool pool;

/* Makes the corpus of some recipes. The errors, a line each; "" if there are none. */
static inline const char *make(const struct recipe_text *recipes, size_t count, struct gen_corpus *corpus)
{
    struct gen_buf errors = { .pool = &pool };
    size_t bad = 0;
    *corpus = (struct gen_corpus){ 0 };
    for (size_t i = 0; i < count; i++)
        bad += gen_add_recipe(&pool, recipes[i].path,
                              (struct gen_bytes){ (const uint8_t *)recipes[i].text, strlen(recipes[i].text) }, corpus,
                              &errors);
    if (!bad)
        gen_make_corpus(&pool, corpus, &errors);
    return gen_text(&errors);
}

/* A recipe, and the start of its error: "LINE: what was expected"; NULL if it is right. */
struct tried_recipe {
    const char *text, *error;
};

/* Makes each one as the first of some recipes. What is refused has one error and makes nothing. */
static inline void try_recipes(const struct tried_recipe *tried, size_t num_tried, struct recipe_text *recipes,
                               size_t count)
{
    for (size_t i = 0; i < num_tried; i++) {
        struct gen_corpus corpus;
        recipes[0].text = tried[i].text;
        const char *start =
            tried[i].error ? gen_textf(&pool, "gen/recipes/%s:%s", recipes[0].path, tried[i].error) : "";
        const char *error = make(recipes, count, &corpus), *end = strchr(error, '\n');
        const bool is_one = tried[i].error ? end && end[1] == '\0' : error[0] == '\0';
        if (!OK(is_one && strncmp(error, start, strlen(start)) == 0, "recipe %zu: %s", i, *start ? start : "right"))
            printf("# %s\n", error);
        OK((corpus.files.count == 0) == (tried[i].error != NULL), "makes nothing, or something");
    }
}
/* The other recipes come after it. */
#define TRY(tried, ...)                                                                             \
    do {                                                                                            \
        struct recipe_text all_[] = { { "t/case.recipe", NULL }, __VA_ARGS__ };                     \
        try_recipes(tried, sizeof(tried) / sizeof(tried)[0], all_, sizeof(all_) / sizeof(all_)[0]); \
    } while (0)

/* The case of an id; the test program ends if it was not made. */
static inline const struct gen_case *made_case(const struct gen_corpus *corpus, const char *id)
{
    const struct gen_entry *entry = gen_find_entry(corpus, id);
    if (!entry) {
        printf("Bail out! no case %s\n", id);
        gen_pool_free(&pool);
        fflush(stdout);
        _Exit(1);
    }
    return entry->made;
}

static inline const char *hex(const uint8_t *data, size_t len)
{
    struct gen_buf out = { .pool = &pool };
    for (size_t i = 0; i < len; i++)
        gen_addf(&out, "%02x", data[i]);
    return gen_text(&out);
}

static inline int done(void)
{
    gen_pool_free(&pool);
    return tap_done();
}

#endif
