/* SPDX-License-Identifier: MIT */
/* Writes results.jsonl. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "conform_paths.h"
#include "json.h"
#include "results_writer.h"
#include "sha256.h"

enum { MAX_ADAPTER_FILE = 1 << 20 };
/* 9999-12-31T23:59:59Z */
#define LAST_SECOND UINT64_C(253402300799)

/* ---- Where results come from: the machine, the day, and what the implementation says of how it was built ---- */

/* SOURCE_DATE_EPOCH, or now, as "2026-11-26T10:48:00Z". */
static char *date(void)
{
    char text[sizeof "2026-11-26T10:48:00Z"];
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    uint64_t seconds;
    struct tm tm;
    const bool is_set = epoch && sfc_parse_decimal(epoch, strlen(epoch), LAST_SECOND, &seconds);
    const time_t when = is_set ? (time_t)seconds : time(NULL);
    return gmtime_r(&when, &tm) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm) > 0 ? sfc_copy_string(text)
                                                                                              : NULL;
}

/* The file itself, not those that it includes. */
static char *hash_file(const char *path)
{
    char text[SFR_SHA256_TEXT];
    struct sfc_error error;
    size_t len;
    char *content = sfc_read_file(path, MAX_ADAPTER_FILE, &len, &error);
    if (!content)
        return NULL;
    sfr_sha256(content, len, text);
    free(content);
    return sfc_copy_string(text);
}

static void add_own(struct sfc_buffer *b, const char *name, char *text)
{
    sfc_json_some(b, name, text);
    free(text);
}

static void write_provenance(struct sfc_buffer *b, const struct sfc_run *run)
{
    const struct sfc_config *config = run->config;
    struct utsname system;
    sfc_json_some(b, "commit", config->commit);
    sfc_json_some(b, "compiler", config->compiler);
    sfc_json_some(b, "flags", config->flags);
    add_own(b, "adapter-sha256", hash_file(config->path));
    if (run->is_here)
        add_own(b, "date", date());
    if (run->is_here && uname(&system) == 0) {
        /* The release of a system that somebody built may name its owner. */
        sfc_json_some(b, "machine", system.machine);
        sfc_json_some(b, "system", system.sysname);
        sfc_json_some(b, "host", run->names_host ? system.nodename : NULL);
    }
    sfc_json_some(b, "run-url", run->run_url);
}

/* ---- Objects ------------------------------------------------------------------------ */

static void write_policies(struct sfc_buffer *b, const struct sfc_config *config)
{
    sfc_buffer_printf(b, ",\"policies\":{");
    for (size_t i = 0; i < config->num_policies; i++)
        sfc_buffer_printf(b, "%s\"%s\":\"%s\"", i > 0 ? "," : "", config->policies[i].id, config->policies[i].answer);
    sfc_buffer_printf(b, "}");
}

static void write_corpus(struct sfc_buffer *b, const struct sfc_corpus *corpus)
{
    char sha256[SFR_SHA256_TEXT];
    /* It was read already: the bytes that are hashed are there. */
    const bool has_hash = corpus->store && sfc_store_hash(corpus->store, sha256, NULL);
    sfc_json_member(b, "corpus", corpus->root);
    sfc_json_some(b, "corpus-version", corpus->version[0] ? corpus->version : NULL);
    sfc_json_member(b, "corpus-sha256", has_hash ? sha256 : NULL);
}

