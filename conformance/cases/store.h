/* SPDX-License-Identifier: MIT */
/* store.h - the files of a corpus, which is a folder or one archive. Nothing else knows which. */
#ifndef SFC_STORE_H
#define SFC_STORE_H

#include "corpus_archive.h"
#include "corpus_version.h"
#include "text.h"

struct sfc_store {
    char *root; /* the folder or the archive */
    bool is_archive;
    struct sfc_archive archive; /* its files, if it is one */
};

/* Opens a folder, or reads an archive. On failure nothing stays allocated. */
bool sfc_store_open(struct sfc_store *store, const char *root, struct sfc_error *error);
void sfc_store_close(struct sfc_store *store);

/* Reads a file of at most `max` bytes and adds a NUL. `path` is ROOT/NAME, in an archive too, so that it names the
   file in messages. Without a store it is a file on disk. The caller frees the bytes. NULL and *error on failure.
   */
char *sfc_store_read(const struct sfc_store *store, const char *path, size_t max, size_t *len, struct sfc_error *error);
bool sfc_store_has(const struct sfc_store *store, const char *name);

/* Calls `act` with the name of each file, until it returns false. Names that start with '.' are passed over. */
typedef bool sfc_store_fn(void *ctx, const char *name, struct sfc_error *error);
bool sfc_store_each(const struct sfc_store *store, sfc_store_fn *act, void *ctx, struct sfc_error *error);

/* Reads VERSION; "" without one, as before version 1.0.0. Refuses a version that this program cannot read, and says
   so on stderr if it is newer than this program. */
bool sfc_store_version(const struct sfc_store *store, char version[GEN_CORPUS_VERSION_TEXT], struct sfc_error *error);
/* The hash that corpus/README.md defines. */
bool sfc_store_hash(const struct sfc_store *store, char sha256[SFR_SHA256_TEXT], struct sfc_error *error);

#endif
