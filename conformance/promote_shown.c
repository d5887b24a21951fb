/* SPDX-License-Identifier: MIT */
/* What an input shows: a command fails with it, the reference refuses it; and the case that shows it already. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"
#include "places.h"
#include "promotion.h"

enum { STATUS_INTERRUPTED = 128 + SIGINT };

/* ---- The command ------------------------------------------------------------------------------ */

/* What the command ends with when it is given this input, as a shell counts; below 0 and p->why if it cannot be run. */
static int run_command(struct sfr_promotion *p, const struct sfr_input *in)
{
    struct sfr_buffer line = { 0 };

    if (!sfr_write_file(p->scratch, in->data, in->size, &p->why))
        return -1;
    sfr_buffer_printf(&line, "%s ", p->command);
    sfr_add_quoted(&line, p->scratch);
    sfr_buffer_printf(&line, " >/dev/null 2>&1");
    const int status = system(line.data);
    sfr_buffer_free(&line);
    if (status < 0)
        sfr_fail(&p->why, "a shell cannot be started: %s", strerror(errno));
    return status < 0 ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Does the command fail with this input? What says nothing of the input, an interrupt or a command that cannot be run,
   ends all: it must not be taken for a failure. */
static bool fails(struct sfr_promotion *p, const struct sfr_input *in)
{
    if (p->stopped)
        return false;
    const int status = run_command(p, in);
    switch (status) {
    case 128 + SIGINT:
    case 128 + SIGQUIT: p->stopped = STATUS_INTERRUPTED; return sfr_fail(&p->why, "interrupted; nothing is drafted");
    case 126:
    case 127:
        p->stopped = SFR_STATUS_ERROR;
        return sfr_fail(&p->why, "`%s` cannot be run (exit status %d); nothing is drafted", p->command, status);
    default: p->stopped = status < 0 ? SFR_STATUS_ERROR : 0; return status > 0;
    }
}

bool sfr_promotion_shows(void *ctx, const struct sfr_input *in)
{
    struct sfr_promotion *p = ctx;

    if (p->stopped)
        return false;
    const struct sfr_signature now = sfr_signature_of(in);
    return sfr_signature_same(&now, &p->signature) && (!p->command || fails(p, in));
}

static bool make_scratch(struct sfr_promotion *p, struct sfr_error *error)
{
    const char *tmp = getenv("TMPDIR");
    char *path = sfr_format_path(tmp && *tmp ? tmp : "/tmp", "sframe-promote-", "XXXXXX");
    const int fd = mkstemp(path);

    if (fd < 0) {
        sfr_fail(error, "%s: %s", path, strerror(errno));
        free(path);
        return false;
    }
    close(fd);
    p->scratch = path;
    return true;
}

int sfr_promotion_prepare(struct sfr_promotion *p)
{
    if (!make_scratch(p, &p->why))
        return sfr_complain(p->why.text);
    if (fails(p, &p->in))
        return 0;
    if (!p->stopped) {
        p->stopped = SFR_STATUS_ERROR;
        sfr_fail(&p->why, "`%s` does not fail with %s: it shows nothing", p->command, p->path);
    }
    sfr_complain(p->why.text);
    return p->stopped;
}

/* ---- Cases that show it already ------------------------------------------------------------------------ */

bool sfr_promotion_input_of(const struct sfr_case *c, struct sfr_input *in)
{
    *in = (struct sfr_input){ (uint8_t *)(uintptr_t)c->bytes, (size_t)c->size, c->addr, SFR_PROFILE_AUTO };
    return c->op == SFR_OP_DECODE && !c->elf && sfr_profile_from_name(c->profile, &in->profile);
}

/* What names no version is judged by no profile, and found again by any. */
static bool is_judged_alike(const struct sfr_promotion *p, const struct sfr_input *in)
{
    return p->in.profile == SFR_PROFILE_AUTO || p->in.profile == in->profile;
}

/* Of an accepted input the same bytes, else the same fault, clause and field, judged by the same profile. What the
   command does with the case counts: of two inputs that the reference refuses for the same reason it may fail with
   one. */
static bool is_duplicate(struct sfr_promotion *p, const struct sfr_case *c)
{
    const struct sfr_fault_info *fault = sfr_fault_info(p->signature.fault);
    struct sfr_input in;

    if (!sfr_promotion_input_of(c, &in) || !is_judged_alike(p, &in))
        return false;
    if (in.size == p->in.size && memcmp(in.data, p->in.data, in.size) == 0)
        return true;
    if (!fault || c->expect != SFR_EXPECT_REJECT || strcmp(c->fault_class, fault->name) != 0)
        return false;
    const struct sfr_signature other = sfr_signature_of(&in);
    return sfr_signature_same(&other, &p->signature) && (!p->command || fails(p, &in));
}

const struct sfr_case *sfr_promotion_duplicate(struct sfr_promotion *p, const struct sfr_corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++) {
        if (is_duplicate(p, &corpus->cases[i]))
            return &corpus->cases[i];
    }
    return NULL;
}
