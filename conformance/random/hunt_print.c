/* SPDX-License-Identifier: MIT */
/* What a run of random functions found, as text and as producer cases. */
#include <inttypes.h>
#include <string.h>

#include "hunt.h"

static void add_program(struct sfc_buffer *b, const struct sfc_find *find)
{
    for (size_t i = 0; i < find->num_bodies; i++) {
        sfc_buffer_printf(b, "%s", i > 0 ? " | " : "");
        sfc_body_line(b, &find->bodies[i]);
    }
}

/* The functions of a find: those of the whole batch if it needs several. */
static void add_command(struct sfc_buffer *b, const struct sfc_hunt *h, const struct sfc_cause *c, const char *again)
{
    uint64_t from = c->first.index, count = 1;
    if (c->first.num_bodies > 1 || c->is_unsteady) {
        from = h->from + (from - h->from) / SFC_HUNT_BATCH * SFC_HUNT_BATCH;
        count = h->from + h->count - from < SFC_HUNT_BATCH ? h->from + h->count - from : SFC_HUNT_BATCH;
    }
    sfc_buffer_printf(b, "%s --random %" PRIu64 " --from %" PRIu64 " --seed %" PRIu64, again, count, from, h->seed);
}

static void print_cause(FILE *out, const struct sfc_hunt *h, const struct sfc_cause *c, const char *again)
{
    struct sfc_buffer b = { 0 };
    add_program(&b, &c->first);
    fprintf(out, "%s %8" PRIu64 " %s%s%s %s\n", c->known ? "known" : "NEW  ", c->count, sfc_kind_name(c->first.kind),
            c->first.detail[0] ? ":" : "", c->first.detail, sfc_buffer_text(&b));
    sfc_buffer_free(&b);
    if (c->known)
        return;
    add_command(&b, h, c, again);
    fprintf(out, "               %s%s\n", c->is_unsteady ? "not shown again in a file of its own; " : "",
            sfc_buffer_text(&b));
    sfc_buffer_free(&b);
}

/* All finds of a known cause in one line. */
static void print_known(FILE *out, const struct sfc_known_causes *known)
{
    for (size_t i = 0; i < known->count; i++) {
        const struct sfc_known_cause *k = &known->all[i];
        struct sfc_buffer b = { 0 };
        add_program(&b, &k->find);
        fprintf(out, "%s %8" PRIu64 " %s%s%s %s\n               %s%s\n", k->is_stale ? "STALE" : "known", k->count,
                sfc_kind_name(k->find.kind), k->find.detail[0] ? ":" : "", k->find.detail, sfc_buffer_text(&b),
                k->is_stale ? "no longer fails so: " : "", k->reason);
        sfc_buffer_free(&b);
    }
}

uint64_t sfc_hunt_new(const struct sfc_hunt *h, size_t *causes)
{
    uint64_t finds = 0;
    *causes = 0;
    for (size_t i = 0; i < h->causes.count; i++) {
        if (h->causes.all[i].known)
            continue;
        finds += h->causes.all[i].count;
        ++*causes;
    }
    return finds;
}

void sfc_hunt_print(FILE *out, const struct sfc_hunt *h, const char *again)
{
    size_t num_new, num_used = 0;
    const uint64_t finds = sfc_hunt_new(h, &num_new);
    uint64_t known = 0;
    print_known(out, &h->known);
    for (size_t i = 0; i < h->causes.count; i++)
        if (!h->causes.all[i].known)
            print_cause(out, h, &h->causes.all[i], again);
    for (size_t i = 0; i < h->known.count; i++) {
        known += h->known.all[i].count;
        num_used += h->known.all[i].count > 0;
    }
    fprintf(out,
            "%" PRIu64 " functions (seed %" PRIu64 ", %s, %s): %" PRIu64 " right, %" PRIu64 " wrong; finds: %" PRIu64
            " of %zu known causes, %" PRIu64 " of %zu new causes; the assembler ran %" PRIu64 " times\n",
            h->num_tried, h->seed, h->target->abi,
            h->profile == SFR_PROFILE_AUTO ? "no SFrame data" : sfr_profile_name(h->profile),
            h->num_tried - h->num_wrong, h->num_wrong, known, num_used, finds, num_new, h->num_calls);
    if (h->was_stopped)
        fprintf(out, "interrupted; go on with: %s --random %" PRIu64 " --from %" PRIu64 " --seed %" PRIu64 "\n", again,
                h->from + h->count - h->next, h->next, h->seed);
}

/* ---- Cases ---- */

/* The words that the case allows: what may be stated must be. */
static const char *allowed(const struct sfc_hunt *h, const struct sfc_body *body)
{
    struct sfc_trial t = { .target = h->target, .profile = h->profile };
    const char *word = "equal|weaker|absent|any";
    if (sfc_expect(h->target, body, &t.expected) && sfc_try_must_state(&t, &t.expected))
        word = "equal";
    sfc_expected_free(&t.expected);
    return word;
}

void sfc_hunt_case(struct sfc_buffer *out, const struct sfc_hunt *h, const struct sfc_cause *c, const char *again)
{
    bool has_code = false;
    sfc_buffer_printf(out, "# SPDX-License-Identifier: MIT\n#: abi %s\n#: about random: %s\n", h->target->abi, c->key);
    for (size_t i = 0; i < c->first.num_bodies; i++) {
        if (sfc_body_size(h->target, &c->first.bodies[i]) == 0)
            continue;
        sfc_buffer_printf(out, "#: function f%zu %s\n", i, allowed(h, &c->first.bodies[i]));
        has_code = true;
    }
    if (!has_code) /* a case needs a function that is judged */
        sfc_buffer_printf(out, "#: function f%zu equal\n", c->first.num_bodies);
    sfc_buffer_printf(out, "# ");
    add_command(out, h, c, again);
    sfc_buffer_printf(out, "\n");
    for (size_t i = 0; i < c->first.num_bodies; i++)
        sfc_body_write(out, h->target, &c->first.bodies[i], i);
    if (!has_code) {
        struct sfc_body plain = { 0 };
        sfc_body_add(&plain, (struct sfc_statement){ .op = SFC_WORD_NOP });
        sfc_body_write(out, h->target, &plain, c->first.num_bodies);
        sfc_body_free(&plain);
    }
}
