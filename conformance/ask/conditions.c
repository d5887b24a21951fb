/* SPDX-License-Identifier: MIT */
/* Reads the rules of an adapter file: "exit 1; stderr PATTERN; ...". */
#include <string.h>

#include "conditions.h"
#include "pattern.h"
#include "text.h"

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
