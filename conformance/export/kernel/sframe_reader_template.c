/* SPDX-License-Identifier: MIT */
/* The reader under test: copy this file out of the folder and fill in the three functions. As it is, nothing is
   asked, and so nothing passes. */
#include "sframe_reader.h"

static int open_section(union sframe_opened *opened, const struct sframe_input *input)
{
    (void)opened;
    (void)input;
    return SFRAME_NOT_ASKED;
}

static int find(union sframe_opened *opened, uint64_t pc, struct sframe_row *row)
{
    (void)opened;
    (void)pc;
    (void)row;
    return SFRAME_NOT_ASKED;
}

static int unwind(union sframe_opened *opened, const struct sframe_machine *machine, struct sframe_trace *trace)
{
    (void)opened;
    (void)machine;
    (void)trace;
    return SFRAME_NOT_ASKED;
}

const struct sframe_reader sframe_reader = {
    .name = "template",
    .checks_all = 1,
    .where = SFRAME_WHERE_TOLD,
    .open = open_section,
    .find = find,
    .unwind = unwind,
};
