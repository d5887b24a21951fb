/* SPDX-License-Identifier: MIT */
/* Tables of features, and arrays in which they meet. */
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

/* ---- Reading ------------------------------------------------------------- */

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

/* ---- Arrays -------------------------------------------------------------- */

/* Counted without what the greedy choice counts: do all of them stand in one row, function or section? */
static bool meet(const struct gen_array *array, struct gen_set wanted)
{
    for (size_t s = 0; s < array->num_sections; s++) {
        const struct gen_chosen_section *section = &array->sections[s];
        for (unsigned f = 0; f < section->num_funcs; f++) {
            const struct gen_set func = gen_join(section->levels, section->funcs[f].levels);
            struct gen_set left = gen_without(wanted, func);
            bool found = gen_size(left) == 0;
            for (unsigned r = 0; r < section->funcs[f].num_rows && !found; r++)
                found = gen_size(gen_without(left, section->funcs[f].rows[r])) == 0;
            if (found)
                return true;
        }
    }
    return false;
}

static const char *const meetings[] = {
    "one aux",  "one two",  "three none",  "plain none",    "aux two",        "none flex",    "flex w1",
    "one w2",   "three w1", "asked plain", "asked flex",    "aux w2",         "aux flex",     "two asked",
    "plain w2", "flex w2",  "default w2",  "three flex w2", "one default w1", "three two w2", "none three",
};

static void check_arrays(void)
{
    struct gen_table table;
    struct gen_error error;
    struct gen_unmet *unmet = gen_alloc(&pool, 1, sizeof(*unmet));
    read_table(TABLE, V3_AMD64, &table, &error);
    const struct gen_array array = gen_make_array(&pool, &table, 1), same = gen_make_array(&pool, &table, 1);
    for (size_t i = 0; i < sizeof meetings / sizeof *meetings; i++)
        IS_U64(meet(&array, set_of(&table, meetings[i])), true, "%s meet", meetings[i]);
    struct gen_array plain = { .sections = gen_alloc(&pool, array.num_sections, sizeof(*plain.sections)) };
    for (size_t s = 0; s < array.num_sections; s++)
        if (!gen_has_question(&table, &array.sections[s]))
            plain.sections[plain.num_sections++] = array.sections[s];
    const struct gen_set open = set_of(&table, "aux asked");
    for (size_t i = 0; i < sizeof meetings / sizeof *meetings; i++) {
        const struct gen_set wanted = set_of(&table, meetings[i]), both = gen_meet(wanted, open);
        IS_U64(meet(&plain, wanted), gen_size(both) == 0, "%s without an open question", meetings[i]);
    }
    bool allowed = true, equal = array.num_sections == same.num_sections, needed = true;
    for (size_t s = 0; s < array.num_sections; s++) {
        const struct gen_chosen_section *section = &array.sections[s];
        equal = equal && memcmp(&section->levels, &same.sections[s].levels, sizeof section->levels) == 0;
        for (unsigned f = 0; f < section->num_funcs; f++)
            for (unsigned r = 0; r < section->funcs[f].num_rows; r++) {
                struct gen_set all = gen_join(section->levels, section->funcs[f].levels);
                all = gen_join(all, section->funcs[f].rows[r]);
                allowed = allowed && gen_may_meet(&table, all) && gen_size(all) == 6;
            }
    }
    IS_U64(allowed, true, "no row has levels that do not meet, and each has one of every factor");
    IS_U64(equal, true, "the same seed makes the same array");
    gen_start_meeting(unmet, &table);
    const size_t all = gen_count_unmet(unmet);
    for (size_t s = 0; s < array.num_struck; s++) {
        const size_t before = gen_count_unmet(unmet);
        gen_meet_all(unmet, &array.sections[s]);
        needed = needed && gen_count_unmet(unmet) < before;
    }
    IS_U64(gen_count_unmet(unmet), 0, "of %zu nothing is left", all);
    IS_U64(needed, true, "each section has something new");
    gen_start_meeting(unmet, &table);
    for (size_t s = 0; s + 1 < array.num_struck; s++)
        gen_meet_all(unmet, &array.sections[s]);
    IS_U64(gen_count_unmet(unmet) > 0, true, "without the last section something is left");
    array.sections[0].funcs[0].num_rows = array.sections[0].funcs[1 % array.sections[0].num_funcs].num_rows = 0;
    gen_start_meeting(unmet, &table);
    for (size_t s = 0; s < array.num_struck; s++)
        gen_meet_all(unmet, &array.sections[s]);
    IS_U64(gen_count_unmet(unmet) > 0, true, "without the rows of its first functions something is left");
}

int main(void)
{
    check_reading();
    check_errors();
    check_arrays();
    gen_pool_free(&pool);
    return tap_done();
}
