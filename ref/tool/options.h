/* SPDX-License-Identifier: MIT */
/* The parser of the command line, for main.c. */
#ifndef SFR_TOOL_OPTIONS_H
#define SFR_TOOL_OPTIONS_H

#include "tool.h"

/* What an option looks like on the command line, and what the help says of it. */
struct known_option {
    const char *name;    /* after "--" */
    char letter;         /* its short form, or 0 */
    const char *value;   /* what it takes; NULL: nothing */
    const char *heading; /* the options of one heading follow each other */
    const char *help;    /* one line */
};
extern const struct known_option known_options[NUM_OPTIONS];

enum parsed { PARSED_GOOD, PARSED_HELP, PARSED_VERSION, PARSED_BAD };
enum parsed parse_options(int argc, char **argv, struct options *o);
bool options_apply(const struct options *o, uint32_t taken);
void free_options(struct options *o);

#endif
