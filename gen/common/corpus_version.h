/* SPDX-License-Identifier: MIT */
/* corpus_version.h - the version of a corpus, in its file VERSION, and its hash. corpus/README.md defines both. */
#ifndef GEN_CORPUS_VERSION_H
#define GEN_CORPUS_VERSION_H

#include <stdbool.h>
#include <stddef.h>

#include "sha256.h"

/* What these programs read: this major version, and what minor versions up to this one have. */
enum { GEN_CORPUS_MAJOR = 1, GEN_CORPUS_MINOR = 1 };

enum { GEN_CORPUS_VERSION_TEXT = 32, GEN_CORPUS_SAYS = 256 };

/* The files that the hash is over, the second appended to the first. The second may be missing. */
#define GEN_CORPUS_VERSION_FILE "VERSION"
#define GEN_CORPUS_INDEX "index.tsv"
#define GEN_CORPUS_REAL_INDEX "real/index.tsv"

enum gen_corpus_fit {
    GEN_CORPUS_FITS,
    GEN_CORPUS_IS_NEWER, /* a newer minor version: it can be read, but may have what is passed over */
    GEN_CORPUS_IS_OTHER, /* another major version: it cannot be read */
    GEN_CORPUS_IS_UNCLEAR
};

/* Judges the bytes of VERSION for `program`. Unless it fits, `says` is why, for a person. `version` is the version,
   or "" if the bytes are none. */
enum gen_corpus_fit gen_corpus_fit(const char *text, size_t len, const char *program,
                                   char version[GEN_CORPUS_VERSION_TEXT], char says[GEN_CORPUS_SAYS]);

/* The hash of a corpus; `real_index` may be NULL. False without memory. */
bool gen_corpus_hash(const void *index, size_t len, const void *real_index, size_t real_len,
                     char text[SFR_SHA256_TEXT]);

#endif
