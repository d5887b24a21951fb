/* SPDX-License-Identifier: MIT */
/* Folders on disk: reads one, and replaces the corpus in one without losing the old files. */
#define _XOPEN_SOURCE 700
#include "tree.h"
#include "corpus_version.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_CASE = 16 << 20, MAX_DEPTH = 16 };

void gen_add_file(struct gen_pool *pool, struct gen_tree *tree, struct gen_file file)
{
    tree->files = gen_grow(pool, tree->files, tree->count, &tree->cap, sizeof(*tree->files));
    tree->files[tree->count++] = file;
}

void gen_sort_files(struct gen_tree *tree)
{
    if (tree->count)
        qsort(tree->files, tree->count, sizeof(*tree->files), gen_by_text);
}

const struct gen_file *gen_find_file(const struct gen_tree *tree, const char *path)
{
    const struct gen_file wanted = { .path = path };
    if (tree->count == 0)
        return NULL;
    return bsearch(&wanted, tree->files, tree->count, sizeof(*tree->files), gen_by_text);
}

/* What cannot be looked at may exist: then reading it says what is wrong. */
bool gen_file_exists(const char *path)
{
    return access(path, F_OK) == 0 || errno != ENOENT;
}

/* ---- Reading ------------------------------------------------------------- */

struct walk {
    struct gen_pool *pool;
    const char *dir;
    size_t max;
    struct gen_tree *tree;
    struct gen_error *error;
};

static bool fail_errno(struct gen_error *error, const char *path, const char *what)
{
    return gen_fail(error, path, 0, "%s: %s", what, strerror(errno));
}

static bool is_passed_over(const char *name)
{
    return name[0] == '.' || name[strlen(name) - 1] == '~';
}

static bool read_file(struct walk *w, const char *path)
{
    struct gen_file file = { .path = path };
    const bool good = gen_read_file(w->pool, gen_textf(w->pool, "%s/%s", w->dir, path), w->max, &file.bytes, w->error);
    if (good)
        gen_add_file(w->pool, w->tree, file);
    return good;
}

/* A file, or a folder and what is below it; "" is the whole. */
static bool read_one(struct walk *w, const char *path)
{
    const char *full = *path ? gen_textf(w->pool, "%s/%s", w->dir, path) : w->dir;
    struct stat st = { 0 };
    if (stat(full, &st) != 0)
        return fail_errno(w->error, full, "cannot be read");
    if (S_ISREG(st.st_mode))
        return read_file(w, path);
    if (!S_ISDIR(st.st_mode))
        return gen_fail(w->error, full, 0, "is neither a file nor a folder");
    if (*path && lstat(full, &st) == 0 && S_ISLNK(st.st_mode))
        return gen_fail(w->error, full, 0, "is a link to a folder, which may lead back here");
    DIR *d = opendir(full);
    bool good = d || fail_errno(w->error, full, "cannot be read");
    for (const struct dirent *entry; good && (entry = readdir(d));)
        if (!is_passed_over(entry->d_name))
            good = read_one(w, gen_textf(w->pool, "%s%s%s", path, *path ? "/" : "", entry->d_name));
    if (d)
        closedir(d);
    return good;
}

bool gen_read_tree(struct gen_pool *pool, const char *dir, size_t max, struct gen_tree *tree, struct gen_error *error)
{
    struct walk w = { .pool = pool, .dir = dir, .max = max, .tree = tree, .error = error };
    *tree = (struct gen_tree){ 0 };
    const bool good = read_one(&w, "");
    gen_sort_files(tree);
    return good;
}

/* The parts of a corpus folder that the generator owns. */
static const char *part_name(int i)
{
    return i < GEN_NUM_PROFILES ? gen_profiles[i].name : "index.tsv";
}
enum { NUM_PARTS = GEN_NUM_PROFILES + 1 };

static bool has_part(struct gen_pool *pool, const char *dir, int i)
{
    return gen_file_exists(gen_textf(pool, "%s/%s", dir, part_name(i)));
}

