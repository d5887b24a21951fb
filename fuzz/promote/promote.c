/* SPDX-License-Identifier: MIT */
/*
 * From an input that found something to the draft of a case. The input is made as small as possible
 * while it shows the same finding. If a case shows it already, its name is printed and nothing is
 * written. If one changed field in an accepted case shows it too, the draft is a recipe, else a
 * line for corpus/regress/.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"
#include "promote.h"
#include "trailer.h"
#include "work_folder.h"

enum { STATUS_DUPLICATE = 1 };

/* ---- The input ---------------------------------------------------------------------------------- */

static void take_trailer(struct fuzz_promotion *p)
{
    uint64_t addr;
    uint8_t profile;

    if (!fuzz_trailer_take(p->in.data, &p->in.size, &addr, &profile))
        return;
    p->in.addr = p->has_addr ? p->in.addr : addr;
    if (p->in.profile == SFR_PROFILE_AUTO)
        p->in.profile = (enum sfr_profile)(profile % (SFR_PROFILE_V3 + 1));
}

static bool read_input(struct fuzz_promotion *p, struct sfc_error *error)
{
    static const enum sfr_profile newest[] = { SFR_PROFILE_AUTO, SFR_PROFILE_V1, SFR_PROFILE_V2E2, SFR_PROFILE_V3 };

    p->in.data = (uint8_t *)sfc_read_file(p->path, FUZZ_PROMOTE_MAX, &p->in.size, error);
    if (!p->in.data)
        return false;
    p->size = p->in.size;
    sfr_sha256(p->in.data, p->in.size, p->sha256);
    take_trailer(p);
    if (p->in.profile == SFR_PROFILE_AUTO && p->in.size > 2 && p->in.data[2] <= 3)
        p->in.profile = newest[p->in.data[2]];
    return true;
}

/* ---- From the input to the draft ----------------------------------------------------------------- */

static int promote_with(struct fuzz_promotion *p, const struct sfc_corpus *corpus)
{
    fuzz_promotion_minimise(p);
    p->signature = fuzz_signature_of(&p->in);
    const struct sfc_case *known = fuzz_promotion_duplicate(p, corpus);
    if (p->stopped) {
        sfc_complain(p->why.text);
        return p->stopped;
    }
    if (known) {
        const struct sfr_fault_info *fault = sfr_fault_info(p->signature.fault);
        printf("the corpus has this finding: %s (%s%s%s)\n", known->id, fault ? fault->name : "the same bytes",
               fault ? " at " : "", p->signature.field);
        return STATUS_DUPLICATE;
    }
    return fuzz_promotion_draft(p, corpus);
}

/* Before minimising, which takes minutes: they would be lost. */
static bool make_folder(const char *path, struct sfc_error *error)
{
    return ((mkdir(path, 0777) == 0 || errno == EEXIST) && access(path, W_OK | X_OK) == 0)
           || sfc_fail(error, "%s: cannot be written to as a folder: %s", path, strerror(errno));
}

static int promote(struct fuzz_promotion *p)
{
    struct sfc_error error = { "" };
    struct sfc_corpus corpus;

    if (!read_input(p, &error))
        return sfc_complain(error.text);
    p->signature = fuzz_signature_of(&p->in);
    if (p->signature.fault == SFR_FAULT_NONE && !p->command)
        return sfc_complain("the reference accepts this input; give a command that fails on it with --while");
    if (p->output && !make_folder(p->output, &error))
        return sfc_complain(error.text);
    int status = p->command ? fuzz_promotion_prepare(p) : 0;
    if (status != 0)
        return status;
    if (!sfc_corpus_load(&corpus, p->corpus, &error))
        return sfc_complain(error.text);
    status = promote_with(p, &corpus);
    sfc_corpus_free(&corpus);
    return status;
}

int fuzz_promote(struct fuzz_promotion *p)
{
    struct stat st;
    const bool is_new = p->output && stat(p->output, &st) != 0;
    const int status = promote(p);
    if (is_new)
        rmdir(p->output); /* if nothing is in it */
    sfc_work_folder_remove(p->folder);
    free(p->in.data);
    return status;
}