static void write_header(struct sfc_buffer *b, const struct sfc_run *run)
{
    const struct sfc_config *config = run->config;
    struct sfc_buffer limits = { 0 };
    sfc_buffer_printf(b, "{\"type\":\"run\",\"format\":3,\"runner\":\"" SFC_CONFORM_VERSION "\"");
    sfc_json_member(b, "implementation", config->name);
    sfc_json_member(b, "about", config->about);
    sfc_json_member(b, "version", run->version);
    sfc_json_member(b, "adapter", config->path);
    write_corpus(b, run->corpus);
    sfc_json_member(b, "known", run->known ? run->known->path : NULL);
    if (run->seed != 0)
        sfc_buffer_printf(b, ",\"seed\":\"%" PRIu64 "\"", run->seed);
    sfc_json_member(b, "level", sfc_level_names[run->level]);
    sfc_buffer_printf(b, ",\"cases\":%zu,\"selected\":%zu", run->corpus->count, run->count);
    sfc_json_words(b, "profiles", config->profiles);
    sfc_json_words(b, "abis", config->abis);
    sfc_json_words(b, "orders", config->orders);
    sfc_json_words(b, "ops", config->ops);
    sfc_json_words(b, "unobservable", config->unobservable);
    write_policies(b, config);
    if (config->shows && *config->shows)
        sfc_json_words(b, "shows", config->shows);
    sfc_add_limits(&limits, config);
    if (limits.len > 0)
        sfc_json_words(b, "limits", limits.data);
    sfc_buffer_free(&limits);
    write_provenance(b, run);
    if (run->broken)
        sfc_json_lines(b, "broken", run->broken);
    if (run->misread)
        sfc_json_lines(b, "misread", run->misread);
    sfc_buffer_printf(b, "}\n");
}

/* What a person may want to see of the bytes of a failure: those around the fault, or the start. A longer patch is
   worth nothing to a person. */
static void write_bytes(struct sfc_buffer *b, const struct sfc_case *c)
{
    enum { MAX_SHOWN = 1024, SHOWN_BEFORE = 64, MAX_PATCH = 4 * MAX_SHOWN };
    const bool far = c->expect == SFC_EXPECT_REJECT && c->range_end > MAX_SHOWN && c->range_start > SHOWN_BEFORE;
    const size_t start = far ? ((size_t)c->range_start - SHOWN_BEFORE) / 16 * 16 : 0;
    const size_t at = start < c->size ? start : c->size, count = c->size - at < MAX_SHOWN ? c->size - at : MAX_SHOWN;
    sfc_buffer_printf(b, ",\"bytes-at\":%zu", at);
    sfc_json_bytes(b, "bytes", c->bytes + at, count);
    if (c->patch && count == c->size && strlen(c->patch) <= MAX_PATCH)
        sfc_json_member(b, "patch", c->patch);
}

static void write_difference(struct sfc_buffer *b, const struct sfc_cause *cause)
{
    const struct sfc_differs *d = &cause->differs;
    sfc_buffer_printf(b, ",\"difference\":");
    if (d->line[0] == '\0') {
        sfc_buffer_printf(b, "null");
        return;
    }
    sfc_buffer_printf(b, "{\"line\":\"%s\"", d->line);
    sfc_json_member(b, "key", d->key[0] ? d->key : NULL);
    sfc_json_member(b, "kind", sfc_differs_names[d->kind]);
    sfc_json_member(b, "place", sfc_places[cause->place].name);
    sfc_buffer_printf(b, "}");
}

/* How a crash ended the program: its detail is a word with one of these forms. */
static void write_end(struct sfc_buffer *b, const struct sfc_result *r)
{
    const char *detail = r->outcome == SFC_CRASH && r->detail ? r->detail : "";
    const bool is_signal = strncmp(detail, "SIG", 3) == 0 || strncmp(detail, "signal-", 7) == 0;
    uint64_t status;
    sfc_json_member(b, "signal", is_signal ? detail : NULL);
    if (strncmp(detail, "exit-", 5) == 0 && sfc_parse_decimal(detail + 5, strlen(detail + 5), 255, &status))
        sfc_buffer_printf(b, ",\"exit\":%d", (int)status);
    else
        sfc_buffer_printf(b, ",\"exit\":null");
}

/* What a skipped case needs and the adapter does not declare. */
static void write_missing(struct sfc_buffer *b, unsigned missing)
{
    const char *before = ",\"missing\":[";
    for (unsigned i = 0; i < SFC_NUM_MISSING; i++)
        if (missing >> i & 1) {
            sfc_buffer_printf(b, "%s\"%s\"", before, sfc_missing[i].name);
            before = ",";
        }
    sfc_buffer_printf(b, "%s", missing ? "]" : "");
}

