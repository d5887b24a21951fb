/* SPDX-License-Identifier: MIT */
/* One call of a compiler, an assembler or a linker. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "toolchain_step.h"

extern char **environ;

enum { SECONDS = 20, MAX_OUTPUT = 1 << 20 };

static size_t add_words(char **words, size_t count, char *line, const char *left_out)
{
    char *rest = NULL;
    for (char *w = strtok_r(line, " ", &rest); w; w = strtok_r(NULL, " ", &rest))
        if (!left_out || strcmp(w, left_out) != 0)
            words[count++] = w;
    return count;
}

void sfc_toolchain_step_run(const struct sfc_toolchain_step *step, struct sfc_process *p)
{
    static char minus_o[] = "-o";
    char *line = sfc_copy_text(step->command, strlen(step->command));
    char *more = step->more ? sfc_copy_text(step->more, strlen(step->more)) : NULL;
    /* Words are separated by at least a space. The rest is for `-o`, its two words and the end. */
    char **words = sfc_alloc((strlen(line) + (more ? strlen(more) : 0)) / 2 + 6, sizeof words[0]);
    size_t count = add_words(words, 0, line, step->left_out);
    if (more)
        count = add_words(words, count, more, NULL);
    if (step->output) {
        words[count++] = minus_o;
        words[count++] = step->output;
        words[count++] = step->input;
        unlink(step->output);
    }
    words[count] = NULL;
    const struct sfc_command command = { .argv = words,
                                         .env = environ,
                                         .path = step->path,
                                         .seconds = SECONDS,
                                         .max_output = MAX_OUTPUT,
                                         .stop_fd = step->stop ? *step->stop : -1 };
    sfc_process_run(&command, p);
    free(words);
    free(line);
    free(more);
}

/* The first line with an error, else the first line. */
static const char *error_line(const char *text)
{
    const char *at = strstr(text, "rror");
    while (at && at > text && at[-1] != '\n')
        at--;
    return at ? at : text;
}

enum sfc_outcome sfc_toolchain_step_judge(const struct sfc_process *p, const char *tool, struct sfc_buffer *detail,
                                          struct sfc_buffer *message)
{
    char name[32];
    if (p->ended == SFC_ENDED_EXIT && p->code == 0)
        return SFC_PASS;
    sfc_buffer_printf(detail, "%s:", tool);
    switch (p->ended) {
    case SFC_ENDED_EXIT: break;
    case SFC_ENDED_SIGNAL: sfc_buffer_printf(detail, "%s", sfc_signal_name(p->code, name)); return SFC_CRASH;
    case SFC_ENDED_TIMEOUT:
    case SFC_ENDED_CPU: sfc_buffer_printf(detail, "seconds"); return SFC_TIMEOUT;
    case SFC_ENDED_FLOOD: sfc_buffer_printf(detail, "output"); return SFC_LIMIT;
    case SFC_ENDED_NOT_STARTED:
    case SFC_ENDED_STOPPED:
        sfc_buffer_printf(message, "cannot be started: %s", strerror(p->code));
        sfc_buffer_printf(detail, "not-started");
        return SFC_PROTOCOL;
    }
    const char *says = sfc_buffer_text(&p->err), *crash = strstr(says, "nternal error"), *line = error_line(says);
    sfc_buffer_printf(message, "%.*s", (int)strcspn(line, "\n"), line);
    sfc_buffer_printf(detail, crash ? "reported" : "refused");
    return crash ? SFC_CRASH : SFC_TOO_STRICT;
}
