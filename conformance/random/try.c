/* SPDX-License-Identifier: MIT */
/* Assembles functions and finds those that make the whole file fail. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw.h"
#include "producer_file.h"
#include "toolchain_step.h"
#include "try.h"

static const char *const names[SFC_NUM_KINDS] = { "wrong-cfa",    "wrong-ra", "wrong-fp",  "wrong-pac",  "wrong-key",
                                                  "wrong-signal", "lost",     "no-row",    "unreadable", "stray",
                                                  "eh-frame",     "section",  "container", "relocation", "cfi",
                                                  "crash",        "timeout",  "flood",     "refused",    "nothing" };

const char *sfc_kind_name(enum sfc_kind kind)
{
    return names[kind];
}

bool sfc_trial_open(struct sfc_trial *t, struct sfc_error *error)
{
    const char *temporary = getenv("TMPDIR");
    t->folder = sfc_format("%s/sframe-random-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (mkdtemp(t->folder))
        return true;
    free(t->folder);
    t->folder = NULL;
    return sfc_fail(error, "there is no place for temporary files (TMPDIR)");
}

void sfc_trial_close(struct sfc_trial *t)
{
    if (t->folder)
        rmdir(t->folder);
    free(t->folder);
    sfc_expected_free(&t->expected);
    t->folder = NULL;
}

/* ---- One file ---- */

static void put(struct sfc_verdict *v, enum sfc_kind kind, const char *detail)
{
    v->kinds |= 1u << kind;
    if (!v->detail[0])
        snprintf(v->detail, sizeof v->detail, "%.*s", (int)strcspn(detail, " \n"), detail);
}

/* GNU as reports its own crashes, and names its function: "Internal error in F at ...". */
static const char *crash_detail(const struct sfc_process *p, const struct sfc_buffer *detail)
{
    static const char words[] = "nternal error in ";
    const char *at = p->err.data ? strstr(p->err.data, words) : NULL;
    return at ? at + strlen(words) : sfc_buffer_text(detail) + strlen("as:");
}

/* The assembler failed. A message in other words must not look like another cause, so none is a detail. */
static bool judge_process(struct sfc_trial *t, const struct sfc_process *p, struct sfc_verdict *v,
                          struct sfc_error *error)
{
    struct sfc_buffer detail = { 0 }, message = { 0 };
    bool good = true;
    switch ((unsigned)sfc_toolchain_step_judge(p, "as", &detail, &message)) {
    case SFC_PASS: break;
    case SFC_CRASH: put(v, SFC_KIND_CRASH, crash_detail(p, &detail)); break;
    case SFC_TIMEOUT: put(v, SFC_KIND_TIMEOUT, ""); break;
    case SFC_LIMIT: put(v, SFC_KIND_FLOOD, ""); break;
    case SFC_TOO_STRICT: put(v, SFC_KIND_REFUSED, message.len > 0 ? "" : "without-a-message"); break;
    default:
        t->is_stopped = p->ended == SFC_ENDED_STOPPED;
        good = sfc_fail(error, t->is_stopped ? "stopped" : "the assembler %s", sfc_buffer_text(&message));
        break;
    }
    sfc_buffer_free(&detail);
    sfc_buffer_free(&message);
    return good;
}

static enum sfc_kind kind_of_area(const char *area)
{
    return strcmp(area, "section") == 0      ? SFC_KIND_SECTION
           : strcmp(area, "relocation") == 0 ? SFC_KIND_RELOCATION
           : strcmp(area, "cfi") == 0        ? SFC_KIND_CFI
                                             : SFC_KIND_CONTAINER;
}

/* Faults of the whole file. Those of a section have the fault's name first in their text. */
static void judge_complaints(const struct sfc_producer *p, struct sfc_verdict *v)
{
    for (size_t i = 0; i < p->num_complaints; i++) {
        const struct sfc_complaint *c = &p->complaints[i];
        const enum sfc_kind kind = kind_of_area(c->area);
        if (!c->is_doubt)
            put(v, kind, kind == SFC_KIND_SECTION ? c->text : c->clause);
    }
}

static void judge_object(struct sfc_trial *t, const char *object, const struct sfc_body *const *bodies, size_t count,
                         struct sfc_verdict *verdicts, struct sfc_verdict *all)
{
    struct sfc_producer p;
    if (access(object, F_OK) != 0) {
        put(all, SFC_KIND_NOTHING, "");
        return;
    }
    sfc_producer_judge(&p, object, SFR_PROFILE_AUTO, false);
    if (p.state == SFC_PRODUCER_UNREADABLE)
        put(all, p.size == 0 ? SFC_KIND_NOTHING : SFC_KIND_CONTAINER, p.size == 0 ? "" : "not-readable");
    judge_complaints(&p, all);
    if (all->kinds == 0) {
        if (t->profile == SFR_PROFILE_AUTO)
            t->profile = p.profile;
        sfc_try_functions(t, &p, bodies, count, verdicts);
    }
    sfc_producer_free(&p);
}

