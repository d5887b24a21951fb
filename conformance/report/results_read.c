/* SPDX-License-Identifier: MIT */
/* Reads a results file. Every line is checked, and the sums in the last one must be those of the
   others. */
#define _POSIX_C_SOURCE 200809L
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "results.h"
#include "results_sums.h"

enum { MAX_RESULTS = 1 << 30, MAX_LIST = 8192, RESULTS_FORMAT = 3 };

/* ---- Members ------------------------------------------------------------------------- */

/* One line that is being read. `good` is false once a member was wrong; the first error stays. */
struct line {
    struct sfc_results *results;
    const json_t *object;
    struct sfc_error *error;
    bool good;
};

static void wrong(struct line *l, const char *name, const char *what)
{
    if (l->good)
        sfc_fail(l->error, "%s:%u: %s: %s", l->results->path, l->results->line, name, what);
    l->good = false;
}

/* NULL if the member is missing or null. */
static const json_t *find(const struct line *l, const char *name)
{
    const json_t *value = json_object_get(l->object, name);
    return json_is_null(value) ? NULL : value;
}

/* jansson's texts live as long as the line. */
static const char *keep_text(struct line *l, const json_t *value)
{
    const char *text = json_string_value(value);
    return text ? sfc_results_keep(l->results, sfc_copy_text(text, strlen(text))) : NULL;
}

static const char *text_of(struct line *l, const char *name)
{
    const json_t *value = find(l, name);
    if (value && !json_is_string(value))
        wrong(l, name, "is not a string");
    return keep_text(l, value);
}

/* A string that must be there. */
static const char *need_text(struct line *l, const char *name)
{
    const char *text = text_of(l, name);
    if (!text)
        wrong(l, name, "is missing");
    return text ? text : "";
}

static bool is_size(const json_t *value, size_t *out)
{
    const json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || (uint64_t)number > SIZE_MAX)
        return false;
    *out = (size_t)number;
    return true;
}

static size_t size_of(struct line *l, const char *name)
{
    const json_t *value = find(l, name);
    size_t size = 0;
    if (value && !is_size(value, &size))
        wrong(l, name, "is not a whole number");
    return size;
}

static double seconds_of(struct line *l, const char *name)
{
    const json_t *value = find(l, name);
    if (value && (!json_is_number(value) || json_number_value(value) < 0))
        wrong(l, name, "is not a number of seconds");
    return json_number_value(value);
}

static void add_word(struct line *l, struct sfc_buffer *b, const char *name, const char *key, const json_t *value)
{
    if (!json_is_string(value))
        wrong(l, name, "has something else than strings");
    else
        sfc_buffer_printf(b, "%s%s%s%s", b->len > 0 ? " " : "", key ? key : "", key ? "=" : "",
                          json_string_value(value));
}

/* An array of strings, or an object of strings as NAME=VALUE, as words with a space between. */
static const char *words_of(struct line *l, const char *name)
{
    const json_t *list = find(l, name);
    struct sfc_buffer b = { 0 };
    if (list && !json_is_array(list) && !json_is_object(list))
        wrong(l, name, "is not a list");
    for (size_t i = 0; i < json_array_size(list); i++)
        add_word(l, &b, name, NULL, json_array_get(list, i));
    for (void *i = json_object_iter((json_t *)list); i; i = json_object_iter_next((json_t *)list, i))
        add_word(l, &b, name, json_object_iter_key(i), json_object_iter_value(i));
    return b.data ? sfc_results_keep(l->results, b.data) : "";
}

/* An array of strings as lines; NULL if there is none. */
static const char *lines_of(struct line *l, const char *name)
{
    const json_t *list = find(l, name);
    struct sfc_buffer b = { 0 };
    for (size_t i = 0; i < json_array_size(list); i++)
        sfc_buffer_printf(&b, "%s\n", json_string_value(json_array_get(list, i)));
    return b.data ? sfc_results_keep(l->results, b.data) : NULL;
}

/* A list of the header, which is searched for each case: it is no longer than one of all names that there are. */
static const char *list_of(struct line *l, const char *name)
{
    const char *words = words_of(l, name);
    if (strlen(words) > MAX_LIST)
        wrong(l, name, "has more than 8192 bytes");
    return words;
}

/* The level of the gate or of a case. An older version did not write it. */
static enum sfc_level level_of(struct line *l, enum sfc_level least, enum sfc_level unsaid)
{
    const char *name = text_of(l, "level");
    enum sfc_level level = unsaid;
    if (name && (!sfc_level_from_name(name, &level) || level < least))
        wrong(l, "level", "there is no such level");
    return level;
}

