/* SPDX-License-Identifier: MIT */
/* The version and the hash of a corpus. */
#include "identity.h"
#include "corpus_archive.h"
#include "tree.h"

#include <stdio.h>

enum { MAX_FILE = 64 << 20 };

/* The files that say which corpus it is. */
struct sources {
    struct gen_bytes version, index, real_index; /* no data: there is no such file */
};

static bool read_one(struct gen_pool *pool, const char *folder, const char *name, struct gen_bytes *bytes,
                     struct gen_error *error)
{
    const char *path = gen_textf(pool, "%s/%s", folder, name);
    return !gen_file_exists(path) || gen_read_file(pool, path, MAX_FILE, bytes, error);
}

static bool read_folder(struct gen_pool *pool, const char *folder, struct sources *s, struct gen_error *error)
{
    return read_one(pool, folder, GEN_CORPUS_VERSION_FILE, &s->version, error)
           && read_one(pool, folder, GEN_CORPUS_INDEX, &s->index, error)
           && read_one(pool, folder, GEN_CORPUS_REAL_INDEX, &s->real_index, error);
}

static void take_member(struct gen_pool *pool, const struct gen_archive *archive, const char *name,
                        struct gen_bytes *bytes)
{
    const struct gen_member *m = gen_archive_find(archive, name);
    if (m)
        *bytes = (struct gen_bytes){ (const uint8_t *)gen_copy(pool, (const char *)m->bytes, m->len), m->len };
}

static bool read_archive(struct gen_pool *pool, const char *path, struct sources *s, struct gen_error *error)
{
    struct gen_archive archive;
    struct gen_archive_error why;
    if (!gen_archive_read(&archive, path, &why))
        return gen_fail(error, path, 0, "%s", why.text);
    take_member(pool, &archive, GEN_CORPUS_VERSION_FILE, &s->version);
    take_member(pool, &archive, GEN_CORPUS_INDEX, &s->index);
    take_member(pool, &archive, GEN_CORPUS_REAL_INDEX, &s->real_index);
    gen_archive_free(&archive);
    return true;
}

static bool judge_version(const char *path, const struct gen_bytes *text, struct gen_identity *identity,
                          struct gen_error *error)
{
    char says[GEN_CORPUS_SAYS];
    switch (gen_corpus_fit((const char *)text->data, text->len, "sframe-gen", identity->version, says)) {
    case GEN_CORPUS_FITS: return true;
    case GEN_CORPUS_IS_NEWER: snprintf(identity->warning, sizeof identity->warning, "%s", says); return true;
    case GEN_CORPUS_IS_OTHER: return gen_fail(error, path, 0, "%s", says);
    case GEN_CORPUS_IS_UNCLEAR: break;
    }
    return gen_fail(error, path, 0, GEN_CORPUS_VERSION_FILE ": %s", says);
}

bool gen_identify_corpus(struct gen_pool *pool, const char *path, struct gen_identity *identity,
                         struct gen_error *error)
{
    struct sources s = { 0 };
    *identity = (struct gen_identity){ 0 };
    if (!(gen_is_archive(path) ? read_archive(pool, path, &s, error) : read_folder(pool, path, &s, error)))
        return false;
    if (s.version.data && !judge_version(path, &s.version, identity, error))
        return false;
    return !s.index.data
           || gen_corpus_hash(s.index.data, s.index.len, s.real_index.data, s.real_index.len, identity->sha256)
           || gen_fail(error, path, 0, "there is no memory to hash it");
}
