/* SPDX-License-Identifier: MIT */
/*
 * corpus_archive.h - a corpus that is one file: a tar archive, bare or compressed with zstd. It is read into memory
 * whole and never unpacked to disk.
 *
 * An archive may be anybody's. It must hold ordinary files only (folders are passed over), each once, with relative
 * names that lead nowhere else. Its size has limits. A program that was built without libarchive reads
 * bare ustar archives, which is what is written here, and writes none.
 */
#ifndef GEN_CORPUS_ARCHIVE_H
#define GEN_CORPUS_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limits of one archive: members, bytes of a name, of a member, and of all members. */
enum {
    GEN_ARCHIVE_MEMBERS = 100000,
    GEN_ARCHIVE_NAME = 255,
    GEN_ARCHIVE_MEMBER = 64 << 20,
    GEN_ARCHIVE_TOTAL = 256 << 20
};

/* What is wrong with an archive, for a person, without its path. */
struct gen_archive_error {
    char text[512];
};

struct gen_member {
    char *name;     /* such as "real/index.tsv" */
    uint8_t *bytes; /* followed by a NUL that `len` does not count */
    size_t len;
    uint64_t at; /* where its header starts in the tar */
};

struct gen_archive {
    struct gen_member *members; /* sorted by name */
    size_t count;
};

/* Is `path` an ordinary file, and not a folder? */
bool gen_is_archive(const char *path);

/* Reads an archive. The error names the member and its place where they are known. Nothing stays allocated on
   failure. */
bool gen_archive_read(struct gen_archive *archive, const char *path, struct gen_archive_error *error);
void gen_archive_free(struct gen_archive *archive);

/* NULL if there is no member of that name. */
const struct gen_member *gen_archive_find(const struct gen_archive *archive, const char *name);

/* Makes an archive of members in the given order: with no times and owners, so that the same members give the same
   bytes. Frees nothing of them; the caller frees *bytes. */
bool gen_archive_make(const struct gen_member *members, size_t count, bool compressed, uint8_t **bytes, size_t *len,
                      struct gen_archive_error *error);

#endif