static void write_question(struct sfc_buffer *b, const struct sfc_case *c)
{
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
    sfc_json_member(b, "expect", sfc_expect_names[c->expect]);
    sfc_json_member(b, "level", sfc_level_names[c->level]);
    sfc_json_some(b, "level-because", c->level_because);
    sfc_json_member(b, "class", sfc_case_class(c));
    if (c->fault_class)
        sfc_buffer_printf(b, ",\"range\":[%" PRIu64 ",%" PRIu64 "]", c->range_start, c->range_end);
    sfc_json_member(b, "policy", c->policy);
    sfc_json_member(b, "multi-fault", c->multi_fault);
    sfc_json_words(b, "catches", c->catches);
    sfc_json_member(b, "parent", c->parent);
}

static void write_record(struct sfc_buffer *b, const struct sfc_record *record)
{
    const struct sfc_case *c = record->c;
    const struct sfc_result *r = record->result;
    write_question(b, c);
    sfc_json_member(b, "answer", r->said == SFC_SAID_NONE ? NULL : sfc_said_names[r->said]);
    if (r->judged_class || r->judged_range)
        sfc_json_words(b, "judged", !r->judged_range ? "class" : r->judged_class ? "class range" : "range");
    sfc_json_member(b, "outcome", sfc_outcome_names[r->outcome]);
    sfc_json_member(b, "detail", r->detail);
    sfc_json_member(b, "message", r->message);
    sfc_json_member(b, "expected", r->expected);
    sfc_json_member(b, "seen", r->seen);
    write_difference(b, &record->cause);
    write_end(b, r);
    write_missing(b, r->missing);
    sfc_json_words(b, "decided", c->decided);
    sfc_json_member(b, "cause", record->cause.token);
    sfc_json_member(b, "standing", sfc_standing_names[record->standing]);
    if (record->standing == SFC_STANDS_SHOWN)
        sfc_json_member(b, "excuse", c->multi_fault ? "multi-fault" : "above-gate");
    if (record->known) {
        sfc_json_member(b, "known", record->known->outcomes);
        sfc_buffer_printf(b, ",\"known-line\":%u", record->known->line);
        sfc_json_member(b, "reason", record->known->reason);
    }
    sfc_buffer_printf(b, ",\"seconds\":%.6f,\"size\":%zu", r->seconds, c->size);
    if (sfc_outcome_fails(r->outcome))
        write_bytes(b, c);
    sfc_json_member(b, "command", record->command);
    sfc_buffer_printf(b, "}\n");
}

/* A number for each name; how many were asked and are right. */
static void write_counts(struct sfc_buffer *b, const char *key, const char *const *names, const size_t *counts,
                         unsigned num)
{
    sfc_buffer_printf(b, ",\"%s\":{", key);
    for (unsigned i = 0; i < num; i++)
        sfc_buffer_printf(b, "%s\"%s\":%zu", i > 0 ? "," : "", names[i], counts[i]);
    sfc_buffer_printf(b, "}");
}

static void write_sums(struct sfc_buffer *b, const char *key, const char *const *names,
                       const struct sfc_level_sum *sums, unsigned num)
{
    sfc_buffer_printf(b, ",\"%s\":{", key);
    for (unsigned i = 0; i < num; i++)
        sfc_buffer_printf(b, "%s\"%s\":{\"asked\":%zu,\"right\":%zu}", i > 0 ? "," : "", names[i], sums[i].asked,
                          sums[i].right);
    sfc_buffer_printf(b, "}");
}

static void write_causes(struct sfc_buffer *b, const struct sfc_results *s)
{
    struct sfc_cause_list causes = sfc_results_list_causes(s, SFC_ALL_STANDINGS);
    sfc_buffer_printf(b, ",\"causes\":[");
    for (size_t i = 0; i < causes.count; i++) {
        const struct sfc_cause_sum *sum = &causes.sums[i];
        const struct sfc_record *r = sum->example;
        sfc_buffer_printf(b, "%s{\"count\":%zu", i > 0 ? "," : "", sum->count);
        sfc_json_member(b, "token", r->cause.token);
        sfc_json_member(b, "title", r->cause.title);
        sfc_json_member(b, "outcome", sfc_outcome_names[r->result->outcome]);
        sfc_json_member(b, "level", sfc_level_names[r->cause.level]);
        write_counts(b, "standings", sfc_standing_names + SFC_STANDS_KNOWN, sum->standings + SFC_STANDS_KNOWN,
                     SFC_STANDS_NOT_RUN - SFC_STANDS_KNOWN);
        sfc_json_member(b, "example", r->c->id);
        sfc_buffer_printf(b, "}");
    }
    sfc_buffer_printf(b, "]");
    sfc_cause_list_free(&causes);
}