static bool read_parts(struct gen_pool *pool, const char *dir, struct gen_tree *tree, struct gen_error *error)
{
    struct walk w = { .pool = pool, .dir = dir, .max = MAX_CASE, .tree = tree, .error = error };
    for (int i = 0; i < NUM_PARTS; i++)
        if (has_part(pool, dir, i) && !(i < GEN_NUM_PROFILES ? read_one : read_file)(&w, part_name(i)))
            return false;
    gen_sort_files(tree);
    return true;
}

/* What does not exist yet has no version. */
bool gen_check_version(struct gen_pool *pool, const char *dir, struct gen_error *error)
{
    const char *path = gen_textf(pool, "%s/" GEN_CORPUS_VERSION_FILE, dir);
    char version[GEN_CORPUS_VERSION_TEXT], says[GEN_CORPUS_SAYS];
    struct gen_bytes text;
    if (!gen_file_exists(path))
        return true;
    if (!gen_read_file(pool, path, MAX_CASE, &text, error))
        return false;
    switch (gen_corpus_fit((const char *)text.data, text.len, "sframe-gen", version, says)) {
    case GEN_CORPUS_FITS: return true;
    case GEN_CORPUS_IS_NEWER: fprintf(stderr, "sframe-gen: %s: %s\n", dir, says); return true;
    case GEN_CORPUS_IS_OTHER: return gen_fail(error, dir, 0, "%s", says);
    case GEN_CORPUS_IS_UNCLEAR: break;
    }
    return gen_fail(error, path, 0, "%s", says);
}

bool gen_read_corpus(struct gen_pool *pool, const char *dir, struct gen_tree *tree, struct gen_error *error)
{
    *tree = (struct gen_tree){ 0 };
    return gen_check_version(pool, dir, error) && read_parts(pool, dir, tree, error);
}

/* ---- Comparing ----------------------------------------------------------- */

/* Counts from the corpus: PROFILE/ABI/AREA/NAME, or the index. */
static bool is_asked(const struct gen_corpus *corpus, const struct gen_file *file)
{
    const char *area = file->path;
    for (int i = 0; i < 2 && area; i++)
        area = strchr(area + 1, '/');
    return corpus->num_areas == 0 || (area && gen_asks_area(corpus, area + 1));
}

size_t gen_compare(const struct gen_corpus *corpus, const struct gen_tree *tree, struct gen_buf *lines)
{
    size_t found = 0, i = 0, j = 0;
    while (i < corpus->files.count || j < tree->count) {
        const struct gen_file *made = i < corpus->files.count ? &corpus->files.files[i] : NULL;
        const struct gen_file *there = j < tree->count ? &tree->files[j] : NULL;
        const bool skips_made = made && !is_asked(corpus, made), skips_there = there && !is_asked(corpus, there);
        i += skips_made;
        j += skips_there;
        if (skips_made || skips_there)
            continue;
        const int order = !made ? 1 : !there ? -1 : strcmp(made->path, there->path);
        const bool same =
            order == 0 && made->bytes.len == there->bytes.len
            && (made->bytes.len == 0 || memcmp(made->bytes.data, there->bytes.data, made->bytes.len) == 0);
        if (order < 0)
            gen_addf(lines, "missing: %s\n", made->path);
        else if (order > 0)
            gen_addf(lines, "stray: %s\n", there->path);
        else if (!same)
            gen_addf(lines, "differs: %s\n", made->path);
        found += !same;
        i += order <= 0;
        j += order >= 0;
    }
    return found;
}

/* ---- Writing ------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

/* Makes the folders above `path`, which lies below `dir`. */
static bool make_folders(struct gen_pool *pool, const char *dir, const char *path, struct gen_error *error)
{
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        const char *folder = gen_textf(pool, "%s/%.*s", dir, (int)(slash - path), path);
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return fail_errno(error, folder, "cannot be made");
    }
    return true;
}

