/* SPDX-License-Identifier: MIT */
/* Writes results.jsonl. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../gen/sha256.h"
#include "conform_paths.h"
#include "json.h"
#include "results.h"

/* As many bytes of a section as a person may want to look at, from so far in front of the fault. */
enum { MAX_SHOWN = 1024, SHOWN_BEFORE = 64, MAX_INDEX = 256 << 20 };

static const char *const standing_names[] = { "good", "known", "unexpected", "stale", "shown", "not-run" };

const char *sfr_standing_name(enum sfr_standing standing)
{
    return standing_names[standing];
}

/* ---- Objects ------------------------------------------------------------------------ */

/* The checksum of the corpus is that of its indexes one behind the other, which have those of all sections. */
static void write_corpus_hash(struct sfr_buffer *b, const struct sfr_corpus *corpus)
{
    static const char *const names[] = { "index.tsv", "real/index.tsv" };
    struct sfr_buffer all = { 0 };
    char sha256[GEN_SHA256_TEXT];
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct sfr_buffer path = { 0 };
        size_t len = 0;
        sfr_buffer_printf(&path, "%s/%s", corpus->root, names[i]);
        char *text = sfr_read_file(path.data, MAX_INDEX, &len, NULL);
        sfr_buffer_add(&all, text ? text : "", len);
        free(text);
        sfr_buffer_free(&path);
    }
    gen_sha256(all.data, all.len, sha256);
    sfr_json_member(b, "corpus-sha256", sha256);
    sfr_buffer_free(&all);
}

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
    write_corpus_hash(b, run->corpus);
    sfr_json_member(b, "known", run->known ? run->known->path : NULL);
    if (run->seed != 0)
        sfr_buffer_printf(b, ",\"seed\":\"%" PRIu64 "\"", run->seed);
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

/* What a report shows of a section: the bytes around the fault, or its start. */
static void write_bytes(struct sfr_buffer *b, const struct sfr_case *c)
{
    static const char digits[] = "0123456789abcdef";
    const bool far = c->expect == SFR_EXPECT_REJECT && c->range_end > MAX_SHOWN && c->range_start > SHOWN_BEFORE;
    const uint64_t start = far ? (c->range_start - SHOWN_BEFORE) / 16 * 16 : 0;
    const uint64_t from = start < c->size ? start : c->size;
    const uint64_t shown = c->size - from < MAX_SHOWN ? c->size - from : MAX_SHOWN;
    sfr_buffer_printf(b, ",\"bytes-at\":%" PRIu64 ",\"bytes\":\"", from);
    for (uint64_t i = from; i < from + shown; i++)
        sfr_buffer_add(b, (const char[]){ digits[c->bytes[i] >> 4], digits[c->bytes[i] & 15] }, 2);
    sfr_buffer_printf(b, "\"");
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
    if (c->expect == SFR_EXPECT_REJECT)
        sfr_buffer_printf(b, ",\"range\":[%" PRIu64 ",%" PRIu64 "]", c->range_start, c->range_end);
    sfr_json_member(b, "policy", c->policy);
    sfr_json_member(b, "multi-fault", c->multi_fault);
    sfr_json_words(b, "catches", c->catches);
    sfr_json_member(b, "outcome", sfr_outcome_name(r->outcome));
    sfr_json_member(b, "detail", r->detail);
    sfr_json_member(b, "message", r->message);
    sfr_json_member(b, "expected", r->expected);
    sfr_json_member(b, "seen", r->seen);
    sfr_json_member(b, "standing", sfr_standing_name(run->standings[index]));
    if (entry) {
        sfr_json_member(b, "known", entry->outcomes);
        sfr_buffer_printf(b, ",\"known-line\":%u", entry->line);
        sfr_json_member(b, "reason", entry->reason);
    }
    sfr_buffer_printf(b, ",\"seconds\":%.6f,\"size\":%" PRIu64, r->seconds, c->size);
    if (sfr_outcome_fails(r->outcome))
        write_bytes(b, c);
    char *command = r->outcome == SFR_SKIPPED || r->outcome == SFR_NOT_RUN
                        ? NULL
                        : run->rung->by_hand(run->config, &request, c->id, run->corpus_option);
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
    sfr_buffer_printf(b, "}");
    if (run->trouble)
        sfr_json_member(b, "trouble", run->trouble);
    sfr_buffer_printf(b, ",\"unmatched\":[");
    for (size_t i = 0; i < run->num_unmatched; i++) {
        sfr_buffer_printf(b, "%s{\"line\":%u", i > 0 ? "," : "", run->unmatched[i]->line);
        sfr_json_member(b, "id", run->unmatched[i]->id);
        sfr_buffer_printf(b, "}");
    }
    sfr_buffer_printf(b, "]}\n");
}