/* ---- Lines ------------------------------------------------------------------------------ */

static void read_header(struct line *l)
{
    struct sfc_results *s = l->results;
    if (s->has_header)
        wrong(l, "type", "a second header");
    const size_t format = size_of(l, "format");
    if (format != RESULTS_FORMAT)
        wrong(l, "format", "this program reads format 3; run it again with this version");
    s->has_answers = true;
    s->has_header = true;
    s->implementation = need_text(l, "implementation");
    s->version = need_text(l, "version");
    s->about = text_of(l, "about");
    s->runner = text_of(l, "runner");
    s->adapter = text_of(l, "adapter");
    s->corpus = text_of(l, "corpus");
    s->corpus_version = text_of(l, "corpus-version");
    s->corpus_sha256 = text_of(l, "corpus-sha256");
    s->known = text_of(l, "known");
    s->seed = text_of(l, "seed");
    s->level = level_of(l, SFC_LEVEL_SAFE, SFC_LEVEL_VALIDATE);
    s->num_cases = size_of(l, "cases");
    s->num_selected = size_of(l, "selected");
    s->profiles = list_of(l, "profiles");
    s->abis = list_of(l, "abis");
    s->orders = list_of(l, "orders");
    s->ops = list_of(l, "ops");
    s->unobservable = list_of(l, "unobservable");
    s->policies = list_of(l, "policies");
    s->broken = lines_of(l, "broken");
    s->misread = lines_of(l, "misread");
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void read_bytes(struct line *l, struct sfc_record *r)
{
    const char *hex = text_of(l, "bytes");
    const size_t len = hex ? strlen(hex) : 0;
    if (!hex)
        return;
    uint8_t *bytes = (uint8_t *)sfc_results_keep(l->results, sfc_alloc(len / 2 + 1, 1));
    for (size_t i = 0; i + 1 < len; i += 2) {
        const int high = hex_digit(hex[i]), low = hex_digit(hex[i + 1]);
        if (high < 0 || low < 0)
            wrong(l, "bytes", "is not hexadecimal");
        else
            bytes[i / 2] = (uint8_t)(high << 4 | low);
    }
    r->bytes = bytes;
    r->num_bytes = len / 2;
    r->bytes_at = size_of(l, "bytes-at");
    if (len % 2 != 0 || r->bytes_at > r->size || r->num_bytes > r->size - r->bytes_at)
        wrong(l, "bytes", "are more than the section has");
}

static void read_range(struct line *l, struct sfc_record *r)
{
    const json_t *range = find(l, "range");
    if (!range)
        return;
    r->has_range = json_array_size(range) == 2 && is_size(json_array_get(range, 0), &r->range_start)
                   && is_size(json_array_get(range, 1), &r->range_end) && r->range_start <= r->range_end;
    if (!r->has_range)
        wrong(l, "range", "is not a start and an end");
}

static enum sfc_outcome outcome_of(struct line *l)
{
    const char *name = need_text(l, "outcome");
    enum sfc_outcome outcome = SFC_NOT_RUN;
    if (!sfc_outcome_from_name(name, strlen(name), &outcome))
        wrong(l, "outcome", "there is no such outcome");
    return outcome;
}

static enum sfc_standing standing_of(struct line *l)
{
    const char *name = need_text(l, "standing");
    for (unsigned i = 0; i < SFC_NUM_STANDINGS; i++)
        if (strcmp(sfc_standing_name((enum sfc_standing)i), name) == 0)
            return (enum sfc_standing)i;
    wrong(l, "standing", "there is no such standing");
    return SFC_STANDS_UNEXPECTED;
}

static enum sfc_said said_of(struct line *l)
{
    const char *name = text_of(l, "answer");
    for (unsigned i = SFC_SAID_ACCEPT; name && i < SFC_NUM_SAID; i++)
        if (strcmp(sfc_said_name((enum sfc_said)i), name) == 0)
            return (enum sfc_said)i;
    if (name)
        wrong(l, "answer", "is neither accept nor reject");
    return SFC_SAID_NONE;
}

/* Adds the record to the sums, once it is right. */
static void add_up(struct line *l, const struct sfc_record *r)
{
    const struct sfc_tally tally = sfc_record_tally(r);
    if (strcmp(r->expect, sfc_expect_name(tally.expect)) != 0)
        wrong(l, "expect", "is not accept, reject or policy");
    if ((r->judged_class || r->judged_range) && (r->outcome != SFC_PASS || r->said != SFC_SAID_REJECT))
        wrong(l, "judged", "is about right rejections only");
    if (l->good)
        sfc_totals_add(&l->results->totals, &tally);
}

static void read_record(struct line *l)
{
    struct sfc_results *s = l->results;
    struct sfc_record *r = sfc_results_new_record(s);
    *r = (struct sfc_record){
        .id = need_text(l, "id"),
        .title = need_text(l, "title"),
        .clauses = words_of(l, "clauses"),
        .profile = need_text(l, "profile"),
        .abi = need_text(l, "abi"),
        .order = need_text(l, "order"),
        .area = need_text(l, "area"),
        .op = need_text(l, "op"),
        .expect = need_text(l, "expect"),
        .level_because = text_of(l, "level-because"),
        .fault_class = text_of(l, "class"),
        .policy = text_of(l, "policy"),
        .multi_fault = text_of(l, "multi-fault"),
        .detail = text_of(l, "detail"),
        .message = text_of(l, "message"),
        .expected = text_of(l, "expected"),
        .seen = text_of(l, "seen"),
        .command = text_of(l, "command"),
        .parent = text_of(l, "parent"),
        .cause = text_of(l, "cause"),
        .cause_title = text_of(l, "cause"),
        .said = said_of(l),
        .patch = text_of(l, "patch"),
        .known = text_of(l, "known"),
        .reason = text_of(l, "reason"),
        .known_line = size_of(l, "known-line"),
        .seconds = seconds_of(l, "seconds"),
        .size = size_of(l, "size"),
        .outcome = outcome_of(l),
        .standing = standing_of(l),
    };
    r->cause_level = sfc_outcome_is_unsafe(r->outcome) ? SFC_LEVEL_SAFE : SFC_LEVEL_READ;
    r->level = level_of(l, SFC_LEVEL_READ, strcmp(r->expect, "reject") == 0 ? SFC_LEVEL_VALIDATE : SFC_LEVEL_READ);
    const char *judged = words_of(l, "judged");
    r->judged_class = sfc_has_word(judged, "class");
    r->judged_range = sfc_has_word(judged, "range");
    read_range(l, r);
    read_bytes(l, r);
    if (r->id[0] == '\0' || r->area[0] == '\0')
        wrong(l, "id", "id or area is empty");
    if (!r->expected != !r->seen)
        wrong(l, "expected", "what is expected and what was seen come together");
    if (l->good && !sfc_standing_fits(r->standing, r->outcome))
        wrong(l, "standing", "does not go with the outcome");
    if (r->standing == SFC_STANDS_KNOWN && !r->reason)
        wrong(l, "reason", "is missing, though the failure is known");
    add_up(l, r);
}

static void read_unmatched(struct line *l)
{
    const json_t *list = find(l, "unmatched");
    if (list && !json_is_array(list))
        wrong(l, "unmatched", "is not a list");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *id = keep_text(l, json_object_get(entry, "id"));
        size_t line;
        if (!id || !is_size(json_object_get(entry, "line"), &line)) {
            wrong(l, "unmatched", "has something else than id and line");
            return;
        }
        sfc_results_add_unmatched(l->results, id, line);
    }
}

