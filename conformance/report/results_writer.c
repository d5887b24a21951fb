/* SPDX-License-Identifier: MIT */
/* Writes results.jsonl. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conform_paths.h"
#include "json.h"
#include "results_writer.h"
#include "sha256.h"

/* As many bytes of a section as a person may want to look at, from so far in front of the fault. */
enum { MAX_SHOWN = 1024, SHOWN_BEFORE = 64, MAX_INDEX = 256 << 20 };

/* ---- Objects ------------------------------------------------------------------------ */

/* The checksum of the corpus is that of its indexes one behind the other, which have those of all sections. */
static void write_corpus_hash(struct sfc_buffer *b, const struct sfc_corpus *corpus)
{
    static const char *const names[] = { "index.tsv", "real/index.tsv" };
    struct sfc_buffer all = { 0 };
    char sha256[GEN_SHA256_TEXT];
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct sfc_buffer path = { 0 };
        size_t len = 0;
        sfc_buffer_printf(&path, "%s/%s", corpus->root, names[i]);
        char *text = sfc_read_file(path.data, MAX_INDEX, &len, NULL);
        sfc_buffer_add(&all, text ? text : "", len);
        free(text);
        sfc_buffer_free(&path);
    }
    gen_sha256(all.data, all.len, sha256);
    sfc_json_member(b, "corpus-sha256", sha256);
    sfc_buffer_free(&all);
}

static void write_header(struct sfc_buffer *b, const struct sfc_run *run)
{
    const struct sfc_config *config = run->config;
    sfc_buffer_printf(b, "{\"type\":\"run\",\"format\":1");
    sfc_json_member(b, "runner", SFC_CONFORM_VERSION);
    sfc_json_member(b, "implementation", config->name);
    sfc_json_member(b, "about", config->about);
    sfc_json_member(b, "version", run->version);
    sfc_json_member(b, "adapter", config->path);
    sfc_json_member(b, "corpus", run->corpus->root);
    write_corpus_hash(b, run->corpus);
    sfc_json_member(b, "known", run->known ? run->known->path : NULL);
    if (run->seed != 0)
        sfc_buffer_printf(b, ",\"seed\":\"%" PRIu64 "\"", run->seed);
    sfc_buffer_printf(b, ",\"cases\":%zu,\"selected\":%zu", run->corpus->count, run->count);
    sfc_json_words(b, "profiles", config->profiles);
    sfc_json_words(b, "abis", config->abis);
    sfc_json_words(b, "orders", config->orders);
    sfc_json_words(b, "ops", config->ops);
    sfc_json_words(b, "unobservable", config->unobservable);
    sfc_buffer_printf(b, ",\"policies\":{");
    for (size_t i = 0; i < config->num_policies; i++) {
        sfc_buffer_printf(b, "%s", i > 0 ? "," : "");
        sfc_json_string(b, config->policies[i].id);
        sfc_buffer_printf(b, ":\"%s\"", config->policies[i].accepts ? "accept" : "reject");
    }
    sfc_buffer_printf(b, "}}\n");
}

/* What a report shows of a section: the bytes around the fault, or its start. */
static void write_bytes(struct sfc_buffer *b, const struct sfc_case *c)
{
    static const char digits[] = "0123456789abcdef";
    const bool far = c->expect == SFC_EXPECT_REJECT && c->range_end > MAX_SHOWN && c->range_start > SHOWN_BEFORE;
    const uint64_t start = far ? (c->range_start - SHOWN_BEFORE) / 16 * 16 : 0;
    const uint64_t from = start < c->size ? start : c->size;
    const uint64_t shown = c->size - from < MAX_SHOWN ? c->size - from : MAX_SHOWN;
    sfc_buffer_printf(b, ",\"bytes-at\":%" PRIu64 ",\"bytes\":\"", from);
    for (uint64_t i = from; i < from + shown; i++)
        sfc_buffer_add(b, (const char[]){ digits[c->bytes[i] >> 4], digits[c->bytes[i] & 15] }, 2);
    sfc_buffer_printf(b, "\"");
}