static void write_trouble(struct sfc_buffer *b, const struct sfc_run *run)
{
    for (size_t i = 0; i < run->num_troubles; i++) {
        sfc_buffer_printf(b, "%s{\"kind\":\"%s\"", i > 0 ? "," : ",\"trouble\":[",
                          sfc_trouble_names[run->troubles[i].kind]);
        sfc_json_member(b, "text", run->troubles[i].text);
        sfc_buffer_printf(b, "}");
    }
    sfc_buffer_printf(b, "%s", run->num_troubles > 0 ? "]" : "");
}

static void write_summary(struct sfc_buffer *b, const struct sfc_results *s)
{
    const struct sfc_totals *t = &s->totals;
    sfc_buffer_printf(b, "{\"type\":\"summary\",\"complete\":%s,\"status\":%d,\"selected\":%zu,\"asked\":%zu",
                      s->complete ? "true" : "false", s->status, s->count, sfc_results_num_asked(s));
    write_counts(b, "outcomes", sfc_outcome_names, t->outcomes, SFC_NUM_OUTCOMES);
    write_counts(b, "standings", sfc_standing_names, t->standings, SFC_NUM_STANDINGS);
    write_sums(b, "levels", sfc_level_names, t->levels, SFC_NUM_LEVELS);
    write_sums(b, "kinds", sfc_expect_names, t->kinds, SFC_NUM_EXPECTS);
    sfc_buffer_printf(b,
                      ",\"rejections\":{\"right\":%zu,\"proved\":%zu,\"unproved\":%zu,\"not-shown\":%zu,"
                      "\"class\":%zu,\"range\":%zu},\"may-pass\":%zu",
                      t->rejections, s->proof.proved, s->proof.unproved, s->proof.not_shown, t->judged_class,
                      t->judged_range, t->may_pass);
    sfc_json_member(b, "reached", sfc_results_reached(s));
    sfc_json_member(b, "verdict", sfc_verdict_names[sfc_results_verdict(s)]);
    sfc_write_claim(b, s);
    sfc_write_hidden(b, s);
    sfc_write_left_out(b, s);
    write_causes(b, s);
    write_trouble(b, s->run);
    sfc_buffer_printf(b, ",\"unmatched\":[");
    for (size_t i = 0; i < s->run->num_unmatched; i++) {
        sfc_buffer_printf(b, "%s{\"line\":%u", i > 0 ? "," : "", s->run->unmatched[i].line);
        sfc_json_member(b, "id", s->run->unmatched[i].id);
        sfc_buffer_printf(b, "}");
    }
    sfc_buffer_printf(b, "]}\n");
}

/* ---- File ---------------------------------------------------------------------------- */

/* The first error stops the writing: the last line of the file is whole or has no end. */
static bool put(struct sfc_results_writer *writer, const struct sfc_buffer *b, struct sfc_error *error)
{
    if (writer->file && writer->why == 0
        && (fwrite(b->data, 1, b->len, writer->file) != b->len || fflush(writer->file) != 0))
        writer->why = errno != 0 ? errno : EIO;
    return writer->why == 0
           || sfc_fail(error, "%s: cannot be written: %s; the results so far are in it", writer->part,
                       strerror(writer->why));
}

/* Some systems say that a disk is full only when a file is closed. */
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

