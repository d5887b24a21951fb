/* SPDX-License-Identifier: MIT */
/*
 * Any adapter file, with the included files inside of it. One that can be read has all that its rung needs, its
 * patterns can be matched, and what it declares can be adopted by itself and by another.
 */
#define _GNU_SOURCE
#include "attack.h"

#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "pattern.h"

const char fuzz_property[] = "adapter";

/* An adapter file names the commands to run, so its patterns are trusted, and regcomp() can take hours and all
   memory for nested counts. Patterns of the seeds are read, and new ones without a count. */
static bool has_hard_pattern(const char *text)
{
    for (const char *at = text; (at = strchr(at, '{')); at++)
        if (at[1] >= '0' && at[1] <= '9')
            return true;
    return false;
}

/* The folder is /proc/self/fd: some of the numbers there are pipes. */
static bool includes(const char *text)
{
    return strncmp(text, "include:", 8) == 0 || strstr(text, "\ninclude:");
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

bool attack_try(const uint8_t *data, size_t size)
{
    struct sfc_config config = { 0 };
    struct sfc_error error = { "" };
    char *text = fuzz_alloc(size + 1, 1);

    memcpy(text, data, size);
    const bool hard = has_hard_pattern(text) || includes(text);
    free(text);
    if (hard)
        return false;
    if (!sfc_config_read(&config, attack_file(data, size), &error)) {
        FUZZ_REQUIRE(strchr(error.text, ':') != NULL, 0, "an error without file and line: %s", error.text);
        return false;
    }
    check_config(&config);
    sfc_config_free(&config);
    return true;
}
