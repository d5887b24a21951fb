/* SPDX-License-Identifier: MIT */
/* Writes results.jsonl. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "conform_paths.h"
#include "json.h"
#include "results.h"

static const char *const standing_names[] = { "good", "known", "unexpected", "stale", "shown" };

const char *sfr_standing_name(enum sfr_standing standing)
{
    return standing_names[standing];
}

/* ---- Objects ------------------------------------------------------------------------ */

static void write_header(struct sfr_buffer *b, const struct sfr_run *run)
{
    const struct sfr_config *config = run->config;
    sfr_buffer_printf(b, "{\"type\":\"run\",\"format\":1");
    sfr_json_member(b, "runner", SFR_CONFORM_VERSION);
    sfr_json_member(b, "implementation", config->name);
    sfr_json_member(b, "about", config->about);
    sfr_json_member(b, "version", run->version);
    sfr_json_member(b, "adapter", config->path);
    sfr_json_member(b, "corpus", run->corpus->root);
    sfr_json_member(b, "known", run->known ? run->known->path : NULL);
    sfr_buffer_printf(b, ",\"cases\":%zu,\"selected\":%zu", run->corpus->count, run->count);
    sfr_json_words(b, "profiles", config->profiles);
    sfr_json_words(b, "abis", config->abis);
    sfr_json_words(b, "orders", config->orders);
    sfr_json_words(b, "ops", config->ops);
    sfr_json_words(b, "unobservable", config->unobservable);
    sfr_buffer_printf(b, ",\"policies\":{");
    for (size_t i = 0; i < config->num_policies; i++) {
        sfr_buffer_printf(b, "%s", i > 0 ? "," : "");
        sfr_json_string(b, config->policies[i].id);
        sfr_buffer_printf(b, ":\"%s\"", config->policies[i].accepts ? "accept" : "reject");
    }
    sfr_buffer_printf(b, "}}\n");
}

static void write_case(struct sfr_buffer *b, const struct sfr_run *run, size_t index)
{
    const struct sfr_case *c = run->cases[index];
    const struct sfr_result *r = &run->results[index];
    const struct sfr_known_entry *entry = sfr_known_find(run->known, c->id);
    const struct sfr_request request = sfr_case_request(c);
    sfr_buffer_printf(b, "{\"type\":\"case\"");
    sfr_json_member(b, "id", c->id);
    sfr_buffer_printf(b, ",\"rev\":%" PRIu64, c->rev);
    sfr_json_member(b, "title", c->title);
    sfr_json_words(b, "clauses", c->clauses);
    sfr_json_member(b, "profile", c->profile);
    sfr_json_member(b, "abi", c->abi);
    sfr_json_member(b, "order", c->order);
    sfr_json_member(b, "area", c->area);
    sfr_json_member(b, "op", sfr_op_name(c->op));
    sfr_json_member(b, "expect", sfr_expect_name(c->expect));
    sfr_json_member(b, "class", c->fault_class);
    sfr_json_member(b, "policy", c->policy);
    sfr_json_member(b, "multi-fault", c->multi_fault);
    sfr_json_words(b, "catches", c->catches);
    sfr_json_member(b, "outcome", sfr_outcome_name(r->outcome));
    sfr_json_member(b, "detail", r->detail);
    sfr_json_member(b, "message", r->message);
    sfr_json_member(b, "expected", r->expected);
    sfr_json_member(b, "seen", r->seen);
    sfr_json_member(b, "standing", sfr_standing_name(run->standings[index]));
    sfr_json_member(b, "reason", entry ? entry->reason : NULL);
    char *command = r->outcome == SFR_SKIPPED ? NULL : run->rung->by_hand(run->config, &request, c->id);
    sfr_json_member(b, "command", command);
    free(command);
    sfr_buffer_printf(b, "}\n");
}

static void write_summary(struct sfr_buffer *b, const struct sfr_run *run, const struct sfr_totals *totals,
                          bool complete, int status)
{
    sfr_buffer_printf(b, "{\"type\":\"summary\",\"complete\":%s,\"status\":%d,\"selected\":%zu,\"outcomes\":{",
                      complete ? "true" : "false", status, run->count);
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        sfr_buffer_printf(b, "%s\"%s\":%zu", i > 0 ? "," : "", sfr_outcome_name((enum sfr_outcome)i),
                          totals->outcomes[i]);
    sfr_buffer_printf(b, "},\"standings\":{");
    for (unsigned i = 0; i < SFR_NUM_STANDINGS; i++)
        sfr_buffer_printf(b, "%s\"%s\":%zu", i > 0 ? "," : "", standing_names[i], totals->standings[i]);
    sfr_buffer_printf(b, "},\"unmatched\":[");
    for (size_t i = 0; i < run->num_unmatched; i++) {
        sfr_buffer_printf(b, "%s", i > 0 ? "," : "");
        sfr_json_string(b, run->unmatched[i]->id);
    }
    sfr_buffer_printf(b, "]}\n");
}

/* ---- File ---------------------------------------------------------------------------- */

/* Errors of the stream stick to it; sfr_results_close() looks at them. */
static void put(struct sfr_results *results, struct sfr_buffer *b)
{
    fwrite(b->data, 1, b->len, results->file);
    fflush(results->file);
    sfr_buffer_free(b);
}

static void release(struct sfr_results *results)
{
    free(results->path);
    free(results->part);
    *results = (struct sfr_results){ 0 };
}

bool sfr_results_open(struct sfr_results *results, const char *folder, const struct sfr_run *run,
                      struct sfr_error *error)
{
    struct sfr_buffer path = { 0 }, part = { 0 }, header = { 0 };
    sfr_buffer_printf(&path, "%s/results.jsonl", folder);
    sfr_buffer_printf(&part, "%s.part", path.data);
    *results = (struct sfr_results){ .path = path.data, .part = part.data };
    const bool made = mkdir(folder, 0777) == 0 || errno == EEXIST;
    results->file = made ? fopen(part.data, "wb") : NULL;
    if (!results->file) {
        sfr_fail(error, "%s: cannot be written: %s", made ? part.data : folder, strerror(errno));
        release(results);
        return false;
    }
    write_header(&header, run);
    put(results, &header);
    return true;
}

void sfr_results_add(struct sfr_results *results, const struct sfr_run *run, size_t index)
{
    struct sfr_buffer b = { 0 };
    write_case(&b, run, index);
    put(results, &b);
    results->num_cases++;
}

bool sfr_results_close(struct sfr_results *results, const struct sfr_run *run, const struct sfr_totals *totals,
                       bool complete, int status, struct sfr_error *error)
{
    struct sfr_buffer b = { 0 };
    bool good = results->num_cases == run->count
        || sfr_fail(error, "%s: %zu of %zu results were written", results->part, results->num_cases, run->count);
    write_summary(&b, run, totals, complete, status);
    put(results, &b);
    const bool failed = ferror(results->file) != 0;
    if (fclose(results->file) != 0 || failed)
        good = sfr_fail(error, "%s: could not be written whole", results->part);
    if (good && rename(results->part, results->path) != 0)
        good = sfr_fail(error, "%s: cannot be renamed: %s", results->part, strerror(errno));
    release(results);
    return good;
}