static void read_trouble(struct line *l)
{
    const json_t *list = find(l, "trouble");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *text = keep_text(l, json_object_get(entry, "text")),
                   *kind = json_string_value(json_object_get(entry, "kind"));
        unsigned k = 0;
        while (kind && k < SFC_NUM_TROUBLES && strcmp(kind, sfc_trouble_kind_name((enum sfc_trouble_kind)k)) != 0)
            k++;
        if (!text || !kind || k == SFC_NUM_TROUBLES)
            wrong(l, "trouble", "has something else than kind and text");
        else
            sfc_results_add_trouble(l->results, (enum sfc_trouble_kind)k, (char *)text);
    }
}

/* The titles of the causes. */
static void read_causes(struct line *l)
{
    const json_t *list = find(l, "causes");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *token = json_string_value(json_object_get(entry, "token")),
                   *title = keep_text(l, json_object_get(entry, "title"));
        for (size_t k = 0; token && title && k < l->results->count; k++) {
            struct sfc_record *r = &l->results->records[k];
            if (r->cause && strcmp(r->cause, token) == 0) {
                r->cause_title = title;
                sfc_level_from_name(json_string_value(json_object_get(entry, "level")), &r->cause_level);
            }
        }
    }
}

/* The status of a complete run follows from the rest. */
static void read_status(struct line *l)
{
    struct sfc_results *s = l->results;
    const size_t status = size_of(l, "status");
    if (!find(l, "status") || status > 255)
        wrong(l, "status", "is not an exit status");
    else if (s->complete
             && status != sfc_run_status(&s->totals, s->num_unmatched, s->trouble != NULL, s->broken != NULL))
        wrong(l, "status", "is not that of these results");
    s->status = (int)status;
}

