/* SPDX-License-Identifier: MIT */
/* sframe-conform: the first word. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "conform_paths.h"
#include "places.h"
#include "store.h"

static int run_command(const char *name, int argc, char **argv)
{
    const struct sfr_command *command = sfr_find_command(&sfc_program, name);
    if (command)
        return command->run(command, argc, argv);
    if (name[0] == '-')
        return sfr_misused(&sfc_program, NULL, "the first word is a command, not the option '%s'", name);
    return sfr_refuse_command(&sfc_program, name);
}

/* `help`, and `help COMMAND`. */
static int help(const struct sfr_command *self, int argc, char **argv)
{
    int first;
    const int early = sfc_cmd_options(self, argc, argv, NULL, NULL, &first);
    if (early >= 0)
        return early;
    if (argc - first > 1)
        return sfr_misused(&sfc_program, NULL, "help takes the name of one command");
    const struct sfr_command *command = argc > first ? sfr_find_command(&sfc_program, argv[first]) : NULL;
    if (argc > first && !command)
        return sfr_refuse_command(&sfc_program, argv[first]);
    sfr_print_help(stdout, &sfc_program, command);
    return SFC_STATUS_CONFORMS;
}

const struct sfr_command sfc_cmd_help = {
    .name = "help",
    .synopsis = "[COMMAND]",
    .summary = "describe a command",
    .statuses = "0",
    .run = help,
};

/* The version of the program, and of the corpus that it finds without --corpus. A corpus that is not there is no error
   here. */
static void print_versions(void)
{
    struct sfc_store store;
    struct sfc_error error = { "" };
    char version[GEN_CORPUS_VERSION_TEXT], sha256[SFR_SHA256_TEXT], *path = sfc_corpus_path(NULL);
    const bool opened = sfc_store_open(&store, path, &error);
    puts("sframe-conform " SFC_CONFORM_VERSION);
    if (opened && sfc_store_version(&store, version, &error) && sfc_store_hash(&store, sha256, &error))
        printf("corpus %s, sha256 %.12s\n", version[0] ? version : "without a version", sha256);
    else
        printf("no corpus: %s\n", error.text);
    if (opened)
        sfc_store_close(&store);
    free(path);
}

static int act(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name) {
        sfr_print_help(stderr, &sfc_program, NULL);
        return SFC_STATUS_USAGE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        sfr_print_help(stdout, &sfc_program, NULL);
        return SFC_STATUS_CONFORMS;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        print_versions();
        return SFC_STATUS_CONFORMS;
    }
    /* Hidden: for the completion of shells. */
    if (argc == 2 && strcmp(name, "--completion-table") == 0) {
        sfr_print_table(stdout, &sfc_program);
        return SFC_STATUS_CONFORMS;
    }
    return run_command(name, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    /* Where one of them is closed, no pipe or file of ours becomes standard output. */
    int fd;
    while ((fd = open("/dev/null", O_RDONLY)) >= 0 && fd <= STDERR_FILENO)
        ;
    close(fd);
    /* Ignored by whoever started us, it would take away how programs end. */
    signal(SIGCHLD, SIG_DFL);
    /* Writes to a closed pipe or a full disk fail instead of ending the program. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (argc > 0)
        sfc_set_program_name(argv[0]);
    const int status = act(argc, argv);
    /* After an error it was said already what could not be printed. */
    return status != SFC_STATUS_ERROR && !sfc_flush_output() ? SFC_STATUS_ERROR : status;
}