static bool write_source(const struct sfc_trial *t, const char *source, const struct sfc_body *const *bodies,
                         size_t count, struct sfc_error *error)
{
    struct sfc_buffer text = { 0 };
    for (size_t i = 0; i < count; i++)
        sfc_body_write(&text, t->target, bodies[i], i);
    const bool good = sfc_write_file(source, text.data, text.len, error);
    sfc_buffer_free(&text);
    return good;
}

/* Judges the functions, or says in *all that the whole file is wrong. */
static bool try_file(struct sfc_trial *t, const struct sfc_body *const *bodies, size_t count,
                     struct sfc_verdict *verdicts, struct sfc_verdict *all, struct sfc_error *error)
{
    char *source = sfc_format("%s/a.s", t->folder), *object = sfc_format("%s/a.o", t->folder);
    const struct sfc_toolchain_step step = {
        .command = t->as, .path = t->path, .output = object, .input = source, .stop = t->stop
    };
    bool good = write_source(t, source, bodies, count, error);
    if (good) {
        struct sfc_process p;
        t->num_calls++;
        sfc_toolchain_step_run(&step, &p);
        good = judge_process(t, &p, all, error);
        sfc_process_free(&p);
    }
    if (good && all->kinds == 0)
        judge_object(t, object, bodies, count, verdicts, all);
    unlink(source);
    unlink(object);
    free(source);
    free(object);
    return good;
}

/* ---- Many files ---- */

/* An assembler may refuse numbers that no version holds. */
static void judge_one(const struct sfc_body *body, const struct sfc_verdict *all, struct sfc_verdict *verdict)
{
    *verdict = *all;
    if (all->kinds == 1u << SFC_KIND_REFUSED && !all->detail[0] && sfc_may_refuse(body))
        *verdict = (struct sfc_verdict){ 0 };
}

/* A part of the functions that is still to be tried, and what the file was blamed for that it is a part of. */
struct part {
    size_t start, count;
};

static bool shows(const struct sfc_verdict *verdicts, const struct part *part, unsigned kinds)
{
    for (size_t i = part->start; i < part->start + part->count; i++)
        if (verdicts[i].kinds & kinds)
            return true;
    return false;
}

static bool try_part(struct sfc_trial *t, const struct sfc_body *const *bodies, struct part part,
                     struct sfc_verdict *verdicts, struct sfc_error *error);

/* Both halves. If neither shows what the whole shows, the first function stands for all. */
static bool try_halves(struct sfc_trial *t, const struct sfc_body *const *bodies, struct part part,
                       struct sfc_verdict *verdicts, const struct sfc_verdict *all, struct sfc_error *error)
{
    const size_t half = part.count / 2;
    if (!try_part(t, bodies, (struct part){ part.start, half }, verdicts, error)
        || !try_part(t, bodies, (struct part){ part.start + half, part.count - half }, verdicts, error))
        return false;
    if (all->kinds == 1u << SFC_KIND_REFUSED || shows(verdicts, &part, all->kinds))
        return true;
    struct sfc_verdict *first = &verdicts[part.start];
    first->kinds |= all->kinds;
    first->together = part.count;
    memcpy(first->detail, all->detail, sizeof first->detail);
    return true;
}

/* As deep as the logarithm of the number of functions. */
static bool try_part(struct sfc_trial *t, const struct sfc_body *const *bodies, struct part part,
                     struct sfc_verdict *verdicts, struct sfc_error *error)
{
    struct sfc_verdict all = { 0 };
    if (part.count == 0)
        return true;
    if (!try_file(t, bodies + part.start, part.count, verdicts + part.start, &all, error))
        return false;
    if (all.kinds == 0)
        return true;
    if (part.count > 1)
        return try_halves(t, bodies, part, verdicts, &all, error);
    judge_one(bodies[part.start], &all, &verdicts[part.start]);
    return true;
}

bool sfc_try(struct sfc_trial *t, const struct sfc_body *const *bodies, size_t count, struct sfc_verdict *verdicts,
             struct sfc_error *error)
{
    for (size_t i = 0; i < count; i++)
        verdicts[i] = (struct sfc_verdict){ 0 };
    return try_part(t, bodies, (struct part){ 0, count }, verdicts, error);
}