static void write_case(struct sfc_buffer *b, const struct sfc_run *run, size_t index)
{
    const struct sfc_case *c = run->cases[index];
    const struct sfc_result *r = &run->results[index];
    const struct sfc_known_entry *entry = sfc_known_find(run->known, c->id);
    const struct sfc_request request = sfc_case_request(c);
    sfc_buffer_printf(b, "{\"type\":\"case\"");
    sfc_json_member(b, "id", c->id);
    sfc_buffer_printf(b, ",\"rev\":%" PRIu64, c->rev);
    sfc_json_member(b, "title", c->title);
    sfc_json_words(b, "clauses", c->clauses);
    sfc_json_member(b, "profile", c->profile);
    sfc_json_member(b, "abi", c->abi);
    sfc_json_member(b, "order", c->order);
    sfc_json_member(b, "area", c->area);
    sfc_json_member(b, "op", sfc_op_name(c->op));
    sfc_json_member(b, "expect", sfc_expect_name(c->expect));
    sfc_json_member(b, "class", c->fault_class);
    if (c->expect == SFC_EXPECT_REJECT)
        sfc_buffer_printf(b, ",\"range\":[%" PRIu64 ",%" PRIu64 "]", c->range_start, c->range_end);
    sfc_json_member(b, "policy", c->policy);
    sfc_json_member(b, "multi-fault", c->multi_fault);
    sfc_json_words(b, "catches", c->catches);
    sfc_json_member(b, "outcome", sfc_outcome_name(r->outcome));
    sfc_json_member(b, "detail", r->detail);
    sfc_json_member(b, "message", r->message);
    sfc_json_member(b, "expected", r->expected);
    sfc_json_member(b, "seen", r->seen);
    sfc_json_member(b, "standing", sfc_standing_name(run->standings[index]));
    if (entry) {
        sfc_json_member(b, "known", entry->outcomes);
        sfc_buffer_printf(b, ",\"known-line\":%u", entry->line);
        sfc_json_member(b, "reason", entry->reason);
    }
    sfc_buffer_printf(b, ",\"seconds\":%.6f,\"size\":%" PRIu64, r->seconds, c->size);
    if (sfc_outcome_fails(r->outcome))
        write_bytes(b, c);
    char *command = r->outcome == SFC_SKIPPED || r->outcome == SFC_NOT_RUN
                        ? NULL
                        : run->rung->by_hand(run->config, &request, c->id, run->corpus_option);
    sfc_json_member(b, "command", command);
    free(command);
    sfc_buffer_printf(b, "}\n");
}

static void write_summary(struct sfc_buffer *b, const struct sfc_run *run, const struct sfc_totals *totals,
                          bool complete, int status)
{
    sfc_buffer_printf(b, "{\"type\":\"summary\",\"complete\":%s,\"status\":%d,\"selected\":%zu,\"outcomes\":{",
                      complete ? "true" : "false", status, run->count);
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        sfc_buffer_printf(b, "%s\"%s\":%zu", i > 0 ? "," : "", sfc_outcome_name((enum sfc_outcome)i),
                          totals->outcomes[i]);
    sfc_buffer_printf(b, "},\"standings\":{");
    for (unsigned i = 0; i < SFC_NUM_STANDINGS; i++)
        sfc_buffer_printf(b, "%s\"%s\":%zu", i > 0 ? "," : "", sfc_standing_name((enum sfc_standing)i),
                          totals->standings[i]);
    sfc_buffer_printf(b, "}");
    if (run->trouble)
        sfc_json_member(b, "trouble", run->trouble);
    sfc_buffer_printf(b, ",\"unmatched\":[");
    for (size_t i = 0; i < run->num_unmatched; i++) {
        sfc_buffer_printf(b, "%s{\"line\":%u", i > 0 ? "," : "", run->unmatched[i]->line);
        sfc_json_member(b, "id", run->unmatched[i]->id);
        sfc_buffer_printf(b, "}");
    }
    sfc_buffer_printf(b, "]}\n");
}

/* ---- File ---------------------------------------------------------------------------- */

/* The first error stops the writing, so that what is there ends with the last whole line or in one that is not. The
   writer gets every line. */
