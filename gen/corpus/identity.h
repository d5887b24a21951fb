/* SPDX-License-Identifier: MIT */
/* Which corpus a folder or an archive has: its version and its hash, as corpus/README.md defines them. */
#ifndef GEN_IDENTITY_H
#define GEN_IDENTITY_H

#include "base.h"
#include "corpus_version.h"

struct gen_identity {
    char version[GEN_CORPUS_VERSION_TEXT]; /* "": it has none */
    char sha256[SFR_SHA256_TEXT];          /* "": it has no index */
    char warning[GEN_CORPUS_SAYS];         /* "": the version is one that this program knows */
};

/* What does not exist yet has neither. A version that this program does not read is an error, as is an archive that is
   damaged. */
bool gen_identify_corpus(struct gen_pool *pool, const char *path, struct gen_identity *identity,
                         struct gen_error *error);

#endif
