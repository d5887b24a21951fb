/* SPDX-License-Identifier: MIT */
/*
 * Any known-failure file. One that can be read answers every question about its entries, and the list that is
 * written from it and the results of a run can be read, and has an entry for each failure that counts.
 */
#include "attack.h"

#include <stdlib.h>
#include <string.h>

#include "known_write.h"

const char fuzz_property[] = "known";

enum { MAX_CASES = 256 };

/* Every outcome, with and without a detail. */
static void ask_about(const struct sfc_known_entry *entry)
{
    static const char *const details[] = { NULL, "", "fre.ra", "SIGSEGV", "exit-1" };
    struct sfc_case c = { .id = entry->id };

    for (unsigned o = 0; o < SFC_NUM_OUTCOMES; o++)
        for (size_t d = 0; d < sizeof details / sizeof details[0]; d++) {
            const struct sfc_result result = { .outcome = (enum sfc_outcome)o, .detail = (char *)details[d] };
            const bool allowed = sfc_known_allows(entry, &result);
            c.level = (enum sfc_level)(o % SFC_NUM_LEVELS);
            const enum sfc_standing standing = sfc_known_standing(entry, &c, &result, SFC_LEVEL_READ);
            FUZZ_REQUIRE(!allowed || sfc_known_names(entry, (enum sfc_outcome)o), entry->line,
                         "an outcome is allowed and not named");
            FUZZ_REQUIRE(sfc_standing_fits(standing, (enum sfc_outcome)o), entry->line, "%s stands as %s",
                         sfc_outcome_name((enum sfc_outcome)o), sfc_standing_name(standing));
            FUZZ_REQUIRE(standing != SFC_STANDS_KNOWN || allowed, entry->line, "known, and not allowed");
        }
}

/* A run over the cases of the entries, with outcomes that follow from their places. */
static size_t make_cases(const struct sfc_known *known, struct sfc_known_case *cases)
{
    static const char *const causes[] = { NULL, "cause-1", "cause-2" };
    size_t count = 0;

    for (size_t i = 0; i < known->count && count < MAX_CASES; i++) {
        const unsigned draw = (unsigned)(i * 7 + known->entries[i].line);
        if (draw % 5 == 0)
            continue;
        cases[count++] = (struct sfc_known_case){ .id = known->entries[i].id,
                                                  .level = (enum sfc_level)(draw % SFC_NUM_LEVELS),
                                                  .has_several_faults = draw % 11 == 0,
                                                  .outcome = (enum sfc_outcome)(draw % SFC_NUM_OUTCOMES),
                                                  .detail = draw % 3 == 0 ? "fre.ra" : NULL,
                                                  .cause = causes[draw % 3],
                                                  .title = draw % 2 == 0 ? "a title" : NULL };
    }
    return count;
}

static void check_case(const struct sfc_known *list, const struct sfc_known_case *k, enum sfc_level gate)
{
    const struct sfc_case c = { .id = k->id,
                                .level = k->level,
                                .multi_fault = k->has_several_faults ? (char *)"several" : NULL };
    const struct sfc_result result = { .outcome = k->outcome, .detail = (char *)k->detail };
    const struct sfc_known_entry *entry = sfc_known_find(list, k->id);

    if (!sfc_outcome_fails(k->outcome) || k->outcome == SFC_NOT_RUN || sfc_known_excuses(&c, &result, gate))
        return;
    FUZZ_REQUIRE(entry && sfc_known_allows(entry, &result), 0, "%s of %s has no entry in the list that was written",
                 sfc_outcome_name(k->outcome), k->id);
}

/* Writes the list, reads it, and writes it from itself: nothing changes. */
static void check_written(const struct sfc_known *known, enum sfc_level gate)
{
    static struct sfc_known_case cases[MAX_CASES];
    struct sfc_known_source source = { .old = known, .cases = cases, .gate = gate, .keeps_others = true };
    struct sfc_buffer first = { 0 }, second = { 0 };
    struct sfc_known again;
    struct sfc_error error = { "" };

    source.count = make_cases(known, cases);
    sfc_known_add_list(&first, &source);
    FUZZ_REQUIRE(sfc_known_read(&again, attack_file((const uint8_t *)first.data, first.len), &error), 0,
                 "a list that was written cannot be read: %s", error.text);
    for (size_t i = 0; i < source.count; i++)
        check_case(&again, &cases[i], gate);
    source.old = &again;
    sfc_known_add_list(&second, &source);
    FUZZ_REQUIRE(first.len == second.len && memcmp(first.data, second.data, first.len) == 0, 0,
                 "the list changes when it is written again:\n%s\n%s", first.data, second.data);
    sfc_buffer_free(&first);
    sfc_buffer_free(&second);
    sfc_known_free(&again);
}

bool attack_try(const uint8_t *data, size_t size)
{
    struct sfc_known known;
    struct sfc_error error = { "" };

    if (!sfc_known_read(&known, attack_file(data, size), &error)) {
        FUZZ_REQUIRE(strchr(error.text, ':') != NULL, 0, "an error without file and line: %s", error.text);
        return false;
    }
    for (size_t i = 0; i < known.count; i++) {
        FUZZ_REQUIRE(sfc_known_find(&known, known.entries[i].id) == &known.entries[i], known.entries[i].line,
                     "an entry is not found");
        if (i < 64)
            ask_about(&known.entries[i]);
    }
    const bool any = known.count > 0;
    check_written(&known, SFC_LEVEL_READ);
    check_written(&known, SFC_LEVEL_STRICT);
    sfc_known_free(&known);
    return any;
}