/* A link that lies in the folder, in place of the results or of a report of them, would lead elsewhere. */
static bool has_no_links(const char *folder, struct sfc_error *error)
{
    static const char *const names[] = { "results.jsonl", "report.html", "report.md", "junit.xml" };
    struct stat st;
    bool good = true;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && good; i++) {
        char *path = sfc_format("%s/%s", folder, names[i]);
        if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
            good = sfc_fail(error, "%s: is a link; nothing was changed: remove it, or name another folder", path);
        free(path);
    }
    return good;
}

/* Two runs would mix their lines: whoever has the lock writes. */
static bool open_part(struct sfc_results_writer *writer, struct sfc_error *error)
{
    const int fd = open(writer->part, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (fd < 0)
        return sfc_fail(error, "%s: cannot be written: %s", writer->part,
                        errno == ELOOP ? "is a link" : strerror(errno));
    const struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    const bool is_ours = fcntl(fd, F_SETLK, &lock) == 0;
    if (!is_ours && (errno == EAGAIN || errno == EACCES))
        sfc_fail(error, "%s: another run is writing here; name another folder", writer->part);
    else if (!is_ours || ftruncate(fd, 0) != 0 || !(writer->file = fdopen(fd, "wb")))
        sfc_fail(error, "%s: cannot be written: %s", writer->part, strerror(errno));
    if (!writer->file)
        close(fd);
    return writer->file != NULL;
}

static bool open_file(struct sfc_results_writer *writer, const char *folder, struct sfc_error *error)
{
    writer->path = sfc_format("%s/results.jsonl", folder);
    writer->part = sfc_format("%s.part", writer->path);
    if (strcmp(folder, "-") == 0)
        return sfc_fail(error, "-: results are a folder of files: name one");
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return sfc_fail(error, "%s: cannot be made: %s", folder, strerror(errno));
    return has_no_links(folder, error) && open_part(writer, error);
}

bool sfc_results_writer_open(struct sfc_results_writer *writer, const char *folder, const struct sfc_run *run,
                             struct sfc_error *error)
{
    *writer = (struct sfc_results_writer){
        .results = { .run = run, .count = run->count, .records = sfc_alloc(run->count, sizeof(struct sfc_record)) },
    };
    write_header(&writer->header, run);
    if ((!folder || open_file(writer, folder, error)) && put(writer, &writer->header, error))
        return true;
    sfc_results_writer_free(writer);
    return false;
}

bool sfc_results_writer_add(struct sfc_results_writer *writer, size_t index, struct sfc_error *error)
{
    struct sfc_buffer b = { 0 };
    const struct sfc_record *record = sfc_results_take(&writer->results, index);
    if (!writer->file)
        return true;
    write_record(&b, record);
    const bool good = put(writer, &b, error);
    sfc_buffer_free(&b);
    return good;
}

bool sfc_results_write(const struct sfc_results_writer *writer, const char *path, struct sfc_error *error)
{
    const struct sfc_results *results = &writer->results;
    struct sfc_buffer b = { 0 };
    sfc_buffer_add(&b, writer->header.data, writer->header.len);
    for (size_t i = 0; i < results->count; i++)
        write_record(&b, &results->records[i]);
    write_summary(&b, results);
    const bool good = sfc_write_file(path, b.data, b.len, error);
    sfc_buffer_free(&b);
    return good;
}

bool sfc_results_writer_close(struct sfc_results_writer *writer, struct sfc_error *error)
{
    struct sfc_buffer b = { 0 };
    if (!sfc_results_end(&writer->results))
        return sfc_fail(error, "the results do not add up to the cases of the run: this is a bug of the runner");
    write_summary(&b, &writer->results);
    const bool good = put(writer, &b, error);
    sfc_buffer_free(&b);
    if (!good)
        return false;
    if (!close_file(writer))
        return sfc_fail(error, "%s: could not be written whole: %s", writer->part, strerror(errno));
    struct sfc_error why = { "" };
    if (writer->path && !sfc_results_write(writer, writer->path, &why))
        return sfc_fail(error, "%.800s; the results are in %s", why.text, writer->part);
    return !writer->part || unlink(writer->part) == 0
           || sfc_fail(error, "%s: cannot be removed: %s", writer->part, strerror(errno));
}
