/* SPDX-License-Identifier: MIT */
/* One call of a compiler, an assembler or a linker. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "produce_step.h"

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

void sfr_step_run(const struct sfr_step *step, struct sfr_process *p)
{
    static char minus_o[] = "-o";
    char *line = sfr_copy_text(step->command, strlen(step->command));
    char *more = step->more ? sfr_copy_text(step->more, strlen(step->more)) : NULL;
    /* Two words have a space between them; `-o`, its two words and the end are added. */
    char **words = sfr_alloc((strlen(line) + (more ? strlen(more) : 0)) / 2 + 6, sizeof words[0]);
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
    const struct sfr_command command = {
        .argv = words, .env = environ, .path = step->path, .seconds = SECONDS, .max_output = MAX_OUTPUT, .stop_fd = -1
    };
    sfr_process_run(&command, p);
    free(words);
    free(line);
    free(more);
}

/* The line that tells of an error; the first one where none does. */
static const char *error_line(const char *text)
{
    const char *at = strstr(text, "rror");
    while (at && at > text && at[-1] != '\n')
        at--;
    return at ? at : text;
}

enum sfr_outcome sfr_step_judge(const struct sfr_process *p, const char *tool, struct sfr_buffer *detail,
                                struct sfr_buffer *message)
{
    char name[32];
    if (p->ended == SFR_ENDED_EXIT && p->code == 0)
        return SFR_PASS;
    sfr_buffer_printf(detail, "%s:", tool);
    switch (p->ended) {
    case SFR_ENDED_EXIT: break;
    case SFR_ENDED_SIGNAL: sfr_buffer_printf(detail, "%s", sfr_signal_name(p->code, name)); return SFR_CRASH;
    case SFR_ENDED_TIMEOUT:
    case SFR_ENDED_CPU: sfr_buffer_printf(detail, "seconds"); return SFR_TIMEOUT;
    case SFR_ENDED_FLOOD: sfr_buffer_printf(detail, "output"); return SFR_LIMIT;
    case SFR_ENDED_NOT_STARTED:
    case SFR_ENDED_STOPPED:
        sfr_buffer_printf(message, "cannot be started: %s", strerror(p->code));
        sfr_buffer_printf(detail, "not-started");
        return SFR_PROTOCOL;
    }
    const char *says = sfr_buffer_text(&p->err), *crash = strstr(says, "nternal error"), *line = error_line(says);
    sfr_buffer_printf(message, "%.*s", (int)strcspn(line, "\n"), line);
    sfr_buffer_printf(detail, crash ? "reported" : "refused");
    return crash ? SFR_CRASH : SFR_TOO_STRICT;
}