static void read_summary(struct line *l)
{
    struct sfc_results *s = l->results;
    const json_t *complete = find(l, "complete");
    if (!json_is_boolean(complete))
        wrong(l, "complete", "is neither true nor false");
    if (s->count != s->num_selected)
        wrong(l, "type", "there are not as many results as selected cases");
    sfc_results_prove(s);
    l->good = l->good && sfc_results_check_sums(s, l->object, l->error);
    read_unmatched(l);
    read_trouble(l);
    read_causes(l);
    s->has_summary = true;
    s->complete = json_is_true(complete);
    read_status(l);
}

static void read_line(struct line *l)
{
    const struct sfc_results *results = l->results;
    const char *type = need_text(l, "type");
    if (l->good && !results->has_header && strcmp(type, "run") != 0)
        wrong(l, "type", "the first line is not the header of a results file");
    if (l->good && results->has_summary)
        wrong(l, "type", "something follows the summary");
    if (l->good && strcmp(type, "run") == 0)
        read_header(l);
    else if (l->good && strcmp(type, "case") == 0)
        read_record(l);
    else if (l->good && strcmp(type, "summary") == 0)
        read_summary(l);
    else if (l->good)
        wrong(l, "type", "there is no such line");
}

bool sfc_results_add(struct sfc_results *results, const char *line, size_t len, struct sfc_error *error)
{
    json_error_t why;
    json_t *object = json_loadb(line, len, JSON_REJECT_DUPLICATES, &why);
    struct line l = { results, object, error, true };
    results->line++;
    if (!object)
        return sfc_fail(error, "%s:%u: byte %d: %s", results->path, results->line, why.position, why.text);
    read_line(&l);
    json_decref(object);
    return l.good;
}

/* ---- Files -------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    const size_t len = strlen(text), end_len = strlen(end);
    return len >= end_len && strcmp(text + len - end_len, end) == 0;
}

static bool read_lines(struct sfc_results *results, const char *text, size_t len, struct sfc_error *error)
{
    const bool partial = ends_with(results->path, ".part");
    for (const char *at = text, *end = text + len; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline && partial && results->has_header)
            break;
        if (!newline)
            return sfc_fail(error, "%s:%u: the file is cut off in this line", results->path, results->line + 1);
        if (!sfc_results_add(results, at, (size_t)(newline - at), error))
            return false;
        at = newline + 1;
    }
    if (!results->has_header)
        return sfc_fail(error, "%s:1: the file is empty", results->path);
    return results->has_summary || partial
           || sfc_fail(error,
                       "%s:%u: the file is cut off: no summary follows this line (as a .part file it can be read)",
                       results->path, results->line);
}

static bool is_newer(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec != b->st_mtim.tv_sec ? a->st_mtim.tv_sec > b->st_mtim.tv_sec
                                                  : a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

/* The file at `path`, or the results file in that folder: of an interrupted run its .part file. */
static char *find_file(const char *path)
{
    struct stat st, whole;
    struct sfc_buffer b = { 0 };
    const bool folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
    sfc_buffer_printf(&b, "%s%s", path, folder ? "/results.jsonl" : "");
    const size_t len = b.len;
    const bool is_whole = !folder || stat(b.data, &whole) == 0;
    if (folder)
        sfc_buffer_printf(&b, ".part");
    /* The .part file of a later run is newer than the file of an earlier one that ended. */
    const bool is_later = folder && stat(b.data, &st) == 0 && (!is_whole || is_newer(&st, &whole));
    if (!is_later && folder)
        b.data[b.len = len] = '\0';
    return b.data ? b.data : sfc_copy_text("", 0);
}

bool sfc_results_read(struct sfc_results *results, const char *path, struct sfc_error *error)
{
    size_t len = 0;
    char *file = find_file(path), *text = sfc_read_file(file, MAX_RESULTS, &len, error);
    sfc_results_start(results, file);
    const bool good = text && read_lines(results, text, len, error) && sfc_results_finish(results, error);
    free(text);
    free(file);
    if (!good)
        sfc_results_free(results);
    return good;
}
