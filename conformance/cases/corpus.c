/* SPDX-License-Identifier: MIT */
/* Loads a corpus: its indexes, and the cases that they list or some of these. A case that no index lists is an
   error. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case.h"

enum { MAX_INDEX = 256 << 20, NUM_COLUMNS = 13, MOST_THREADS = 8 };

/* The columns of index.tsv in their order. */
enum column {
    COLUMN_ID,
    COLUMN_REV,
    COLUMN_FILE,
    COLUMN_SIZE,
    COLUMN_SHA256,
    COLUMN_PROFILE,
    COLUMN_ABI,
    COLUMN_ORDER,
    COLUMN_OP,
    COLUMN_VERDICT,
    COLUMN_CLASS,
    COLUMN_CASE_SHA256,
    COLUMN_LEVEL
};
static const char header[] = "id\trev\tfile\tsize\tsha256\tprofile\tabi\torder\top\tverdict\tclass\tcase-sha256\tlevel";

static bool split(char *line, char *cells[NUM_COLUMNS])
{
    unsigned n = 0;
    for (char *at = line; at; n++) {
        char *tab = strchr(at, '\t');
        if (tab)
            *tab++ = '\0';
        if (n == NUM_COLUMNS || *at == '\0')
            return false;
        cells[n] = at;
        at = tab;
    }
    return n == NUM_COLUMNS;
}

/* A path below the corpus: relative, and never up. */
static bool is_inside(const char *path)
{
    return path[0] != '/' && path[0] != '\0' && strcmp(path, "..") != 0 && strncmp(path, "../", 3) != 0
           && !strstr(path, "/../");
}

/* The area is the case's folder; the cases of real tools are one area. */
static const char *area_of(const char *id, size_t *len)
{
    const char *last = strrchr(id, '/'), *start = last;
    *len = 4;
    if (strncmp(id, "real/", 5) == 0)
        return "real";
    while (start && start > id && start[-1] != '/')
        start--;
    *len = last ? (size_t)(last - start) : 1;
    return last ? start : "-";
}

static bool same_number(const char *cell, uint64_t value)
{
    uint64_t number;
    return sfc_parse_decimal(cell, strlen(cell), UINT64_MAX, &number) && number == value;
}

/* The index must say what the case file says. */
static bool check_row(const char *index, unsigned line, char *cells[NUM_COLUMNS], const struct sfc_case *c,
                      struct sfc_error *error)
{
    const char *reason = sfc_case_class(c);
    const char *wrong = !same_number(cells[COLUMN_REV], c->rev)                           ? "rev"
                        : !same_number(cells[COLUMN_SIZE], c->size)                       ? "size"
                        : strcmp(cells[COLUMN_SHA256], c->sha256) != 0                    ? "sha256"
                        : strcmp(cells[COLUMN_PROFILE], c->profile) != 0                  ? "profile"
                        : strcmp(cells[COLUMN_OP], sfc_op_name(c->op)) != 0               ? "op"
                        : strcmp(cells[COLUMN_VERDICT], sfc_expect_names[c->expect]) != 0 ? "verdict"
                        : strcmp(cells[COLUMN_CLASS], reason ? reason : "-") != 0         ? "class"
                        : strcmp(cells[COLUMN_LEVEL], sfc_level_names[c->level]) != 0     ? "level"
                        : strcmp(cells[COLUMN_ORDER], "little") != 0 && strcmp(cells[COLUMN_ORDER], "big") != 0
                            ? "order"
                            : NULL;
    if (wrong)
        return sfc_fail(error, "%s:%u: the %s of %s is not what %s says", index, line, wrong, c->id, c->path);
    return strcmp(cells[COLUMN_CASE_SHA256], c->case_sha256) == 0
           || sfc_fail(error, "%s:1: the case file was changed: its sha256 is %s, but %s:%u says %s", c->path,
                       c->case_sha256, index, line, cells[COLUMN_CASE_SHA256]);
}

/* A row of an index, and its case by number. */
struct row {
    char *cells[NUM_COLUMNS];
    unsigned line;
    size_t number;
};

/* The rows of one index whose cases are read, by several threads: all, or those that are wanted. */
struct reading {
    struct sfc_corpus *corpus;
    sfc_wanted_fn *wanted;
    const void *ctx;
    char *index;
    struct row *rows;
    size_t count, next, end; /* no row from `end` on is read: the one before it failed */
    struct sfc_error error;
    pthread_mutex_t lock;
};

