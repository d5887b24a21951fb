/* SPDX-License-Identifier: MIT */
/* The table of the commands, and what each of them does with its options. */
#include "command.h"

static const struct sfr_command *command_at(size_t i)
{
    static const struct sfr_command *const commands[] = {
        &sfc_cmd_run,      &sfc_cmd_check_adapter, &sfc_cmd_list,    &sfc_cmd_show,   &sfc_cmd_explain,
        &sfc_cmd_report,   &sfc_cmd_diff,          &sfc_cmd_site,    &sfc_cmd_export, &sfc_cmd_import,
        &sfc_cmd_producer, &sfc_cmd_produce,       &sfc_cmd_promote, &sfc_cmd_help,
    };
    return i < sizeof commands / sizeof commands[0] ? commands[i] : NULL;
}

const struct sfr_program sfc_program = {
    .name = "sframe-conform",
    .about = "Judges readers and writers of SFrame by the cases of a corpus.",
    .end = "-h, --help and `help` print this text, -V, --version the version.\n",
    .command = command_at,
};

int sfc_cmd_misused(const struct sfr_command *command, const char *what)
{
    return sfr_misused(&sfc_program, command, "%s", what);
}

int sfc_cmd_options(const struct sfr_command *command, int argc, char **argv, sfr_take_fn *take, void *ctx, int *first)
{
    switch (sfr_read_options(&sfc_program, command, argc, argv, take, ctx, first)) {
    case SFR_READ_GOOD: return -1;
    case SFR_READ_HELP: sfr_print_help(stdout, &sfc_program, command); return SFC_STATUS_CONFORMS;
    case SFR_READ_VERSION:
    case SFR_READ_WRONG:
    default: return SFC_STATUS_USAGE;
    }
}
