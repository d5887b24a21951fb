/* SPDX-License-Identifier: MIT */
/* Writes results.jsonl. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "causes.h"
#include "claim.h"
#include "json.h"
#include "results_of_run.h"
#include "results_writer.h"

/* ---- Objects ------------------------------------------------------------------------ */

/* NAME=VALUE words as an object. */
static void write_policies(struct sfc_buffer *b, const char *policies)
{
    const char *word;
    size_t len;
    sfc_buffer_printf(b, ",\"policies\":{");
    for (bool first = true; (word = sfc_next_word(&policies, &len)); first = false) {
        const char *equals = memchr(word, '=', len);
        const int name_len = (int)(equals - word), value_len = (int)len - name_len - 1;
        sfc_buffer_printf(b, "%s\"%.*s\":\"%.*s\"", first ? "" : ",", name_len, word, value_len, equals + 1);
    }
    sfc_buffer_printf(b, "}");
}

/* Lines as an array; nothing for NULL. */
static void write_lines(struct sfc_buffer *b, const char *name, const char *lines)
{
    const char *between = "";
    if (!lines)
        return;
    sfc_buffer_printf(b, ",\"%s\":[", name);
    for (const char *at = lines; *at; between = ",") {
        const size_t len = strcspn(at, "\n");
        char *line = sfc_copy_text(at, len);
        sfc_buffer_printf(b, "%s", between);
        sfc_json_string(b, line);
        free(line);
        at += len + (at[len] == '\n');
    }
    sfc_buffer_printf(b, "]");
}

static void write_known(struct sfc_buffer *b, const char *name, const char *text)
{
    if (text)
        sfc_json_member(b, name, text);
}

static void write_provenance(struct sfc_buffer *b, const struct sfc_provenance *p)
{
    write_known(b, "commit", p->commit);
    write_known(b, "compiler", p->compiler);
    write_known(b, "flags", p->flags);
    write_known(b, "adapter-sha256", p->adapter_sha256);
    write_known(b, "date", p->date);
    write_known(b, "machine", p->machine);
    write_known(b, "system", p->system);
    write_known(b, "host", p->host);
    write_known(b, "run-url", p->run_url);
}

static void write_header(struct sfc_buffer *b, const struct sfc_results *s)
{
    sfc_buffer_printf(b, "{\"type\":\"run\",\"format\":3");
    sfc_json_member(b, "runner", s->runner);
    sfc_json_member(b, "implementation", s->implementation);
    sfc_json_member(b, "about", s->about);
    sfc_json_member(b, "version", s->version);
    sfc_json_member(b, "adapter", s->adapter);
    sfc_json_member(b, "corpus", s->corpus);
    write_known(b, "corpus-version", s->corpus_version);
    sfc_json_member(b, "corpus-sha256", s->corpus_sha256);
    sfc_json_member(b, "known", s->known);
    write_known(b, "seed", s->seed);
    sfc_json_member(b, "level", sfc_level_name(s->level));
    sfc_buffer_printf(b, ",\"cases\":%zu,\"selected\":%zu", s->num_cases, s->num_selected);
    sfc_json_words(b, "profiles", s->profiles);
    sfc_json_words(b, "abis", s->abis);
    sfc_json_words(b, "orders", s->orders);
    sfc_json_words(b, "ops", s->ops);
    sfc_json_words(b, "unobservable", s->unobservable);
    write_policies(b, s->policies);
    if (*s->shows)
        sfc_json_words(b, "shows", s->shows);
    if (*s->limits)
        sfc_json_words(b, "limits", s->limits);
    write_provenance(b, &s->provenance);
    write_lines(b, "broken", s->broken);
    write_lines(b, "misread", s->misread);
    sfc_buffer_printf(b, "}\n");
}

static void write_bytes(struct sfc_buffer *b, const struct sfc_record *r)
{
    sfc_buffer_printf(b, ",\"bytes-at\":%zu", r->bytes_at);
    sfc_json_bytes(b, "bytes", r->bytes, r->num_bytes);
    if (r->patch)
        sfc_json_member(b, "patch", r->patch);
}

