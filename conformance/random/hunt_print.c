/* SPDX-License-Identifier: MIT */
/* What a run of random functions found, as text and as producer cases. */
#include <inttypes.h>
#include <string.h>

#include "hunt.h"
#include "json.h"

static void add_program(struct sfc_buffer *b, const struct sfc_find *find)
{
    for (size_t i = 0; i < find->num_bodies; i++) {
        sfc_buffer_printf(b, "%s", i > 0 ? " | " : "");
        sfc_body_line(b, &find->bodies[i]);
    }
}

static void add_command(struct sfc_buffer *b, const struct sfc_hunt *h, const struct sfc_cause *c, const char *again)
{
    const struct sfc_batch batch = sfc_hunt_again(h, &c->first);
    sfc_buffer_printf(b, "%s --random %zu --from %" PRIu64 " --seed %" PRIu64, again, batch.count, batch.from, h->seed);
}

enum sfc_find_standing sfc_cause_standing(const struct sfc_cause *c)
{
    return c->known ? SFC_FIND_KNOWN : c->first.is_confirmed ? SFC_FIND_NEW : SFC_FIND_UNSURE;
}

/* The kind with its detail, and the program. */
static void add_find(struct sfc_buffer *b, const struct sfc_find *find)
{
    sfc_buffer_printf(b, "%s%s%s ", sfc_kind_name(find->kind), find->detail[0] ? ":" : "", find->detail);
    add_program(b, find);
}

static void print_cause(FILE *out, const struct sfc_hunt *h, const struct sfc_cause *c, const char *again)
{
    const bool is_unsure = sfc_cause_standing(c) == SFC_FIND_UNSURE;
    struct sfc_buffer find = { 0 }, command = { 0 };
    add_find(&find, &c->first);
    add_command(&command, h, c, again);
    fprintf(out, "%-6s %7" PRIu64 " %s\n               %s%s\n", is_unsure ? "UNSURE" : "NEW", c->count,
            sfc_buffer_text(&find),
            !is_unsure       ? ""
            : h->was_stopped ? "interrupted before it was tried again: "
                             : "seen once, but not by: ",
            sfc_buffer_text(&command));
    sfc_buffer_free(&find);
    sfc_buffer_free(&command);
}

/* All finds of a known cause in one line. */
static void print_known(FILE *out, const struct sfc_known_causes *known)
{
    for (size_t i = 0; i < known->count; i++) {
        const struct sfc_known_cause *k = &known->all[i];
        struct sfc_buffer b = { 0 };
        add_find(&b, &k->find);
        fprintf(out, "%-6s %7" PRIu64 " %s\n               %s%s\n", k->is_stale ? "STALE" : "known", k->count,
                sfc_buffer_text(&b), k->is_stale ? "no longer fails so: " : "", k->reason);
        sfc_buffer_free(&b);
    }
}

void sfc_hunt_sums(const struct sfc_hunt *h, struct sfc_hunt_sum *sums)
{
    for (unsigned i = 0; i < SFC_NUM_FIND_STANDINGS; i++)
        sums[i] = (struct sfc_hunt_sum){ 0 };
    for (size_t i = 0; i < h->causes.count; i++) {
        struct sfc_hunt_sum *sum = &sums[sfc_cause_standing(&h->causes.all[i])];
        sum->finds += h->causes.all[i].count;
        sum->causes += !h->causes.all[i].known;
    }
    for (size_t i = 0; i < h->known.count; i++)
        sums[SFC_FIND_KNOWN].causes += h->known.all[i].count > 0;
}

static const char *profile_name(const struct sfc_hunt *h)
{
    return h->profile == SFR_PROFILE_AUTO ? "no SFrame data" : sfr_profile_name(h->profile);
}

void sfc_hunt_print(FILE *out, const struct sfc_hunt *h, const char *again)
{
    struct sfc_hunt_sum sums[SFC_NUM_FIND_STANDINGS];
    sfc_hunt_sums(h, sums);
    print_known(out, &h->known);
    for (size_t i = 0; i < h->causes.count; i++)
        if (!h->causes.all[i].known)
            print_cause(out, h, &h->causes.all[i], again);
    fprintf(out,
            "%" PRIu64 " functions (seed %" PRIu64 ", %s, %s): %" PRIu64 " right, %" PRIu64 " wrong; finds: %" PRIu64
            " of %zu known causes, %" PRIu64 " of %zu new causes, %" PRIu64 " unsure; the assembler ran %" PRIu64
            " times\n",
            h->num_tried, h->seed, h->target->abi, profile_name(h), h->num_tried - h->num_wrong, h->num_wrong,
            sums[SFC_FIND_KNOWN].finds, sums[SFC_FIND_KNOWN].causes, sums[SFC_FIND_NEW].finds,
            sums[SFC_FIND_NEW].causes, sums[SFC_FIND_UNSURE].finds, h->num_calls);
    if (h->was_stopped)
        fprintf(out, "interrupted; go on with: %s --random %" PRIu64 " --from %" PRIu64 " --seed %" PRIu64 "\n", again,
                h->from + h->count - h->next, h->next, h->seed);
}

/* ---- Results ---- */

static void add_record(struct sfc_buffer *b, const char *standing, uint64_t count, const struct sfc_find *find)
{
    struct sfc_buffer program = { 0 };
    add_program(&program, find);
    sfc_buffer_printf(b, "{\"type\":\"cause\",\"count\":%" PRIu64, count);
    sfc_json_member(b, "standing", standing);
    sfc_json_member(b, "kind", sfc_kind_name(find->kind));
    sfc_json_member(b, "detail", find->detail[0] ? find->detail : NULL);
    sfc_json_member(b, "program", sfc_buffer_text(&program));
    sfc_buffer_free(&program);
}

void sfc_hunt_results(struct sfc_buffer *out, const struct sfc_hunt *h, const char *again)
{
    sfc_buffer_printf(out,
                      "{\"type\":\"run\",\"format\":1,\"seed\":%" PRIu64 ",\"from\":%" PRIu64 ",\"tried\":%" PRIu64
                      ",\"wrong\":%" PRIu64 ",\"complete\":%s",
                      h->seed, h->from, h->num_tried, h->num_wrong,
                      h->num_tried == h->count && !h->was_stopped ? "true" : "false");
    sfc_json_member(out, "abi", h->target->abi);
    sfc_json_member(out, "profile", h->profile == SFR_PROFILE_AUTO ? NULL : sfr_profile_name(h->profile));
    sfc_buffer_printf(out, "}\n");
    for (size_t i = 0; i < h->known.count; i++) {
        const struct sfc_known_cause *k = &h->known.all[i];
        add_record(out, k->is_stale ? "stale" : "known", k->count, &k->find);
        sfc_json_member(out, "reason", k->reason);
        sfc_buffer_printf(out, "}\n");
    }
    for (size_t i = 0; i < h->causes.count; i++) {
        const struct sfc_cause *c = &h->causes.all[i];
        struct sfc_buffer command = { 0 };
        if (c->known)
            continue;
        add_command(&command, h, c, again);
        add_record(out, sfc_cause_standing(c) == SFC_FIND_NEW ? "new" : "unsure", c->count, &c->first);
        sfc_json_member(out, "command", sfc_buffer_text(&command));
        sfc_buffer_printf(out, "}\n");
        sfc_buffer_free(&command);
    }
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
    sfc_buffer_printf(out, "# %s", sfc_cause_standing(c) == SFC_FIND_UNSURE ? "unsure, not seen by: " : "");
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
