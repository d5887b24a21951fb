/* SPDX-License-Identifier: MIT */
/* Adapter files and known-failure files. */
#define _GNU_SOURCE
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "fuzz.h"
#include "known.h"
#include "pattern.h"

/* ---- Adapter files ---- */

/* Their folder is /proc/self/fd: some of the numbers there are pipes, which would be waited for. */
static bool includes_number(const char *text)
{
    while ((text = strstr(text, "include:"))) {
        text += sizeof "include:" - 1;
        text += strspn(text, " ");
        if (*text >= '0' && *text <= '9')
            return true;
    }
    return false;
}

/* An adapter file names the commands to run, so its patterns are trusted, and counts, back references and repeated
   repetitions or groups can take hours and all memory: a text with one is not read. */
static bool has_hard_pattern(const char *text)
{
    for (const char *at = text; (at = strpbrk(at, "*+{\\")); at++)
        if ((*at != '\\' && at > text && strchr("*+?})", at[-1]))
            || (strchr("{\\", *at) && at[1] >= '0' && at[1] <= '9'))
            return true;
    return false;
}

static void check_words(char *const *words)
{
    for (size_t i = 0; words && words[i]; i++)
        FUZZ_REQUIRE(words[i][0] != '\0' && !strchr(words[i], ' '), 0, "a word of a command is empty or two words");
}

static void check_rules(const struct sfc_config *config)
{
    static const char said[] = "readelf: Error: SFrame decode failure: x\nContents of the SFrame section .sframe:\n";

    for (size_t i = 0; i < config->num_rules; i++) {
        const struct sfc_rule_line *rule = &config->rules[i];
        FUZZ_REQUIRE(rule->num_conditions > 0 && rule->num_conditions <= SFC_MAX_CONDITIONS, 0,
                     "a rule without conditions");
        for (size_t k = 0; k < rule->num_conditions; k++)
            if (rule->conditions[k].source != SFC_SOURCE_EXIT)
                fuzz_note(sfc_pattern_matches(&rule->conditions[k].pattern, said, sizeof said - 1));
    }
}

static void check_config(struct sfc_config *config)
{
    struct sfc_config other = { .path = config->path };
    struct sfc_error error = { "" };
    const bool is_command = config->rung_kind == SFC_RUNG_COMMAND;

    FUZZ_REQUIRE(config->name
                     && (is_command || config->rung_kind == SFC_RUNG_FRAMED ? sfc_config_program(config) != NULL
                                                                            : config->object != NULL),
                 0, "nothing to run");
    FUZZ_REQUIRE(!is_command || (config->profiles && config->abis && config->orders && config->ops), 0,
                 "a command that declares too little");
    check_words(config->command);
    check_words(config->elf_command.words);
    for (unsigned op = 0; op < SFC_NUM_OPS; op++)
        check_words(config->commands[op].words);
    check_rules(config);
    if (is_command) {
        FUZZ_REQUIRE(sfc_config_adopt(config, config, &error), 0, "it does not declare what it declares: %s",
                     error.text);
        FUZZ_REQUIRE(sfc_config_adopt(&other, config, &error), 0, "it cannot be adopted: %s", error.text);
        other.path = NULL;
        sfc_config_free(&other);
    }
}

void fuzz_check_adapter(const char *text, size_t len)
{
    struct sfc_config config = { 0 };
    struct sfc_error error = { "" };

    if (has_hard_pattern(text) || includes_number(text))
        return;
    if (!sfc_config_read(&config, fuzz_file(text, len), &error)) {
        FUZZ_REQUIRE(strchr(error.text, ':') != NULL, 0, "an error without file and line: %s", error.text);
        return;
    }
    fuzz_parsed = true;
    check_config(&config);
    sfc_config_free(&config);
}

/* ---- Known-failure files ---- */

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
                         sfc_outcome_names[(enum sfc_outcome)o], sfc_standing_names[standing]);
            FUZZ_REQUIRE(standing != SFC_STANDS_KNOWN || allowed, entry->line, "known, and not allowed");
        }
}

void fuzz_check_known(const char *text, size_t len)
{
    struct sfc_known known;
    struct sfc_error error = { "" };

    if (!sfc_known_read(&known, fuzz_file(text, len), &error)) {
        FUZZ_REQUIRE(strchr(error.text, ':') != NULL, 0, "an error without file and line: %s", error.text);
        return;
    }
    for (size_t i = 0; i < known.count; i++) {
        /* A pattern stands for other ids than its own text, and may stand for this one too: the run says so. */
        const bool is_plain = strpbrk(known.entries[i].id, "*{") == NULL;
        const struct sfc_known_entry *found = is_plain ? sfc_known_find(&known, known.entries[i].id) : NULL;
        FUZZ_REQUIRE(!found || found == &known.entries[i] || strpbrk(found->id, "*{"), known.entries[i].line,
                     "another entry is found");
        if (i < 64)
            ask_about(&known.entries[i]);
    }
    fuzz_parsed = fuzz_parsed || known.count > 0;
    sfc_known_free(&known);
}
