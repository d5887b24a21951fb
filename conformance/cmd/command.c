/* SPDX-License-Identifier: MIT */
/* The table of the commands, and what several of them do: read options, ask for colours, catch signals. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

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

bool sfc_has_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
}

static int stop_pipe[2] = { -1, -1 };

static void on_signal(int number)
{
    const int saved = errno;
    if (write(stop_pipe[1], "", 1) < 0)
        _exit(128 + number);
    errno = saved;
}

bool sfc_stop_catch(struct sfc_stop_pipe *stop)
{
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND }, before;
    sigemptyset(&action.sa_mask);
    if (pipe(stop_pipe) != 0 || fcntl(stop_pipe[0], F_SETFD, FD_CLOEXEC) != 0
        || fcntl(stop_pipe[1], F_SETFD, FD_CLOEXEC) != 0 || sigaction(SIGINT, &action, NULL) != 0
        || sigaction(SIGTERM, &action, NULL) != 0
        || sigaction(SIGHUP, NULL, &before) != 0
        /* A run that nohup(1) started goes on. */
        || (before.sa_handler != SIG_IGN && sigaction(SIGHUP, &action, NULL) != 0))
        return sfc_complain("signals cannot be caught") == 0;
    *stop = (struct sfc_stop_pipe){ stop_pipe[0], stop_pipe[1] };
    return true;
}