/* Rows are taken in their order, so that each before a failed one is read: the error is always the first one. */
static void *read_cases(void *ctx)
{
    struct reading *r = ctx;
    struct sfc_error why = { "" };
    pthread_mutex_lock(&r->lock);
    while (r->next < r->end) {
        const size_t i = r->next++;
        pthread_mutex_unlock(&r->lock);
        struct row *row = &r->rows[i];
        struct sfc_case *c = &r->corpus->cases[row->number];
        const bool good = sfc_case_read(c, &why) && check_row(r->index, row->line, row->cells, c, &why);
        pthread_mutex_lock(&r->lock);
        if (!good && i < r->end) {
            r->end = i;
            r->error = why;
        }
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

static bool read_all_cases(struct reading *r, struct sfc_error *error)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pthread_t threads[MOST_THREADS];
    long started = 0;
    r->end = r->count;
    pthread_mutex_init(&r->lock, NULL);
    while (started + 1 < processors && started < MOST_THREADS && r->count > 1
           && pthread_create(&threads[started], NULL, read_cases, r) == 0)
        started++;
    read_cases(r);
    for (long i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&r->lock);
    return r->end == r->count || sfc_fail(error, "%s", r->error.text);
}

static void keep(struct sfc_buffer *b, const char *text)
{
    sfc_buffer_add(b, text, strlen(text) + 1);
}

static void add_path(struct sfc_buffer *b, const char *root, const char *name)
{
    sfc_buffer_add(b, root, strlen(root));
    sfc_buffer_add(b, "/", 1);
    sfc_buffer_add(b, name, strlen(name));
}

/* What a case keeps of its row, each text with its NUL. sfc_format() would take half of the time of a start. */
static char *kept_texts(const char *root, char *const cells[NUM_COLUMNS])
{
    struct sfc_buffer b = { 0 };
    size_t area_len;
    const char *area = area_of(cells[COLUMN_ID], &area_len);
    keep(&b, cells[COLUMN_ID]);
    keep(&b, cells[COLUMN_ABI]);
    keep(&b, cells[COLUMN_ORDER]);
    keep(&b, cells[COLUMN_PROFILE]);
    sfc_buffer_add(&b, area, area_len);
    keep(&b, "");
    add_path(&b, root, cells[COLUMN_ID]);
    keep(&b, ".case");
    add_path(&b, root, cells[COLUMN_FILE]);
    keep(&b, "");
    return b.data;
}

static bool take_row(struct reading *r, unsigned line, char *text, struct sfc_error *error)
{
    struct sfc_corpus *corpus = r->corpus;
    const char *index = r->index;
    char *cells[NUM_COLUMNS] = { 0 };
    if (!split(text, cells))
        return sfc_fail(error, "%s:%u: expected %d cells separated by tabs", index, line, NUM_COLUMNS);
    if (!is_inside(cells[COLUMN_ID]) || !is_inside(cells[COLUMN_FILE]))
        return sfc_fail(error, "%s:%u: the id or file is not a path inside the corpus", index, line);
    if (line > 2 && strcmp(corpus->cases[corpus->count - 1].id, cells[COLUMN_ID]) >= 0)
        return sfc_fail(error, "%s:%u: %s does not sort after the id before it", index, line, cells[COLUMN_ID]);

    corpus->cases = sfc_make_room(corpus->cases, corpus->count, sizeof corpus->cases[0]);
    struct sfc_case *c = &corpus->cases[corpus->count++];
    char *strings = kept_texts(corpus->root, cells);
    *c = (struct sfc_case){ .store = corpus->store, .owned.index_row = strings };
    const char **into[] = { &c->id, &c->abi, &c->order, &c->profile, &c->area, &c->path, &c->file };
    for (unsigned i = 0; i < sizeof into / sizeof into[0]; i++, strings += strlen(strings) + 1)
        *into[i] = strings;
    if (r->wanted && !r->wanted(r->ctx, c))
        return true;
    r->rows = sfc_make_room(r->rows, r->count, sizeof r->rows[0]);
    struct row *row = &r->rows[r->count++];
    *row = (struct row){ .line = line, .number = corpus->count - 1 };
    memcpy(row->cells, cells, sizeof cells);
    return true;
}

static bool take_rows(struct reading *r, char *text, size_t len, struct sfc_error *error)
{
    const char *index = r->index;
    unsigned line = 0;
    const char *const end = text + len;
    for (char *next; text < end; text = next) {
        line++;
        /* Not strchr(): a sanitizer measures the whole string each time, and the index is long. */
        char *newline = memchr(text, '\n', (size_t)(end - text));
        if (!newline)
            return sfc_fail(error, "%s:%u: does not end with a newline", index, line);
        *newline = '\0';
        next = newline + 1;
        if (line == 1 && strcmp(text, header) != 0)
            return sfc_fail(error, "%s:1: the columns are not those of corpus/README.md", index);
        if (line > 1 && !take_row(r, line, text, error))
            return false;
    }
    return line > 0 || sfc_fail(error, "%s:1: is empty", index);
}

/* One index file, by its name in the corpus. */
static bool read_index(struct reading r, const char *name, struct sfc_error *error)
{
    size_t len = 0;
    struct sfc_error why = { "" };
    r.index = sfc_format("%s/%s", r.corpus->root, name);
    char *text = sfc_store_read(r.corpus->store, r.index, MAX_INDEX, &len, error);
    bool good = text && (strlen(text) == len || sfc_fail(error, "%s:1: has NUL bytes", r.index));
    /* What is wrong with a case before a bad row is told first. */
    if (good) {
        const bool are_rows = take_rows(&r, text, len, &why);
        good = read_all_cases(&r, error) && (are_rows || sfc_fail(error, "%s", why.text));
    }
    free(r.rows);
    free(text);
    free(r.index);
    return good;
}

static int compare_ids(const void *a, const void *b)
{
    return strcmp(((const struct sfc_case *)a)->id, ((const struct sfc_case *)b)->id);
}

const struct sfc_case *sfc_corpus_find(const struct sfc_corpus *corpus, const char *id)
{
    const struct sfc_case wanted = { .id = id };
    return corpus->count == 0 ? NULL : bsearch(&wanted, corpus->cases, corpus->count, sizeof wanted, compare_ids);
}

/* Nobody would notice that a case file that the index does not list never runs. */
static bool check_listed(void *ctx, const char *name, struct sfc_error *error)
{
    const struct sfc_corpus *corpus = ctx;
    const size_t len = strlen(name);
    if (len <= 5 || strcmp(name + len - 5, ".case") != 0)
        return true;
    char *id = sfc_copy_text(name, len - 5);
    const bool listed = sfc_corpus_find(corpus, id) != NULL;
    free(id);
    return listed || sfc_fail(error, "%s/%s:1: the case is not listed in an index.tsv", corpus->root, name);
}

static bool check_ids(const struct sfc_corpus *corpus, struct sfc_error *error)
{
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sfc_case *c = &corpus->cases[i];
        if (i > 0 && strcmp(c->id, corpus->cases[i - 1].id) == 0)
            return sfc_fail(error, "%s:1: two indexes list it", c->path);
        if (c->parent && !sfc_corpus_find(corpus, c->parent))
            return sfc_fail(error, "%s:1: parent: there is no case %s", c->path, c->parent);
    }
    return true;
}

