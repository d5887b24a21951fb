/* SPDX-License-Identifier: MIT */
/* Starts the Python programs beside this one: report/ makes reports, lab/ runs toolchains. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "places.h"
#include "reporter.h"

extern char **environ;

/* Commands that are in report/ and need no Jinja2. */
static const char without_jinja[] = "explain export show";

static void add(struct sfc_reporter *r, const char *word)
{
    sfc_words_add(&r->words, sfc_copy_string(word));
}

static void add_own(struct sfc_reporter *r, const char *name, char *value)
{
    sfc_reporter_option(r, name, value);
    free(value);
}

void sfc_reporter_make(struct sfc_reporter *r, const char *folder, const char *command)
{
    const char *python = getenv("SFRAME_PYTHON");
    *r = (struct sfc_reporter){ .needs = strcmp(folder, "report") == 0 && !sfc_has_word(without_jinja, command)
                                             ? "Python 3 and Jinja2: apt-get install python3-jinja2"
                                             : "Python 3: apt-get install python3" };
    add(r, python && *python ? python : "python3");
    sfc_words_add(&r->words, sfc_data_path(folder));
    add(r, command);
    add_own(r, "runner", sfc_own_path());
    add_own(r, "data", sfc_report_data());
    if (sfc_has_colour())
        sfc_reporter_flag(r, "colour");
}

void sfc_reporter_flag(struct sfc_reporter *r, const char *name)
{
    sfc_words_add(&r->words, sfc_format("--%s", name));
}

void sfc_reporter_option(struct sfc_reporter *r, const char *name, const char *value)
{
    if (!value)
        return;
    sfc_reporter_flag(r, name);
    add(r, value);
}

void sfc_reporter_files(struct sfc_reporter *r, char *const *files, size_t count)
{
    add(r, "--");
    for (size_t i = 0; i < count; i++)
        add(r, files[i]);
}

/* Frees the words. */
static void say_missing(struct sfc_reporter *r, int why)
{
    const bool is_absent = why == ENOENT;
    fprintf(stderr, "sframe-conform: %s needs %s%s%s%s%s%s\n", r->words[2], r->needs, is_absent ? "" : " (",
            is_absent ? "" : strerror(why), is_absent ? "" : ")", r->kept ? "; the results are kept in " : "",
            r->kept ? r->kept : "");
    sfc_words_free(r->words);
}

/* Is the program there? Python's own status for a missing one means something else here. Its folder stays as it is:
   nobody would remove what Python keeps beside it. */
static bool is_ready(const struct sfc_reporter *r)
{
    if (!getenv("PYTHONPYCACHEPREFIX"))
        setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    if (access(r->words[1], R_OK) == 0)
        return true;
    fprintf(stderr, "sframe-conform: the program of this command is not at %s; install the suite again\n", r->words[1]);
    sfc_words_free(r->words);
    return false;
}

bool sfc_reporter_input(const struct sfc_buffer *text, struct sfc_error *error)
{
    int ends[2];
    if (pipe(ends) != 0)
        return sfc_fail(error, "a pipe cannot be made: %s", strerror(errno));
    const pid_t writer = fork();
    if (writer == 0) {
        close(ends[0]);
        for (size_t at = 0; at < text->len;) {
            const ssize_t n = write(ends[1], text->data + at, text->len - at);
            if (n <= 0)
                _exit(1);
            at += (size_t)n;
        }
        _exit(0);
    }
    const bool good = (writer > 0 && dup2(ends[0], STDIN_FILENO) >= 0)
                      || sfc_fail(error, "a process cannot be started: %s", strerror(errno));
    close(ends[0]);
    close(ends[1]);
    return good;
}

int sfc_reporter_become(struct sfc_reporter *r)
{
    if (!is_ready(r))
        return SFC_STATUS_ERROR;
    fflush(stdout);
    execvp(r->words[0], r->words);
    say_missing(r, errno);
    return SFC_STATUS_ERROR;
}

static bool take_given(void *ctx, int id, char *value)
{
    struct sfc_given *g = ctx;
    unsigned i = 0;
    while (g->command->options[i].id != id)
        i++;
    g->values[i] = value ? value : "";
    return true;
}

const char *sfc_given(const struct sfc_given *g, const char *name)
{
    const struct sfr_option *options = g->command->options;
    for (unsigned i = 0; options[i].name; i++)
        if (strcmp(options[i].name, name) == 0)
            return g->values[i];
    return NULL;
}

bool sfc_any_given(const struct sfc_given *g, const char *names)
{
    const struct sfr_option *options = g->command->options;
    for (unsigned i = 0; options[i].name; i++)
        if (g->values[i] && sfc_has_word(names, options[i].name))
            return true;
    return false;
}

int sfc_given_read(struct sfc_given *g, const struct sfr_command *command, int argc, char **argv,
                   sfc_misused_fn *misused, int *first)
{
    *g = (struct sfc_given){ .command = command };
    const int early = sfc_cmd_options(command, argc, argv, take_given, g, first);
    const char *wrong = early >= 0 ? NULL : misused(g, argc - *first);
    return wrong ? sfc_cmd_misused(command, wrong) : early;
}

int sfc_given_become(const struct sfc_given *g, int num_files, char *const *files, const char *folder)
{
    const struct sfr_option *options = g->command->options;
    struct sfc_reporter r;
    sfc_reporter_make(&r, folder, g->command->name);
    for (unsigned i = 0; options[i].name; i++)
        if (options[i].value)
            sfc_reporter_option(&r, options[i].name, g->values[i]);
        else if (g->values[i])
            sfc_reporter_flag(&r, options[i].name);
    sfc_reporter_files(&r, files, (size_t)num_files);
    return sfc_reporter_become(&r);
}

int sfc_given_run(const struct sfr_command *command, int argc, char **argv, sfc_misused_fn *misused, const char *folder)
{
    struct sfc_given g;
    int first;
    const int early = sfc_given_read(&g, command, argc, argv, misused, &first);
    return early >= 0 ? early : sfc_given_become(&g, argc - first, argv + first, folder);
}

int sfc_reporter_run(struct sfc_reporter *r)
{
    pid_t child;
    if (!is_ready(r))
        return SFC_REPORTER_MISSING;
    int status;
    fflush(stdout);
    const int why = posix_spawnp(&child, r->words[0], NULL, NULL, r->words, environ);
    if (why != 0) {
        say_missing(r, why);
        return SFC_REPORTER_MISSING;
    }
    sfc_words_free(r->words);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return SFC_STATUS_ERROR;
    if (WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    /* With 1 Python says that it stopped in the middle; of a run it means something else. */
    return WEXITSTATUS(status) == 1 ? SFC_STATUS_ERROR : WEXITSTATUS(status);
}
