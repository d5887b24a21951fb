/* SPDX-License-Identifier: MIT */
/* Which corpus a store has: its version and its hash. */
#include <stdlib.h>

#include "complain.h"
#include "store.h"

enum { MAX_VERSION = 4096, MAX_INDEX = 256 << 20 };

/* A file by its name; NULL without an error if there is none. */
static char *read_named(const struct sfc_store *store, const char *name, size_t max, size_t *len,
                        struct sfc_error *error)
{
    if (!sfc_store_has(store, name))
        return NULL;
    char *path = sfc_format("%s/%s", store->root, name);
    char *bytes = sfc_store_read(store, path, max, len, error);
    free(path);
    return bytes;
}

bool sfc_store_version(const struct sfc_store *store, char version[GEN_CORPUS_VERSION_TEXT], struct sfc_error *error)
{
    char says[GEN_CORPUS_SAYS];
    size_t len = 0;
    version[0] = '\0';
    if (!sfc_store_has(store, GEN_CORPUS_VERSION_FILE))
        return true;
    char *text = read_named(store, GEN_CORPUS_VERSION_FILE, MAX_VERSION, &len, error);
    if (!text)
        return false;
    const enum gen_corpus_fit fit = gen_corpus_fit(text, len, "sframe-conform", version, says);
    free(text);
    if (fit == GEN_CORPUS_IS_UNCLEAR)
        return sfc_fail(error, "%s/%s:1: %s", store->root, GEN_CORPUS_VERSION_FILE, says);
    if (fit == GEN_CORPUS_IS_OTHER)
        return sfc_fail(error, "%s: %s", store->root, says);
    if (fit == GEN_CORPUS_IS_NEWER) {
        char *text_of_warning = sfc_format("%s: %s", store->root, says);
        sfc_complain(text_of_warning);
        free(text_of_warning);
    }
    return true;
}

bool sfc_store_hash(const struct sfc_store *store, char sha256[SFR_SHA256_TEXT], struct sfc_error *error)
{
    size_t len = 0, real_len = 0;
    struct sfc_error why = { "" };
    char *index = read_named(store, GEN_CORPUS_INDEX, MAX_INDEX, &len, &why);
    char *real_index = read_named(store, GEN_CORPUS_REAL_INDEX, MAX_INDEX, &real_len, &why);
    bool good = why.text[0] == '\0' || sfc_fail(error, "%s", why.text);
    if (good && !index)
        good = sfc_fail(error, "%s: is no corpus: it has no index.tsv", store->root);
    if (good && !gen_corpus_hash(index, len, real_index, real_len, sha256))
        sfc_out_of_memory();
    free(index);
    free(real_index);
    return good;
}
