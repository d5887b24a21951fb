/* SPDX-License-Identifier: MIT */
/* sframe-conform: the table of its commands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "conform_paths.h"
#include "nearest.h"
#include "places.h"
#include "store.h"

static const struct sfc_cmd *const commands[] = {
    &sfc_cmd_run,  &sfc_cmd_check_adapter, &sfc_cmd_list,   &sfc_cmd_show,     &sfc_cmd_explain, &sfc_cmd_report,
    &sfc_cmd_diff, &sfc_cmd_site,          &sfc_cmd_export, &sfc_cmd_producer, &sfc_cmd_produce, &sfc_cmd_promote,
};
enum { NUM_COMMANDS = sizeof commands / sizeof commands[0] };

const struct sfc_cmd *const *sfc_cmds(size_t *count)
{
    *count = NUM_COMMANDS;
    return commands;
}

static void print_commands(FILE *out)
{
    fprintf(out, "usage: sframe-conform COMMAND [OPTION...] [ARGUMENT...]\n\n"
                 "Judges readers and writers of SFrame by the cases of a corpus.\n\ncommands:\n");
    for (size_t i = 0; i < NUM_COMMANDS; i++)
        fprintf(out, "  %-14s %s\n", commands[i]->name, commands[i]->summary);
    fprintf(out, "\n`sframe-conform help COMMAND` or `sframe-conform COMMAND --help` describes a command.\n"
                 "-h, --help and `help` print this text, -V, --version the version.\n");
}

/* Hidden: for the completion of shells. */
static void print_table(void)
{
    for (size_t i = 0; i < NUM_COMMANDS; i++)
        sfc_cmd_print_table(commands[i]);
    printf("command\thelp\t[COMMAND]\tdescribe a command\n");
}

static int refuse(const char *name)
{
    struct sfc_buffer b = { 0 };
    struct sfc_nearest nearest = { .wanted = name };
    for (size_t i = 0; i < NUM_COMMANDS; i++)
        sfc_nearest_try(&nearest, commands[i]->name);
    sfc_nearest_try(&nearest, "help");
    sfc_buffer_printf(&b, "%s '%s'",
                      name[0] == '-' ? "the first word is a command, not the option" : "there is no command", name);
    sfc_add_nearest(&b, &nearest);
    sfc_buffer_printf(&b, "; see sframe-conform --help");
    sfc_complain(b.data);
    sfc_buffer_free(&b);
    return SFC_STATUS_USAGE;
}

static int run_command(const char *name, int argc, char **argv)
{
    for (size_t i = 0; i < NUM_COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i]->run(commands[i], argc, argv);
    return refuse(name);
}

/* `help`, and `help COMMAND`. */
static int help(int argc, char **argv)
{
    char option[] = "--help", *words[] = { argc > 1 ? argv[1] : NULL, option, NULL };
    if (argc > 2) {
        sfc_complain("help takes the name of one command; see sframe-conform --help");
        return SFC_STATUS_USAGE;
    }
    if (argc > 1)
        return run_command(argv[1], 2, words);
    print_commands(stdout);
    return SFC_STATUS_CONFORMS;
}

/* The version of the program, and of the corpus that it finds without --corpus. A corpus that is not there is no error
   here. */
static void print_versions(void)
{
    struct sfc_store store;
    struct sfc_error error = { "" };
    char version[GEN_CORPUS_VERSION_TEXT], sha256[GEN_SHA256_TEXT], *path = sfc_corpus_path(NULL);
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
        print_commands(stderr);
        return SFC_STATUS_USAGE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_commands(stdout);
        return SFC_STATUS_CONFORMS;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        print_versions();
        return SFC_STATUS_CONFORMS;
    }
    if (argc == 2 && strcmp(name, "--completion-table") == 0) {
        print_table();
        return SFC_STATUS_CONFORMS;
    }
    return strcmp(name, "help") == 0 ? help(argc - 1, argv + 1) : run_command(name, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    if (argc > 0)
        sfc_set_program_name(argv[0]);
    const int status = act(argc, argv);
    /* After an error it was said already what could not be printed. */
    return status != SFC_STATUS_ERROR && !sfc_flush_output() ? SFC_STATUS_ERROR : status;
}