static bool load(const struct reading *all, struct sfc_error *error)
{
    struct sfc_corpus *corpus = all->corpus;
    if (!sfc_store_has(corpus->store, GEN_CORPUS_INDEX))
        return sfc_fail(error, "%s: is no corpus: it has no index.tsv", corpus->root);
    /* Before all else: another version may have another form. */
    if (!sfc_store_version(corpus->store, corpus->version, error) || !read_index(*all, GEN_CORPUS_INDEX, error)
        || (sfc_store_has(corpus->store, GEN_CORPUS_REAL_INDEX) && !read_index(*all, GEN_CORPUS_REAL_INDEX, error)))
        return false;
    if (corpus->count > 0)
        qsort(corpus->cases, corpus->count, sizeof corpus->cases[0], compare_ids);
    return check_ids(corpus, error) && sfc_store_each(corpus->store, check_listed, corpus, error);
}

bool sfc_corpus_load_some(struct sfc_corpus *corpus, const char *root, sfc_wanted_fn *wanted, const void *ctx,
                          struct sfc_error *error)
{
    const struct reading all = { .corpus = corpus, .wanted = wanted, .ctx = ctx };
    *corpus = (struct sfc_corpus){ .store = sfc_alloc(1, sizeof *corpus->store) };
    bool good = sfc_store_open(corpus->store, root, error);
    corpus->root = corpus->store->root;
    good = good && load(&all, error);
    if (!good)
        sfc_corpus_free(corpus);
    return good;
}

bool sfc_corpus_load(struct sfc_corpus *corpus, const char *root, struct sfc_error *error)
{
    return sfc_corpus_load_some(corpus, root, NULL, NULL, error);
}

void sfc_corpus_free(struct sfc_corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++)
        sfc_case_free(&corpus->cases[i]);
    free(corpus->cases);
    sfc_store_close(corpus->store);
    free(corpus->store);
    *corpus = (struct sfc_corpus){ 0 };
}
