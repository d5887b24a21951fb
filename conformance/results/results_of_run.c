/* SPDX-License-Identifier: MIT */
/* From a run to its results: the same texts and numbers as a results file has. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "causes.h"
#include "conform_paths.h"
#include "results_of_run.h"
#include "utf8.h"

/* As many bytes of a section as a person may want to see, and how far before the fault they
   begin. A longer patch is worth nothing to a person. */
enum { MAX_SHOWN = 1024, SHOWN_BEFORE = 64, MAX_PATCH = 4 * MAX_SHOWN };

/* ---- Texts ---------------------------------------------------------------------------- */

const char *sfc_results_clean(struct sfc_results *results, const char *text)
{
    struct sfc_buffer b = { 0 };
    size_t len;
    const char *at = text;
    while (at && *at && (len = sfr_utf8_length(at, SIZE_MAX)) > 0)
        at += len;
    if (!at || !*at)
        return text;
    for (at = text; *at; at += len == 0 ? 1 : len) {
        len = sfr_utf8_length(at, SIZE_MAX);
        sfc_buffer_add(&b, len == 0 ? "\xef\xbf\xbd" : at, len == 0 ? 3 : len);
    }
    return sfc_results_keep(results, b.data);
}

/* A list as words with one space between them. */
static const char *words(struct sfc_results *results, const char *list)
{
    struct sfc_buffer b = { 0 };
    const char *word;
    size_t len;
    while (list && (word = sfc_next_word(&list, &len))) {
        sfc_buffer_add(&b, " ", b.len > 0);
        sfc_buffer_add(&b, word, len);
    }
    return b.data ? sfc_results_clean(results, sfc_results_keep(results, b.data)) : "";
}

/* ---- The run ------------------------------------------------------------------------------ */

/* The corpus was read already: the bytes that are hashed are there. */
static const char *hash_corpus(struct sfc_results *results, const struct sfc_corpus *corpus)
{
    char sha256[SFR_SHA256_TEXT];
    if (!corpus->store || !sfc_store_hash(corpus->store, sha256, NULL))
        return NULL;
    return sfc_results_keep(results, sfc_copy_string(sha256));
}

static const char *list_policies(struct sfc_results *results, const struct sfc_config *config)
{
    struct sfc_buffer b = { 0 };
    for (size_t i = 0; i < config->num_policies; i++)
        sfc_buffer_printf(&b, "%s%s=%s", i > 0 ? " " : "", config->policies[i].id, config->policies[i].answer);
    return b.data ? sfc_results_keep(results, b.data) : "";
}

/* What is left out on purpose: "needs:sorted". */
static const char *list_limits(struct sfc_results *results, const struct sfc_config *config)
{
    const struct {
        const char *key, *words;
    } lists[] = { { "needs", config->needs }, { "without", config->without }, { "hides", config->hides } };
    struct sfc_buffer b = { 0 };
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const char *rest = lists[i].words ? lists[i].words : "", *word;
        size_t len;
        while ((word = sfc_next_word(&rest, &len)))
            sfc_buffer_printf(&b, "%s%s:%.*s", b.len > 0 ? " " : "", lists[i].key, (int)len, word);
    }
    return b.data ? sfc_results_keep(results, b.data) : "";
}

void sfc_results_begin_run(struct sfc_results *results, const struct sfc_run *run)
{
    const struct sfc_config *config = run->config;
    results->has_header = true;
    results->implementation = sfc_results_clean(results, config->name);
    results->version = sfc_results_clean(results, run->version);
    results->about = sfc_results_clean(results, config->about);
    results->runner = SFC_CONFORM_VERSION;
    results->adapter = sfc_results_clean(results, config->path);
    results->corpus = sfc_results_clean(results, run->corpus->root);
    results->corpus_version = run->corpus->version[0] ? run->corpus->version : NULL;
    results->corpus_sha256 = hash_corpus(results, run->corpus);
    sfc_results_take_provenance(results, run);
    results->known = run->known ? sfc_results_clean(results, run->known->path) : NULL;
    if (run->seed != 0) {
        struct sfc_buffer seed = { 0 };
        sfc_buffer_printf(&seed, "%" PRIu64, run->seed);
        results->seed = sfc_results_keep(results, seed.data);
    }
    results->level = run->level;
    results->num_cases = run->corpus->count;
    results->num_selected = run->count;
    results->profiles = words(results, config->profiles);
    results->abis = words(results, config->abis);
    results->orders = words(results, config->orders);
    results->ops = words(results, config->ops);
    results->unobservable = words(results, config->unobservable);
    results->policies = list_policies(results, config);
    results->shows = words(results, config->shows);
    results->limits = list_limits(results, config);
    results->broken = sfc_results_clean(results, run->broken);
    results->misread = sfc_results_clean(results, run->misread);
}

/* ---- Cases ---------------------------------------------------------------------------------- */

/* What a report shows of a section: the bytes around the fault, or its start. */
static void take_bytes(struct sfc_record *r, const struct sfc_case *c)
{
    const bool far = r->has_range && r->range_end > MAX_SHOWN && r->range_start > SHOWN_BEFORE;
    const size_t start = far ? (r->range_start - SHOWN_BEFORE) / 16 * 16 : 0;
    r->bytes_at = start < r->size ? start : r->size;
    r->num_bytes = r->size - r->bytes_at < MAX_SHOWN ? r->size - r->bytes_at : MAX_SHOWN;
    r->bytes = r->size > 0 ? c->bytes + r->bytes_at : (const uint8_t *)"";
    if (c->patch && r->num_bytes == r->size && strlen(c->patch) <= MAX_PATCH)
        r->patch = c->patch;
}

