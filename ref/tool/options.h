/* SPDX-License-Identifier: MIT */
/* The parser of the command line, for main.c. */
#ifndef SFR_TOOL_OPTIONS_H
#define SFR_TOOL_OPTIONS_H

#include "tool.h"

enum parsed { PARSED_GOOD, PARSED_HELP, PARSED_VERSION, PARSED_BAD };
enum parsed parse_options(int argc, char **argv, struct options *o);
bool options_apply(const struct options *o, uint32_t taken);
void free_options(struct options *o);

#endif