static bool write_file(struct gen_pool *pool, const char *dir, const struct gen_file *file, struct gen_error *error)
{
    const char *full = gen_textf(pool, "%s/%s", dir, file->path);
    if (!make_folders(pool, dir, file->path, error))
        return false;
    FILE *f = fopen(full, "wb");
    if (!f)
        return fail_errno(error, full, "cannot be written");
    const bool written = fwrite(file->bytes.data, 1, file->bytes.len, f) == file->bytes.len;
    if (fclose(f) != 0 || !written)
        return fail_errno(error, full, "cannot be written");
    return true;
}

/* Moves a part, if it exists, from one folder to another. */
static bool move_part(struct gen_pool *pool, const char *from, const char *to, const char *part)
{
    return rename(gen_textf(pool, "%s/%s", from, part), gen_textf(pool, "%s/%s", to, part)) == 0 || errno == ENOENT;
}

static bool has_parts(struct gen_pool *pool, const char *dir)
{
    for (int i = 0; i < NUM_PARTS; i++)
        if (has_part(pool, dir, i))
            return true;
    return false;
}

/* Moves the old parts away and the new ones in. If a move fails, undoes those before it. */
static bool swap_parts(struct gen_pool *pool, const char *dir, const char *made, const char *old,
                       struct gen_error *error)
{
    int done = 0;
    while (done < NUM_PARTS && move_part(pool, dir, old, part_name(done))
           && move_part(pool, made, dir, part_name(done)))
        done++;
    if (done == NUM_PARTS)
        return true;
    fail_errno(error, dir, "the corpus cannot be replaced");
    move_part(pool, old, dir, part_name(done));
    for (int i = done - 1; i >= 0; i--)
        if (move_part(pool, dir, made, part_name(i)))
            move_part(pool, old, dir, part_name(i));
    if (has_parts(pool, old))
        gen_fail(error, old, 0, "the old corpus could not be moved back; its files are here");
    return false;
}

static bool fill(struct gen_pool *pool, const char *made, const char *old, const struct gen_corpus *corpus,
                 struct gen_error *error)
{
    if (mkdir(made, 0777) != 0 || mkdir(old, 0777) != 0)
        return fail_errno(error, made, "cannot be made");
    for (size_t i = 0; i < corpus->files.count; i++)
        if (!write_file(pool, made, &corpus->files.files[i], error))
            return false;
    return true;
}

/* Is there an index.tsv of a corpus? Later versions may have more columns. */
static bool has_index(struct gen_pool *pool, const char *dir)
{
    static const char start[] = "id\trev\t";
    struct gen_bytes text;
    return gen_read_file(pool, gen_textf(pool, "%s/index.tsv", dir), MAX_CASE, &text, NULL)
           && text.len >= sizeof start - 1 && memcmp(text.data, start, sizeof start - 1) == 0;
}

bool gen_write_corpus(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus, struct gen_error *error)
{
    char *scratch = gen_textf(pool, "%s/.sframe-gen-XXXXXX", dir);
    if (mkdir(dir, 0777) != 0 && errno != EEXIST)
        return fail_errno(error, dir, "cannot be made");
    for (int i = 0; i < NUM_PARTS; i++)
        if (has_part(pool, dir, i) && !has_index(pool, dir))
            return gen_fail(error, dir, 0,
                            "has '%s' but no index.tsv of a corpus: it is not a corpus, and nothing was written",
                            part_name(i));
    if (!mkdtemp(scratch))
        return fail_errno(error, scratch, "cannot be made");
    const char *made = gen_textf(pool, "%s/new", scratch), *old = gen_textf(pool, "%s/old", scratch);
    const bool good = fill(pool, made, old, corpus, error) && swap_parts(pool, dir, made, old, error);
    if (good || !has_parts(pool, old))
        nftw(scratch, remove_one, MAX_DEPTH, FTW_DEPTH | FTW_PHYS);
    return good;
}
