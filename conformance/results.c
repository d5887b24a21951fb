/* SPDX-License-Identifier: MIT */
/* Writes results.jsonl. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "conform_paths.h"
#include "results.h"

static const char *const standing_names[] = { "good", "known", "unexpected", "stale", "shown" };

const char *sfr_standing_name(enum sfr_standing standing)
{
    return standing_names[standing];
}

/* ---- JSON -------------------------------------------------------------------------- */

/* How many bytes the UTF-8 character at `at` has (RFC 3629: no surrogates, nothing overlong); 0 if there is none. */
static size_t utf8_len(const unsigned char *at)
{
    if (at[0] < 0x80)
        return 1;
    const size_t len = at[0] >= 0xc2 && at[0] <= 0xdf ? 2 : at[0] >= 0xe0 && at[0] <= 0xef ? 3 : at[0] >= 0xf0 && at[0] <= 0xf4 ? 4 : 0;
    for (size_t i = 1; i < len; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    const bool odd = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf0 && at[1] < 0x90)
        || (at[0] == 0xf4 && at[1] > 0x8f);
    return odd ? 0 : len;
}

void sfr_json_string(struct sfr_buffer *b, const char *text)
{
    if (!text) {
        sfr_buffer_printf(b, "null");
        return;
    }
    sfr_buffer_add(b, "\"", 1);
    for (const unsigned char *at = (const unsigned char *)text; *at; ) {
        const size_t len = utf8_len(at);
        if (*at == '"' || *at == '\\')
            sfr_buffer_printf(b, "\\%c", *at);
        else if (*at == '\n')
            sfr_buffer_printf(b, "\\n");
        else if (*at < 0x20 || *at == 0x7f)
            sfr_buffer_printf(b, "\\u%04x", *at);
        else if (len == 0)
            sfr_buffer_printf(b, "\\ufffd");
        else
            sfr_buffer_add(b, at, len);
        at += len == 0 ? 1 : len;
    }
    sfr_buffer_add(b, "\"", 1);
}

static void member(struct sfr_buffer *b, const char *name, const char *value)
{
    sfr_buffer_printf(b, ",\"%s\":", name);
    sfr_json_string(b, value);
}

/* The space-separated words of `list` as an array. */
static void member_words(struct sfr_buffer *b, const char *name, const char *list)
{
    const char *word;
    size_t len;
    sfr_buffer_printf(b, ",\"%s\":[", name);
    for (bool first = true; list && (word = sfr_next_word(&list, &len)); first = false) {
        char *one = sfr_copy_text(word, len);
        if (!first)
            sfr_buffer_add(b, ",", 1);
        sfr_json_string(b, one);
        free(one);
    }
    sfr_buffer_add(b, "]", 1);
}

/* ---- Objects ------------------------------------------------------------------------ */

static void write_header(struct sfr_buffer *b, const struct sfr_run *run)
{
    const struct sfr_config *config = run->config;
    sfr_buffer_printf(b, "{\"type\":\"run\",\"format\":1");
    member(b, "runner", SFR_CONFORM_VERSION);
    member(b, "implementation", config->name);
    member(b, "about", config->about);
    member(b, "version", run->version);
    member(b, "adapter", config->path);
    member(b, "corpus", run->corpus->root);
    member(b, "known", run->known ? run->known->path : NULL);
    sfr_buffer_printf(b, ",\"cases\":%zu,\"selected\":%zu", run->corpus->count, run->count);
    member_words(b, "profiles", config->profiles);
    member_words(b, "abis", config->abis);
    member_words(b, "orders", config->orders);
    member_words(b, "ops", config->ops);
    member_words(b, "unobservable", config->unobservable);
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
    member(b, "id", c->id);
    sfr_buffer_printf(b, ",\"rev\":%" PRIu64, c->rev);
    member(b, "title", c->title);
    member_words(b, "clauses", c->clauses);
    member(b, "profile", c->profile);
    member(b, "abi", c->abi);
    member(b, "order", c->order);
    member(b, "area", c->area);
    member(b, "op", sfr_op_name(c->op));
    member(b, "expect", sfr_expect_name(c->expect));
    member(b, "class", c->fault_class);
    member(b, "policy", c->policy);
    member(b, "multi-fault", c->multi_fault);
    member_words(b, "catches", c->catches);
    member(b, "outcome", sfr_outcome_name(r->outcome));
    member(b, "detail", r->detail);
    member(b, "message", r->message);
    member(b, "expected", r->expected);
    member(b, "seen", r->seen);
    member(b, "standing", sfr_standing_name(run->standings[index]));
    member(b, "reason", entry ? entry->reason : NULL);
    char *command = r->outcome == SFR_SKIPPED ? NULL : run->rung->by_hand(run->config, &request, c->id);
    member(b, "command", command);
    free(command);
    sfr_buffer_printf(b, "}\n");
}

static void write_summary(struct sfr_buffer *b, const struct sfr_run *run, const struct sfr_totals *totals, bool complete, int status)
{
    sfr_buffer_printf(b, "{\"type\":\"summary\",\"complete\":%s,\"status\":%d,\"selected\":%zu,\"outcomes\":{", complete ? "true" : "false",
                      status, run->count);
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        sfr_buffer_printf(b, "%s\"%s\":%zu", i > 0 ? "," : "", sfr_outcome_name((enum sfr_outcome)i), totals->outcomes[i]);
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

bool sfr_results_open(struct sfr_results *results, const char *folder, const struct sfr_run *run, struct sfr_error *error)
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

bool sfr_results_close(struct sfr_results *results, const struct sfr_run *run, const struct sfr_totals *totals, bool complete, int status,
                       struct sfr_error *error)
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
