/* SPDX-License-Identifier: MIT */
/*
 * corpus_archive.h - a corpus that is one file: a tar archive, bare or compressed with zstd. It is read into memory
 * whole and never unpacked to disk.
 *
 * An archive may be anybody's. It must hold ordinary files only (folders are passed over), each once, with relative
 * names that lead nowhere else. Its size has limits. It is of the kind ustar, which is what is written here. A program
 * that was built without libzstd reads and writes bare ones.
 */
#ifndef SFC_CORPUS_ARCHIVE_H
#define SFC_CORPUS_ARCHIVE_H

#include "text.h"

/* Limits of one archive: members, bytes of a name, of a member, and of all members. */
enum {
    SFC_ARCHIVE_MEMBERS = 100000,
    SFC_ARCHIVE_NAME = 255,
    SFC_ARCHIVE_MEMBER = 64 << 20,
    SFC_ARCHIVE_TOTAL = 256 << 20
};

struct sfc_member {
    char *name;     /* such as "real/index.tsv" */
    uint8_t *bytes; /* followed by a NUL that `len` does not count */
    size_t len;
    uint64_t at; /* where its header starts in the tar */
};

struct sfc_archive {
    struct sfc_member *members; /* sorted by name */
    size_t count;
};

/* Reads an archive. The error names the member and its place where they are known. Nothing stays allocated on failure.
   */
bool sfc_archive_read(struct sfc_archive *archive, const char *path, struct sfc_error *error);
void sfc_archive_free(struct sfc_archive *archive);

/* NULL if there is no member of that name. */
const struct sfc_member *sfc_archive_find(const struct sfc_archive *archive, const char *name);

/* Makes an archive of members in the given order: with no times and owners, so that the same members give the same
   bytes. */
bool sfc_archive_make(const struct sfc_member *members, size_t count, bool compressed, struct sfc_buffer *tar,
                      struct sfc_error *error);

/* ---- What every reader of archives does with a member ---- */

struct sfc_archive_reader {
    struct sfc_archive *into;
    const char *path; /* of the archive, for messages */
    struct sfc_error *error;
    size_t total;
    const char *name; /* of the member that is being read; NULL: none */
    uint64_t at;      /* where its header starts */
};

/* Says what is wrong, with name and place of the member. Returns false. */
bool sfc_archive_refuse(struct sfc_archive_reader *r, const char *what);
/* Passes over a folder. Returns false if its name is wrong, or there are too many. */
bool sfc_archive_pass_folder(struct sfc_archive_reader *r);
/* Adds a file with room for its bytes, which the caller reads. NULL if its name or size is refused; `wrong` is what
   else is wrong with it, or NULL. */
struct sfc_member *sfc_archive_add(struct sfc_archive_reader *r, const char *wrong, int64_t size);
/* Sorts the members. Two with one name are refused. */
bool sfc_archive_end(struct sfc_archive_reader *r);

/* A bare tar of the kind ustar. Nothing stays allocated on failure. */
bool sfc_archive_read_ustar(struct sfc_archive *archive, const char *path, const uint8_t *bytes, size_t len,
                            struct sfc_error *error);
bool sfc_archive_write_ustar(const struct sfc_member *members, size_t count, struct sfc_buffer *tar,
                             struct sfc_error *error);

#endif
