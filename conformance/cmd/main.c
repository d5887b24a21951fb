/* SPDX-License-Identifier: MIT */
/* sframe-conform: asks an implementation about every case of the corpus and says where it is wrong. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command_run.h"
#include "commands.h"
#include "places.h"
#include "promote.h"

/* ---- Signals ------------------------------------------------------------------------------ */

static int stop_pipe[2] = { -1, -1 };

/* The first Ctrl-C ends the run in order; the next one ends it at once. */
static void on_signal(int number)
{
    const int saved = errno;
    if (write(stop_pipe[1], "", 1) < 0)
        _exit(128 + number);
    errno = saved;
}

static bool catch_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };
    sigemptyset(&action.sa_mask);
    signal(SIGPIPE, SIG_IGN);
    /* A file that may not grow any more is a write that fails, like a full disk. */
    signal(SIGXFSZ, SIG_IGN);
    return pipe(stop_pipe) == 0 && fcntl(stop_pipe[0], F_SETFD, FD_CLOEXEC) == 0
           && fcntl(stop_pipe[1], F_SETFD, FD_CLOEXEC) == 0 && sigaction(SIGINT, &action, NULL) == 0
           && sigaction(SIGTERM, &action, NULL) == 0 && sigaction(SIGHUP, &action, NULL) == 0;
}

/* ---- Commands ------------------------------------------------------------------------------- */

static int with_one_case(const struct sfc_corpus *corpus, const struct sfc_options *o)
{
    if (o->selection.num_patterns != 1)
        return sfc_complain("name one case id (`sframe-conform list` prints them)");
    const struct sfc_case *c = sfc_corpus_find(corpus, o->selection.patterns[0]);
    if (!c)
        return sfc_complain("there is no such case (`sframe-conform list` prints the ids)");
    return strcmp(o->command, "show") == 0 ? sfc_command_show(c, o->elf, o->raw) : sfc_command_explain(c);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* An area that does not exist would be a selection of nothing, whatever the other filters say. */
static bool check_area(const struct sfc_corpus *corpus, const char *area, struct sfc_error *error)
{
    const char **areas = sfc_alloc(corpus->count, sizeof areas[0]);
    struct sfc_buffer names = { 0 };
    bool found = false;
    for (size_t i = 0; i < corpus->count; i++) {
        areas[i] = corpus->cases[i].area;
        found = found || strcmp(areas[i], area) == 0;
    }
    if (corpus->count > 0)
        qsort(areas, corpus->count, sizeof areas[0], compare_texts);
    for (size_t i = 0; i < corpus->count; i++)
        if (i == 0 || strcmp(areas[i], areas[i - 1]) != 0)
            sfc_buffer_printf(&names, "%s%s", i > 0 ? ", " : "", areas[i]);
    if (!found)
        sfc_fail(error, "--area: there is no area %s; there are: %s", area, sfc_buffer_text(&names));
    sfc_buffer_free(&names);
    free(areas);
    return found;
}

static int dispatch(const struct sfc_corpus *corpus, const struct sfc_options *o)
{
    struct sfc_error error = { "" };
    if (strcmp(o->command, "show") == 0 || strcmp(o->command, "explain") == 0)
        return with_one_case(corpus, o);
    if (o->selection.area && !check_area(corpus, o->selection.area, &error))
        return sfc_complain(error.text);
    struct sfc_run run = { .corpus = corpus };
    const struct sfc_stop_pipe stop = { stop_pipe[0], stop_pipe[1] };
    sfc_run_select(&run, &o->selection);
    int status = SFC_STATUS_NOTHING;
    if (run.count == 0)
        sfc_complain("no case is selected");
    else
        status = strcmp(o->command, "run") == 0      ? sfc_command_run(&run, o, &stop)
                 : strcmp(o->command, "export") == 0 ? sfc_command_export(&run, o->json, o->c_folder)
                                                     : sfc_command_list(&run);
    sfc_run_free(&run);
    return status;
}

/* Has options of its own, and no corpus. */
static int judge_producer(int argc, char **argv)
{
#ifdef HAVE_PRODUCER
    return strcmp(argv[0], "producer") == 0 ? sfc_command_producer(argc, argv)
                                            : sfc_command_produce(argc, argv, sfc_data_folder());
#else
    (void)argc;
    (void)argv;
    return sfc_complain("this program was built without libelf, and cannot read ELF files");
#endif
}

/* Has options of its own as well. */
static int promote(int argc, char **argv)
{
    char *corpus = sfc_corpus_path(NULL);
    const int status = fuzz_command_promote(argc, argv, corpus);
    free(corpus);
    return status;
}

static int act(int argc, char **argv)
{
    struct sfc_options o = { 0 };
    struct sfc_error error = { "" };
    struct sfc_corpus corpus;
    if (argc > 1 && sfc_has_word("producer produce", argv[1]))
        return judge_producer(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "promote") == 0)
        return promote(argc - 1, argv + 1);
    const int early = sfc_options_read(&o, argc, argv);
    if (early >= 0)
        return early;
    if (strcmp(o.command, "report") == 0)
        return sfc_command_report(o.selection.patterns, o.selection.num_patterns, o.format, o.output,
                                  isatty(1) && !getenv("NO_COLOR"));
    if (strcmp(o.command, "diff") == 0)
        return sfc_command_diff(o.selection.patterns, o.selection.num_patterns, o.format, o.output);
    if (!catch_signals())
        return sfc_complain("signals cannot be caught");
    const struct sfc_stop_pipe stop = { stop_pipe[0], stop_pipe[1] };
    if (strcmp(o.command, "check-adapter") == 0)
        return sfc_command_check_adapter(&o, &stop);
    char *path = sfc_corpus_path(o.corpus);
    const bool loaded = sfc_corpus_load(&corpus, path, &error);
    free(path);
    if (!loaded)
        return sfc_complain(error.text);
    const int status = dispatch(&corpus, &o);
    sfc_corpus_free(&corpus);
    return status;
}

int main(int argc, char **argv)
{
    const int status = act(argc, argv);
    /* What could not be written was not said. A run has its own words for that. */
    if (status != SFC_STATUS_ERROR && (fflush(stdout) != 0 || ferror(stdout)))
        return sfc_complain("standard output cannot be written to");
    return status;
}
