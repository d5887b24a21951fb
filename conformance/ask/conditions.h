/* SPDX-License-Identifier: MIT */
/* conditions.h - the rules of an adapter file: what the exit status and text of a command mean. */
#ifndef SFC_CONDITIONS_H
#define SFC_CONDITIONS_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

/* What a finished command's exit status and text mean: the first rule whose conditions all hold. */
enum sfc_meaning {
    SFC_MEANS_ACCEPT = 0,
    SFC_MEANS_REJECT,
    SFC_MEANS_UNSUPPORTED,
    SFC_MEANS_CRASH,
    SFC_MEANS_LIMIT,
    SFC_MEANS_ELF_ERROR, /* a reject because of the ELF file around the section; holds for such cases only */
    SFC_NUM_MEANINGS
};
enum sfc_source { SFC_SOURCE_EXIT, SFC_SOURCE_STDOUT, SFC_SOURCE_STDERR };
enum { SFC_MAX_CONDITIONS = 4 };

struct sfc_condition {
    enum sfc_source source;
    bool negated;    /* the text must not match */
    int status;      /* SFC_SOURCE_EXIT */
    regex_t pattern; /* the others: extended, any line */
};
struct sfc_rule_line {
    enum sfc_meaning meaning;
    struct sfc_condition conditions[SFC_MAX_CONDITIONS];
    size_t num_conditions;
};

/* Reads the conditions of a zeroed rule and cuts `value` up. Returns what is wrong, or NULL;
   sfc_rule_free() either way. */
const char *sfc_rule_read(struct sfc_rule_line *rule, char *value);
void sfc_rule_free(struct sfc_rule_line *rule);

#endif