/* ---- File ---------------------------------------------------------------------------- */

/* The first error stops the writing, so that what is there ends with the last whole line or in one that is not. The
   sheet gets every line. */
static bool put(struct sfr_results *results, struct sfr_buffer *b, struct sfr_error *error)
{
    bool good = sfr_sheet_add(&results->sheet, b->data, b->len - 1, error);
    if (good && results->file && results->why == 0
        && (fwrite(b->data, 1, b->len, results->file) != b->len || fflush(results->file) != 0))
        results->why = errno != 0 ? errno : EIO;
    sfr_buffer_free(b);
    if (good && results->why != 0)
        good = sfr_fail(error, "%s: cannot be written: %s; the results so far are in it", results->part,
                        strerror(results->why));
    return good;
}

/* Closes the file, without which some systems do not say that a disk is full. */
static bool close_file(struct sfr_results *results)
{
    const bool good = !results->file || fclose(results->file) == 0;
    results->file = NULL;
    return good;
}

void sfr_results_free(struct sfr_results *results)
{
    close_file(results);
    free(results->path);
    free(results->part);
    sfr_buffer_free(&results->header);
    sfr_sheet_free(&results->sheet);
    *results = (struct sfr_results){ 0 };
}

static bool open_file(struct sfr_results *results, const char *folder, struct sfr_error *error)
{
    struct sfr_buffer path = { 0 }, part = { 0 };
    sfr_buffer_printf(&path, "%s/results.jsonl", folder);
    sfr_buffer_printf(&part, "%s.part", path.data);
    results->path = path.data;
    results->part = part.data;
    const bool made = mkdir(folder, 0777) == 0 || errno == EEXIST;
    results->file = made ? fopen(part.data, "wb") : NULL;
    return results->file || sfr_fail(error, "%s: cannot be written: %s", made ? part.data : folder, strerror(errno));
}

bool sfr_results_open(struct sfr_results *results, const char *folder, const struct sfr_run *run,
                      struct sfr_error *error)
{
    struct sfr_buffer header = { 0 };
    *results = (struct sfr_results){ 0 };
    sfr_sheet_start(&results->sheet, "the results of this run");
    write_header(&header, run);
    sfr_buffer_add(&results->header, header.data, header.len);
    if ((!folder || open_file(results, folder, error)) && put(results, &header, error))
        return true;
    sfr_buffer_free(&header);
    sfr_results_free(results);
    return false;
}

bool sfr_results_add(struct sfr_results *results, const struct sfr_run *run, size_t index, struct sfr_error *error)
{
    struct sfr_buffer b = { 0 };
    write_case(&b, run, index);
    return put(results, &b, error);
}

/* The file as it stays. It does not depend on who was faster. */
static bool write_sorted(const struct sfr_results *results, const struct sfr_run *run, const struct sfr_totals *totals,
                         bool complete, int status, struct sfr_error *error)
{
    struct sfr_buffer b = { 0 };
    sfr_buffer_add(&b, results->header.data, results->header.len);
    for (size_t i = 0; i < run->count; i++)
        write_case(&b, run, i);
    write_summary(&b, run, totals, complete, status);
    const bool good = sfr_write_file(results->path, b.data, b.len, error);
    sfr_buffer_free(&b);
    return good;
}

bool sfr_results_close(struct sfr_results *results, const struct sfr_run *run, const struct sfr_totals *totals,
                       bool complete, int status, struct sfr_error *error)
{
    struct sfr_buffer b = { 0 };
    write_summary(&b, run, totals, complete, status);
    if (!put(results, &b, error) || !sfr_sheet_finish(&results->sheet, error))
        return false;
    if (!close_file(results))
        return sfr_fail(error, "%s: could not be written whole: %s", results->part, strerror(errno));
    struct sfr_error why = { "" };
    if (results->path && !write_sorted(results, run, totals, complete, status, &why))
        return sfr_fail(error, "%.800s; the results are in %s", why.text, results->part);
    return !results->part || unlink(results->part) == 0
           || sfr_fail(error, "%s: cannot be removed: %s", results->part, strerror(errno));
}
