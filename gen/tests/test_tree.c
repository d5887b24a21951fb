/* SPDX-License-Identifier: MIT */
/* The corpus on disk: written as a whole, compared file by file, with no other file touched. test_bad_input.sh has the
   failures. */
#define _XOPEN_SOURCE 700
#include "support.h"
#include "tree.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = P_tmpdir "/sframe-gen-test-XXXXXX";

static const char *path(const char *name)
{
    return gen_textf(&pool, "%s/%s", folder, name);
}

static void put(const char *name, const char *text)
{
    FILE *f = fopen(path(name), "w");
    OK(f && fputs(text, f) >= 0 && fclose(f) == 0, "%s can be written", name);
}

static bool holds(const char *name, const char *text)
{
    struct gen_bytes bytes;
    struct gen_error error;
    return gen_read_file(&pool, path(name), 1 << 20, &bytes, &error) && bytes.len == strlen(text)
           && memcmp(bytes.data, text, bytes.len) == 0;
}

static void make_one(const char *title, const char *name, struct gen_corpus *corpus)
{
    const struct recipe_text one = { gen_textf(&pool, "t/%s.recipe", name),
                                     gen_textf(&pool, "title: %s\nclauses: ALL-PRE-01\nfor: v2 amd64\nexpect: accept\n",
                                               title) };
    IS_TEXT(make(&one, 1, corpus), "", "recipe %s", name);
}

/* What gen_compare() says about the folder. */
static const char *differences(const struct gen_corpus *corpus)
{
    struct gen_tree tree;
    struct gen_error error;
    struct gen_buf lines = { .pool = &pool };
    if (!gen_read_corpus(&pool, path("c"), &tree, &error))
        return error.text[0] ? gen_copy(&pool, error.text, strlen(error.text)) : "?";
    gen_compare(corpus, &tree, &lines);
    return gen_text(&lines);
}

static void test_write(void)
{
    struct gen_corpus first, second;
    struct gen_error error = { "" };
    make_one("one", "a", &first);
    make_one("two", "b", &second);
    OK(gen_write_corpus(&pool, path("c"), &first, &error), "a new corpus is written");
    IS_TEXT(differences(&first), "", "and is right");
    put("c/README.md", "ours\n");
    OK(mkdir(path("c/real"), 0777) == 0, "a foreign folder");
    put("c/real/x", "theirs\n");
    OK(gen_write_corpus(&pool, path("c"), &second, &error), "a corpus is replaced");
    IS_TEXT(differences(&second), "", "and nothing of the old one is left");
    OK(holds("c/README.md", "ours\n") && holds("c/real/x", "theirs\n"), "other files stay");

    put("c/v2/amd64-little/t/b.case", "changed\n");
    put("c/v2/amd64-little/t/c.case", "new\n");
    OK(unlink(path("c/v2/amd64-little/t/b.sframe")) == 0, "a file is lost");
    IS_TEXT(differences(&second),
            "differs: v2/amd64-little/t/b.case\nmissing: v2/amd64-little/t/b.sframe\n"
            "stray: v2/amd64-little/t/c.case\n",
            "each difference is named");
}

static void test_read(void)
{
    struct gen_tree tree;
    struct gen_error error;
    struct gen_corpus corpus = { 0 };
    struct gen_buf errors = { .pool = &pool };
    OK(!gen_read_tree(&pool, path("nowhere"), 100, &tree, &error), "a missing folder");
    OK(mkdir(path("r"), 0777) == 0 && mkdir(path("r/t"), 0777) == 0, "a folder of recipes");
    IS_U64(gen_read_recipes(&pool, path("r"), &corpus, &errors), 1, "that is empty");
    put("r/README.md", "not a recipe\n");
    put("r/t/a.recipe", "title: one\nclauses: ALL-PRE-01\nfor: v2 amd64\nexpect: accept\n");
    put("r/t/a.recipe~", "an editor's\n");
    put("r/t/.a.swp", "another's\n");
    IS_U64(gen_read_recipes(&pool, path("r"), &corpus, &errors), 0, "that has one recipe");
    IS_U64(corpus.num_recipes, 1, "and no other file is one");
    put("r/t/notes.txt", "what is this\n");
    corpus = (struct gen_corpus){ 0 };
    errors = (struct gen_buf){ .pool = &pool };
    IS_U64(gen_read_recipes(&pool, path("r"), &corpus, &errors), 1, "a file without the name of a recipe");
    OK(!gen_read_file(&pool, path("r/t/notes.txt"), 4, &(struct gen_bytes){ 0 }, &error), "a file that is too long");
}

int main(void)
{
    if (!mkdtemp(folder)) {
        printf("Bail out! no folder for the test\n");
        return 1;
    }
    test_write();
    test_read();
    OK(system(gen_textf(&pool, "rm -r '%s'", folder)) == 0, "the test cleans up");
    return done();
}