static void write_difference(struct sfc_buffer *b, const struct sfc_record *r)
{
    const struct sfc_differs *d = &r->differs;
    sfc_buffer_printf(b, ",\"difference\":");
    if (d->line[0] == '\0') {
        sfc_buffer_printf(b, "null");
        return;
    }
    sfc_buffer_printf(b, "{\"line\":\"%s\"", d->line);
    sfc_json_member(b, "key", d->key[0] ? d->key : NULL);
    sfc_json_member(b, "kind", sfc_differs_name(d->kind));
    sfc_json_member(b, "place", sfc_place_name(r->place));
    sfc_buffer_printf(b, "}");
}

static void write_record(struct sfc_buffer *b, const struct sfc_record *r)
{
    sfc_buffer_printf(b, "{\"type\":\"case\"");
    sfc_json_member(b, "id", r->id);
    sfc_buffer_printf(b, ",\"rev\":%" PRIu64, r->rev);
    sfc_json_member(b, "title", r->title);
    sfc_json_words(b, "clauses", r->clauses);
    sfc_json_member(b, "profile", r->profile);
    sfc_json_member(b, "abi", r->abi);
    sfc_json_member(b, "order", r->order);
    sfc_json_member(b, "area", r->area);
    sfc_json_member(b, "op", r->op);
    sfc_json_member(b, "expect", r->expect);
    sfc_json_member(b, "level", sfc_level_name(r->level));
    if (r->level_because)
        sfc_json_member(b, "level-because", r->level_because);
    sfc_json_member(b, "class", r->fault_class);
    if (r->has_range)
        sfc_buffer_printf(b, ",\"range\":[%zu,%zu]", r->range_start, r->range_end);
    sfc_json_member(b, "policy", r->policy);
    sfc_json_member(b, "multi-fault", r->multi_fault);
    sfc_json_words(b, "catches", r->catches);
    sfc_json_member(b, "parent", r->parent);
    sfc_json_member(b, "answer", r->said == SFC_SAID_NONE ? NULL : sfc_said_name(r->said));
    if (r->judged_class || r->judged_range)
        sfc_json_words(b, "judged", !r->judged_range ? "class" : r->judged_class ? "class range" : "range");
    sfc_json_member(b, "outcome", sfc_outcome_name(r->outcome));
    sfc_json_member(b, "detail", r->detail);
    sfc_json_member(b, "message", r->message);
    sfc_json_member(b, "expected", r->expected);
    sfc_json_member(b, "seen", r->seen);
    write_difference(b, r);
    sfc_json_member(b, "signal", r->signal);
    if (r->exit_status < 0)
        sfc_buffer_printf(b, ",\"exit\":null");
    else
        sfc_buffer_printf(b, ",\"exit\":%d", r->exit_status);
    if (r->missing)
        sfc_json_words(b, "missing", r->missing);
    sfc_json_words(b, "decided", r->decided);
    sfc_json_member(b, "cause", r->cause);
    sfc_json_member(b, "standing", sfc_standing_name(r->standing));
    if (r->standing == SFC_STANDS_SHOWN)
        sfc_json_member(b, "excuse", r->multi_fault ? "multi-fault" : "above-gate");
    if (r->known) {
        sfc_json_member(b, "known", r->known);
        sfc_buffer_printf(b, ",\"known-line\":%zu", r->known_line);
        sfc_json_member(b, "reason", r->reason);
    }
    sfc_buffer_printf(b, ",\"seconds\":%.6f,\"size\":%zu", r->seconds, r->size);
    if (r->bytes)
        write_bytes(b, r);
    sfc_json_member(b, "command", r->command);
    sfc_buffer_printf(b, "}\n");
}

/* How many cases of each kind were asked, and what right rejections prove. */
static void write_kinds(struct sfc_buffer *b, const struct sfc_results *s)
{
    sfc_buffer_printf(b, ",\"kinds\":{");
    for (unsigned i = 0; i < SFC_NUM_EXPECTS; i++)
        sfc_buffer_printf(b, "%s\"%s\":{\"asked\":%zu,\"right\":%zu}", i > 0 ? "," : "",
                          sfc_expect_name((enum sfc_expect)i), s->totals.kinds[i].asked, s->totals.kinds[i].right);
    sfc_buffer_printf(b,
                      "},\"rejections\":{\"right\":%zu,\"proved\":%zu,\"unproved\":%zu,\"not-shown\":%zu,"
                      "\"class\":%zu,\"range\":%zu},\"may-pass\":%zu",
                      s->totals.rejections, s->proof.proved, s->proof.unproved, s->proof.not_shown,
                      s->totals.judged_class, s->totals.judged_range, s->totals.may_pass);
}