static bool put(struct sfc_results_writer *writer, struct sfc_buffer *b, struct sfc_error *error)
{
    bool good = sfc_results_add(&writer->results, b->data, b->len - 1, error);
    if (good && writer->file && writer->why == 0
        && (fwrite(b->data, 1, b->len, writer->file) != b->len || fflush(writer->file) != 0))
        writer->why = errno != 0 ? errno : EIO;
    sfc_buffer_free(b);
    if (good && writer->why != 0)
        good = sfc_fail(error, "%s: cannot be written: %s; the results so far are in it", writer->part,
                        strerror(writer->why));
    return good;
}

/* Closes the file, without which some systems do not say that a disk is full. */
static bool close_file(struct sfc_results_writer *writer)
{
    const bool good = !writer->file || fclose(writer->file) == 0;
    writer->file = NULL;
    return good;
}

void sfc_results_writer_free(struct sfc_results_writer *writer)
{
    close_file(writer);
    free(writer->path);
    free(writer->part);
    sfc_buffer_free(&writer->header);
    sfc_results_free(&writer->results);
    *writer = (struct sfc_results_writer){ 0 };
}

static bool open_file(struct sfc_results_writer *writer, const char *folder, struct sfc_error *error)
{
    struct sfc_buffer path = { 0 }, part = { 0 };
    sfc_buffer_printf(&path, "%s/results.jsonl", folder);
    sfc_buffer_printf(&part, "%s.part", path.data);
    writer->path = path.data;
    writer->part = part.data;
    const bool made = mkdir(folder, 0777) == 0 || errno == EEXIST;
    writer->file = made ? fopen(part.data, "wb") : NULL;
    return writer->file || sfc_fail(error, "%s: cannot be written: %s", made ? part.data : folder, strerror(errno));
}

bool sfc_results_writer_open(struct sfc_results_writer *writer, const char *folder, const struct sfc_run *run,
                             struct sfc_error *error)
{
    struct sfc_buffer header = { 0 };
    *writer = (struct sfc_results_writer){ 0 };
    sfc_results_start(&writer->results, "the results of this run");
    write_header(&header, run);
    sfc_buffer_add(&writer->header, header.data, header.len);
    if ((!folder || open_file(writer, folder, error)) && put(writer, &header, error))
        return true;
    sfc_buffer_free(&header);
    sfc_results_writer_free(writer);
    return false;
}

bool sfc_results_writer_add(struct sfc_results_writer *writer, const struct sfc_run *run, size_t index,
                            struct sfc_error *error)
{
    struct sfc_buffer b = { 0 };
    write_case(&b, run, index);
    return put(writer, &b, error);
}

/* The file as it stays. It does not depend on who was faster. */
static bool write_sorted(const struct sfc_results_writer *writer, const struct sfc_run *run,
                         const struct sfc_totals *totals, bool complete, int status, struct sfc_error *error)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_add(&b, writer->header.data, writer->header.len);
    for (size_t i = 0; i < run->count; i++)
        write_case(&b, run, i);
    write_summary(&b, run, totals, complete, status);
    const bool good = sfc_write_file(writer->path, b.data, b.len, error);
    sfc_buffer_free(&b);
    return good;
}

bool sfc_results_writer_close(struct sfc_results_writer *writer, const struct sfc_run *run,
                              const struct sfc_totals *totals, bool complete, int status, struct sfc_error *error)
{
    struct sfc_buffer b = { 0 };
    write_summary(&b, run, totals, complete, status);
    if (!put(writer, &b, error) || !sfc_results_finish(&writer->results, error))
        return false;
    if (!close_file(writer))
        return sfc_fail(error, "%s: could not be written whole: %s", writer->part, strerror(errno));
    struct sfc_error why = { "" };
    if (writer->path && !write_sorted(writer, run, totals, complete, status, &why))
        return sfc_fail(error, "%.800s; the results are in %s", why.text, writer->part);
    return !writer->part || unlink(writer->part) == 0
           || sfc_fail(error, "%s: cannot be removed: %s", writer->part, strerror(errno));
}
