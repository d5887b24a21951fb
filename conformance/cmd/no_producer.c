/* SPDX-License-Identifier: MIT */
/* In place of command_producer.c and command_produce.c where there is no libelf. */
#include "command.h"

static int refuse(const struct sfr_command *self, int argc, char **argv)
{
    (void)self;
    (void)argc;
    (void)argv;
    return sfc_complain("this program was built without libelf, and cannot read ELF files");
}

const struct sfr_command sfc_cmd_producer = {
    .name = "producer",
    .summary = "judge what an assembler or linker wrote (not in this program: it was built without libelf)",
    .run = refuse,
};

const struct sfr_command sfc_cmd_produce = {
    .name = "produce",
    .summary = "run an assembler over the producer cases (not in this program)",
    .run = refuse,
};