static void write_causes(struct sfc_buffer *b, const struct sfc_results *s)
{
    struct sfc_cause_list causes = sfc_results_list_causes(s, SFC_ALL_STANDINGS);
    sfc_buffer_printf(b, ",\"causes\":[");
    for (size_t i = 0; i < causes.count; i++) {
        const struct sfc_cause_sum *sum = &causes.sums[i];
        const struct sfc_record *r = sum->example;
        sfc_buffer_printf(b, "%s{\"count\":%zu", i > 0 ? "," : "", sum->count);
        sfc_json_member(b, "token", r->cause);
        sfc_json_member(b, "title", r->cause_title);
        sfc_json_member(b, "outcome", sfc_outcome_name(r->outcome));
        sfc_json_member(b, "level", sfc_level_name(r->cause_level));
        sfc_buffer_printf(b, ",\"standings\":{\"known\":%zu,\"unexpected\":%zu,\"stale\":%zu,\"shown\":%zu}",
                          sum->standings[SFC_STANDS_KNOWN], sum->standings[SFC_STANDS_UNEXPECTED],
                          sum->standings[SFC_STANDS_STALE], sum->standings[SFC_STANDS_SHOWN]);
        sfc_json_member(b, "example", r->id);
        sfc_buffer_printf(b, "}");
    }
    sfc_buffer_printf(b, "]");
    sfc_cause_list_free(&causes);
}

static void write_trouble(struct sfc_buffer *b, const struct sfc_results *s)
{
    for (size_t i = 0; i < s->num_troubles; i++) {
        sfc_buffer_printf(b, "%s{\"kind\":\"%s\"", i > 0 ? "," : ",\"trouble\":[",
                          sfc_trouble_kind_name(s->troubles[i].kind));
        sfc_json_member(b, "text", s->troubles[i].text);
        sfc_buffer_printf(b, "}");
    }
    sfc_buffer_printf(b, "%s", s->num_troubles > 0 ? "]" : "");
}

static void write_summary(struct sfc_buffer *b, const struct sfc_results *s)
{
    sfc_buffer_printf(b,
                      "{\"type\":\"summary\",\"complete\":%s,\"status\":%d,\"selected\":%zu,"
                      "\"asked\":%zu,\"outcomes\":{",
                      s->complete ? "true" : "false", s->status, s->num_selected, sfc_results_num_asked(s));
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        sfc_buffer_printf(b, "%s\"%s\":%zu", i > 0 ? "," : "", sfc_outcome_name((enum sfc_outcome)i),
                          s->totals.outcomes[i]);
    sfc_buffer_printf(b, "},\"standings\":{");
    for (unsigned i = 0; i < SFC_NUM_STANDINGS; i++)
        sfc_buffer_printf(b, "%s\"%s\":%zu", i > 0 ? "," : "", sfc_standing_name((enum sfc_standing)i),
                          s->totals.standings[i]);
    sfc_buffer_printf(b, "},\"levels\":{");
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++)
        sfc_buffer_printf(b, "%s\"%s\":{\"asked\":%zu,\"right\":%zu}", i > 0 ? "," : "",
                          sfc_level_name((enum sfc_level)i), s->totals.levels[i].asked, s->totals.levels[i].right);
    sfc_buffer_printf(b, "}");
    write_kinds(b, s);
    sfc_json_member(b, "reached", sfc_results_reached(s));
    sfc_json_member(b, "verdict", sfc_verdict_name(sfc_results_verdict(s)));
    sfc_write_claim(b, s);
    sfc_write_hidden(b, s);
    sfc_write_left_out(b, s);
    write_causes(b, s);
    write_trouble(b, s);
    sfc_buffer_printf(b, ",\"unmatched\":[");
    for (size_t i = 0; i < s->num_unmatched; i++) {
        sfc_buffer_printf(b, "%s{\"line\":%zu", i > 0 ? "," : "", s->unmatched[i].line);
        sfc_json_member(b, "id", s->unmatched[i].id);
        sfc_buffer_printf(b, "}");
    }
    sfc_buffer_printf(b, "]}\n");
}

