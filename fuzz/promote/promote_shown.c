/* SPDX-License-Identifier: MIT */
/* Does an input show a finding: a command fails with it, or the reference refuses it? Which case
   shows it already? */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "complain.h"
#include "promote.h"
#include "work_folder.h"

enum { STATUS_INTERRUPTED = 128 + SIGINT };

/* ---- The command ------------------------------------------------------------------------------ */

/* The exit status of the command with this input, as a shell counts; below 0 and p->why if it
   cannot be run. */
static int run_command(struct fuzz_promotion *p, const struct fuzz_section *in)
{
    char *path = sfc_format("%s/input", p->folder);
    struct sfc_buffer line = { 0 };

    sfc_buffer_printf(&line, "%s ", p->command);
    sfc_add_quoted(&line, path);
    sfc_buffer_printf(&line, " >/dev/null 2>&1");
    const bool written = sfc_write_file(path, in->data, in->size, &p->why);
    const int status = written ? system(line.data) : -1;
    if (written && status < 0)
        sfc_fail(&p->why, "a shell cannot be started: %s", strerror(errno));
    sfc_buffer_free(&line);
    free(path);
    return status < 0 ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Does the command fail with this input? An interrupt or a command that cannot be run is not a
   failure: it stops the promotion. */
static bool fails(struct fuzz_promotion *p, const struct fuzz_section *in)
{
    if (p->stopped)
        return false;
    const int status = run_command(p, in);
    switch (status) {
    case 128 + SIGINT:
    case 128 + SIGQUIT: p->stopped = STATUS_INTERRUPTED; return sfc_fail(&p->why, "interrupted; nothing is drafted");
    case 126:
    case 127:
        p->stopped = SFC_STATUS_ERROR;
        return sfc_fail(&p->why, "`%s` cannot be run (exit status %d); nothing is drafted", p->command, status);
    default: p->stopped = status < 0 ? SFC_STATUS_ERROR : 0; return status > 0;
    }
}

bool fuzz_promotion_shows(struct fuzz_promotion *p, const struct fuzz_section *in)
{
    if (p->stopped)
        return false;
    const struct fuzz_signature now = fuzz_signature_of(in);
    return fuzz_signature_same(&now, &p->signature) && (!p->command || fails(p, in));
}

int fuzz_promotion_prepare(struct fuzz_promotion *p)
{
    p->folder = sfc_work_folder_make(&p->why);
    if (!p->folder)
        return sfc_complain(p->why.text);
    if (fails(p, &p->in))
        return 0;
    if (!p->stopped) {
        p->stopped = SFC_STATUS_ERROR;
        sfc_fail(&p->why, "`%s` does not fail with %s: there is nothing to show", p->command, p->path);
    }
    sfc_complain(p->why.text);
    return p->stopped;
}

/* ---- Cases that show it already ------------------------------------------------------------------------ */

bool fuzz_section_of_case(const struct sfc_case *c, struct fuzz_section *in)
{
    *in = (struct fuzz_section){ (uint8_t *)(uintptr_t)c->bytes, (size_t)c->size, c->addr, SFR_PROFILE_AUTO };
    return c->op == SFC_OP_DECODE && !c->elf && sfr_profile_from_name(c->profile, &in->profile);
}

/* An input without a valid version has no profile, and equals a case of any profile. */
static bool is_judged_alike(const struct fuzz_promotion *p, const struct fuzz_section *in)
{
    return p->in.profile == SFR_PROFILE_AUTO || p->in.profile == in->profile;
}

/* The same bytes, or the same fault, clause and field under the same profile. The command must fail
   with the case too: of two inputs that the reference refuses for the same reason, it may fail with
   one. */
static bool is_duplicate(struct fuzz_promotion *p, const struct sfc_case *c)
{
    const struct sfr_fault_info *fault = sfr_fault_info(p->signature.fault);
    struct fuzz_section in;

    if (!fuzz_section_of_case(c, &in) || !is_judged_alike(p, &in))
        return false;
    if (in.size == p->in.size && memcmp(in.data, p->in.data, in.size) == 0)
        return true;
    if (!fault || c->expect != SFC_EXPECT_REJECT || strcmp(c->fault_class, fault->name) != 0)
        return false;
    const struct fuzz_signature other = fuzz_signature_of(&in);
    return fuzz_signature_same(&other, &p->signature) && (!p->command || fails(p, &in));
}

const struct sfc_case *fuzz_promotion_duplicate(struct fuzz_promotion *p, const struct sfc_corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++) {
        if (is_duplicate(p, &corpus->cases[i]))
            return &corpus->cases[i];
    }
    return NULL;
}