/* The command that repeats the case. */
static const char *take_command(struct sfc_results *results, const struct sfc_run *run, const struct sfc_case *c)
{
    const struct sfc_request request = sfc_case_request(c);
    char *command = run->rung->by_hand(run->config, &request, c->id, run->corpus_option);
    return command ? sfc_results_clean(results, sfc_results_keep(results, command)) : NULL;
}

/* How a crash ended the program: its detail is a word with one of these forms. */
static void take_end(struct sfc_record *r)
{
    uint64_t status;
    if (r->outcome != SFC_CRASH || !r->detail)
        return;
    if (strncmp(r->detail, "exit-", 5) == 0 && sfc_parse_decimal(r->detail + 5, strlen(r->detail + 5), 255, &status))
        r->exit_status = (int)status;
    else if (strncmp(r->detail, "SIG", 3) == 0 || strncmp(r->detail, "signal-", 7) == 0)
        r->signal = r->detail;
}

static const char *take_missing(struct sfc_results *results, unsigned missing)
{
    struct sfc_buffer b = { 0 };
    for (unsigned i = 0; i < SFC_NUM_MISSING; i++)
        if (missing >> i & 1)
            sfc_buffer_printf(&b, "%s%s", b.len > 0 ? " " : "", sfc_missing_name((enum sfc_missing)i));
    return b.data ? sfc_results_keep(results, b.data) : NULL;
}

static const char *keep(struct sfc_results *results, char *text)
{
    return text ? sfc_results_keep(results, text) : NULL;
}

static void take_cause(struct sfc_results *results, struct sfc_record *r, const struct sfc_case *c,
                       const struct sfc_result *result)
{
    struct sfc_cause cause;
    const struct sfc_clues clues = { result->key_fault, result->key, sfc_find_spot(c, result->line) };
    sfc_cause_find(&cause, r, &clues);
    r->cause = keep(results, cause.token);
    r->cause_title = keep(results, cause.title);
    r->any_cause = keep(results, cause.any_token);
    r->any_title = keep(results, cause.any_title);
    r->cause_level = cause.level;
    r->differs = cause.differs;
    r->place = strcmp(cause.differs.line, "pc") == 0 ? clues.spot.place : SFC_PLACE_NONE;
}

void sfc_results_take_case(struct sfc_results *results, const struct sfc_run *run, size_t index)
{
    const struct sfc_case *c = run->cases[index];
    const struct sfc_result *result = &run->results[index];
    const struct sfc_known_entry *entry = sfc_known_find(run->known, c->id);
    struct sfc_record *r = sfc_results_new_record(results);
    *r = (struct sfc_record){
        .id = c->id,
        .rev = c->rev,
        .title = sfc_results_clean(results, c->title),
        .clauses = words(results, c->clauses),
        .profile = c->profile,
        .abi = c->abi,
        .order = c->order,
        .area = c->area,
        .op = sfc_op_name(c->op),
        .expect = sfc_expect_name(c->expect),
        .level = c->level,
        .level_because = sfc_results_clean(results, c->level_because),
        .fault_class = sfc_case_class(c),
        .has_range = c->fault_class != NULL,
        .range_start = (size_t)c->range_start,
        .range_end = (size_t)c->range_end,
        .policy = c->policy,
        .multi_fault = sfc_results_clean(results, c->multi_fault),
        .catches = words(results, c->catches),
        .parent = c->parent,
        .said = result->said,
        .judged_class = result->judged_class,
        .judged_range = result->judged_range,
        .outcome = result->outcome,
        .detail = sfc_results_clean(results, result->detail),
        .message = sfc_results_clean(results, result->message),
        .expected = sfc_results_clean(results, result->expected),
        .seen = sfc_results_clean(results, result->seen),
        .standing = run->standings[index],
        .known = entry ? sfc_results_clean(results, entry->outcomes) : NULL,
        .known_line = entry ? entry->line : 0,
        .reason = entry ? sfc_results_clean(results, entry->reason) : NULL,
        /* As many digits as a file has, so that sums are the same. */
        .seconds = (double)(uint64_t)(result->seconds * 1e6 + 0.5) / 1e6,
        .size = (size_t)c->size,
        .exit_status = -1,
        .missing = take_missing(results, result->missing),
        .decided = c->decided,
    };
    take_end(r);
    if (sfc_outcome_fails(r->outcome) && r->outcome != SFC_NOT_RUN)
        take_cause(results, r, c, result);
    if (sfc_outcome_fails(r->outcome))
        take_bytes(r, c);
    if (r->outcome != SFC_SKIPPED && r->outcome != SFC_NOT_RUN)
        r->command = take_command(results, run, c);
    assert(sfc_standing_fits(r->standing, r->outcome));
    const struct sfc_tally tally = sfc_record_tally(r);
    sfc_totals_add(&results->totals, &tally);
}

void sfc_results_end_run(struct sfc_results *results, const struct sfc_run *run, bool complete, int status)
{
    for (size_t i = 0; i < run->num_unmatched; i++)
        sfc_results_add_unmatched(results, sfc_results_clean(results, run->unmatched[i].id), run->unmatched[i].line);
    for (size_t i = 0; i < run->num_troubles; i++)
        sfc_results_add_trouble(results, run->troubles[i].kind,
                                (char *)sfc_results_clean(results, run->troubles[i].text));
    sfc_results_merge_causes(results);
    results->has_summary = true;
    results->complete = complete;
    results->status = status;
}