/* ---- File ---------------------------------------------------------------------------- */

/* The first error stops the writing: the last line of the file is whole or has no end. */
static bool put(struct sfc_results_writer *writer, struct sfc_buffer *b, struct sfc_error *error)
{
    if (writer->file && writer->why == 0
        && (fwrite(b->data, 1, b->len, writer->file) != b->len || fflush(writer->file) != 0))
        writer->why = errno != 0 ? errno : EIO;
    sfc_buffer_free(b);
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
    sfc_results_free(&writer->results);
    *writer = (struct sfc_results_writer){ 0 };
}

/* A link that lies in the folder would lead elsewhere. */
static bool is_no_link(const char *path, struct sfc_error *error)
{
    struct stat st;
    return lstat(path, &st) != 0 || !S_ISLNK(st.st_mode)
           || sfc_fail(error, "%s: is a link; nothing was changed: remove it, or name another folder", path);
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
    struct sfc_buffer path = { 0 }, part = { 0 };
    sfc_buffer_printf(&path, "%s/results.jsonl", folder);
    sfc_buffer_printf(&part, "%s.part", path.data);
    writer->path = path.data;
    writer->part = part.data;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return sfc_fail(error, "%s: cannot be made: %s", folder, strerror(errno));
    return is_no_link(path.data, error) && open_part(writer, error);
}

bool sfc_results_writer_open(struct sfc_results_writer *writer, const char *folder, const struct sfc_run *run,
                             struct sfc_error *error)
{
    struct sfc_buffer header = { 0 };
    *writer = (struct sfc_results_writer){ 0 };
    sfc_results_start(&writer->results, "the results of this run");
    sfc_results_begin_run(&writer->results, run);
    write_header(&header, &writer->results);
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
    sfc_results_take_case(&writer->results, run, index);
    if (!writer->file)
        return true;
    write_record(&b, &writer->results.records[writer->results.count - 1]);
    return put(writer, &b, error);
}

/* The file as it stays: the same however fast each case was. */
static bool write_sorted(const struct sfc_results_writer *writer, struct sfc_error *error)
{
    const struct sfc_results *results = &writer->results;
    struct sfc_buffer b = { 0 };
    write_header(&b, results);
    for (size_t i = 0; i < results->count; i++)
        write_record(&b, &results->records[i]);
    write_summary(&b, results);
    const bool good = sfc_write_file(writer->path, b.data, b.len, error);
    sfc_buffer_free(&b);
    return good;
}

bool sfc_results_writer_close(struct sfc_results_writer *writer, const struct sfc_run *run, bool complete, int status,
                              struct sfc_error *error)
{
    struct sfc_buffer b = { 0 };
    struct sfc_totals totals;
    /* Every case of a complete run has one record, and the records have the run's sums. */
    if (complete
        && (!sfc_run_totals(run, &totals) || writer->results.count != run->count
            || memcmp(&totals, &writer->results.totals, sizeof totals) != 0))
        return sfc_fail(error, "the results do not add up to the cases of the run: this is a bug of the runner");
    sfc_results_end_run(&writer->results, run, complete, status);
    if (!sfc_results_finish(&writer->results, error))
        return false;
    write_summary(&b, &writer->results);
    if (!put(writer, &b, error))
        return false;
    if (!close_file(writer))
        return sfc_fail(error, "%s: could not be written whole: %s", writer->part, strerror(errno));
    struct sfc_error why = { "" };
    if (writer->path && !write_sorted(writer, &why))
        return sfc_fail(error, "%.800s; the results are in %s", why.text, writer->part);
    return !writer->part || unlink(writer->part) == 0
           || sfc_fail(error, "%s: cannot be removed: %s", writer->part, strerror(errno));
}
