/* SPDX-License-Identifier: MIT */
/* The parser of the command line, for main.c. */
#ifndef SFR_TOOL_COMMAND_LINE_H
#define SFR_TOOL_COMMAND_LINE_H

#include "options.h"
#include "tool.h"

extern const struct sfr_option known_options[NUM_OPTIONS + 1];

enum sfr_read parse_options(const struct sfr_program *program, int argc, char **argv, struct options *o);
bool options_apply(const struct sfr_program *program, const struct sfr_command *command, const struct options *o);
void free_options(struct options *o);

#endif
