/* SPDX-License-Identifier: MIT */
/* Reads commands with placeholders, and rules ("exit 1; stderr PATTERN; ..."), of adapters that are commands. */
#include <string.h>

#include "config.h"
#include "pattern.h"

unsigned sfc_placeholder_find(const char *text, size_t *len)
{
    static const char *const names[SFC_NUM_PLACEHOLDERS] = {
        "{raw}", "{elf}", "{dump}", "{addr}", "{profile}", "{abi}", "{order}", "{pcs}", "{trace}", "{sort}", "{fit}",
    };
    *len = strcspn(text, "}") + 1;
    return sfc_find_name(names, SFC_NUM_PLACEHOLDERS, text, *len);
}

bool sfc_template_has(const struct sfc_template *t, const char *placeholder)
{
    for (size_t i = 0; t->words && t->words[i]; i++)
        if (strstr(t->words[i], placeholder))
            return true;
    return false;
}

/* What is wrong with the braces of a word, or NULL. */
static const char *check_word(const char *word)
{
    size_t len;
    for (const char *at = word; (at = strpbrk(at, "{}")); at += len) {
        const unsigned placeholder = sfc_placeholder_find(at, &len);
        if (strncmp(at, "{here}", len) == 0)
            continue;
        if (placeholder == SFC_NUM_PLACEHOLDERS)
            return "has a brace that is not in {here} {raw} {elf} {dump} {pcs} {trace} {sort} {fit} {addr} {profile} "
                   "{abi} {order}";
        if (placeholder >= SFC_NUM_PLAIN_PLACEHOLDERS && strlen(word) != len)
            return "has {pcs}, {trace}, {sort} or {fit} inside of a word";
    }
    return NULL;
}

const char *sfc_template_read(struct sfc_template *t, const char *value, enum sfc_op op)
{
    const bool asks_section = op != SFC_NUM_OPS && op != SFC_OP_ENCODE, is_encode = op == SFC_OP_ENCODE;
    size_t len;
    const char *word;
    while ((word = sfc_next_word(&value, &len))) {
        if (sfc_words_are_many(t->words))
            return "has more than 1000 words";
        char *own = sfc_copy_text(word, len);
        sfc_words_add(&t->words, own);
        const char *wrong = check_word(own);
        if (wrong)
            return wrong;
    }
    if (asks_section != (sfc_template_has(t, "{raw}") || sfc_template_has(t, "{elf}")))
        return asks_section ? "needs {raw} or {elf}" : "must not have {raw} or {elf}";
    if (sfc_template_has(t, "{dump}") != is_encode || sfc_template_has(t, "{sort}") != is_encode)
        return is_encode ? "needs {dump} and {sort}" : "must not have {dump} or {sort}: only `encode-command` has them";
    if (sfc_template_has(t, "{fit}") && !is_encode)
        return "must not have {fit}: only `encode-command` has it";
    if (sfc_template_has(t, "{pcs}") != (op == SFC_OP_LOOKUP))
        return op == SFC_OP_LOOKUP ? "needs {pcs}" : "must not have {pcs}: only `lookup-command` has it";
    if (sfc_template_has(t, "{trace}") != (op == SFC_OP_UNWIND))
        return op == SFC_OP_UNWIND ? "needs {trace}" : "must not have {trace}: only `unwind-command` has it";
    return NULL;
}

static const char *read_condition(struct sfc_condition *c, char *text)
{
    char *space = strchr(text, ' ');
    uint64_t status;
    if (!space || space[1] == '\0')
        return "has a condition without a value";
    *space = '\0';
    if (strcmp(text, "exit") == 0) {
        if (!sfc_parse_decimal(space + 1, strlen(space + 1), 255, &status))
            return "has an exit status that is not 0 to 255";
        c->source = SFC_SOURCE_EXIT;
        c->status = (int)status;
        return NULL;
    }
    char *end = text + strlen(text);
    c->negated = end - text > 4 && strcmp(end - 4, "-not") == 0;
    if (c->negated)
        end[-4] = '\0';
    if (strcmp(text, "stdout") != 0 && strcmp(text, "stderr") != 0)
        return "has a condition that is not exit, stdout, stderr, stdout-not or stderr-not";
    const char *wrong = sfc_pattern_read(&c->pattern, space + 1);
    if (!wrong)
        c->source = strcmp(text, "stdout") == 0 ? SFC_SOURCE_STDOUT : SFC_SOURCE_STDERR;
    return wrong;
}

const char *sfc_rule_read(struct sfc_rule_line *rule, char *value)
{
    for (char *next; value; value = next) {
        next = strstr(value, "; ");
        if (next) {
            *next = '\0';
            next += 2;
        }
        if (rule->num_conditions == SFC_MAX_CONDITIONS)
            return "has more than 4 conditions";
        const char *wrong = read_condition(&rule->conditions[rule->num_conditions], value);
        if (wrong)
            return wrong;
        rule->num_conditions++;
    }
    return NULL;
}

void sfc_rule_free(struct sfc_rule_line *rule)
{
    for (size_t i = 0; i < rule->num_conditions; i++)
        if (rule->conditions[i].source != SFC_SOURCE_EXIT)
            regfree(&rule->conditions[i].pattern);
}
