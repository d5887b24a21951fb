/* SPDX-License-Identifier: MIT */
/* Tables of features. That they meet in the arrays made of them, the test `pairs` counts in the corpus. */
#include "cover.h"
#include "tap.h"

#include <stdio.h>
#include <string.h>

static struct gen_pool pool;

static const char TABLE[] = "# comment\n"
                            "section size strong\n"
                            "  [amd64] one functions=1\n"
                            "  three functions=3\n"
                            "section extra\n"
                            "  plain\n"
                            "  aux aux=00 doubt=aux-header-present\n"
                            "function rows\n"
                            "  none rows=0\n"
                            "  two rows=2\n"
                            "function open\n"
                            "  closed\n"
                            "  asked open=AMB-059\n"
                            "function type strong\n"
                            "  default\n"
                            "  [v3] flex\n"
                            "row width strong\n"
                            "  w1\n"
                            "  w2\n"
                            "section fault\n"
                            "  bad-magic\n"
                            "never no row\n"
                            "  none w1|w2\n"
                            "never three at once\n"
                            "  [v3] aux flex w2\n";

static const struct gen_target V3_AMD64 = { GEN_V3, GEN_AMD64 }, V1_S390X = { GEN_V1, GEN_S390X };

static bool read_table(const char *text, struct gen_target target, struct gen_table *table, struct gen_error *error)
{
    return gen_read_table(&pool, "t", (struct gen_bytes){ (const uint8_t *)text, strlen(text) }, &target, 1, table,
                          error);
}

static struct gen_set set_of(const struct gen_table *table, const char *names)
{
    size_t count;
    char **words = gen_words(&pool, names, &count);
    struct gen_set set = { { 0 } };
    for (size_t i = 0; i < count; i++)
        set = gen_with(set, gen_find_level_named(table, words[i]));
    return set;
}

static void check_reading(void)
{
    struct gen_table table;
    struct gen_error error;
    IS_U64(read_table(TABLE, V3_AMD64, &table, &error), true, "the table is read");
    IS_U64(table.num_levels, 13, "levels of v3 amd64");
    IS_U64(table.num_factors, 7, "factors");
    IS_U64(table.levels[gen_find_level_named(&table, "three")].parts, 3, "a level asks for functions");
    IS_U64(table.factors[6].fault, true, "faults are a factor that no section has");
    IS_U64(gen_may_meet(&table, set_of(&table, "none w1")), false, "a function without rows meets no width");
    IS_U64(gen_may_meet(&table, set_of(&table, "aux flex w2")), false, "three that do not meet");
    IS_U64(gen_may_meet(&table, set_of(&table, "aux flex")), true, "two of them do");
    IS_U64(gen_may_meet(&table, set_of(&table, "aux asked")), false, "two open questions do not meet");
    IS_U64(read_table(TABLE, V1_S390X, &table, &error), true, "read for another target");
    IS_U64(gen_find_level_named(&table, "one"), GEN_MAX_LEVELS, "it lacks what is only for AMD64");
    IS_U64(gen_find_level_named(&table, "flex"), GEN_MAX_LEVELS, "and what is only for v3");
}

static const struct {
    const char *text, *error;
} wrong[] = {
    { "file size\n", "t:1: expected 'section', 'function' or 'row' and a factor, or 'never' and a reason, got 'file'" },
    { "section\n",
      "t:1: expected 'section', 'function' or 'row' and a factor, or 'never' and a reason, got 'section'" },
    { "  one\n", "t:1: expected a factor above, and levels" },
    { "[v3]\n", "t:1: expected a factor above, and levels" },
    { "section a\n  one\n  one\n", "t:3: 'one' is given twice" },
    { "section a\n  one functions=x\n", "t:2: expected a number below 1000, got 'functions=x'" },
    { "section a\n  one\nnever why\n  one two\n", "t:4: no level above has the name 'two'" },
};

static void check_errors(void)
{
    struct gen_table table;
    struct gen_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        IS_U64(read_table(wrong[i].text, V3_AMD64, &table, &error), false, "table %zu is wrong", i);
        IS_TEXT(error.text, wrong[i].error, "table %zu says where", i);
    }
}

TESTS(check_reading, check_errors)
