/* SPDX-License-Identifier: MIT */
/* The version of a corpus, and its hash. */
#include "corpus_version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number without a sign or leading zeros, and the character after it. NULL if there is none. */
static const char *take_number(const char *text, char after, unsigned *number)
{
    const size_t len = strspn(text, "0123456789");
    if (len == 0 || len > 6 || (len > 1 && text[0] == '0') || text[len] != after)
        return NULL;
    *number = (unsigned)strtoul(text, NULL, 10);
    return text + len + 1;
}

enum gen_corpus_fit gen_corpus_fit(const char *text, size_t len, const char *program,
                                   char version[GEN_CORPUS_VERSION_TEXT], char says[GEN_CORPUS_SAYS])
{
    unsigned major, minor, patch;
    const char *at = len < GEN_CORPUS_VERSION_TEXT && strlen(text) == len ? take_number(text, '.', &major) : NULL;
    at = at ? take_number(at, '.', &minor) : NULL;
    at = at ? take_number(at, '\n', &patch) : NULL;
    version[0] = says[0] = '\0';
    if (!at || *at) {
        snprintf(says, GEN_CORPUS_SAYS, "expected one line with a version such as %d.0.0", GEN_CORPUS_MAJOR);
        return GEN_CORPUS_IS_UNCLEAR;
    }
    snprintf(version, GEN_CORPUS_VERSION_TEXT, "%u.%u.%u", major, minor, patch);
    if (major != GEN_CORPUS_MAJOR) {
        snprintf(says, GEN_CORPUS_SAYS, "this corpus is version %s; this %s reads %d.x; get %s %s", version, program,
                 GEN_CORPUS_MAJOR, major > GEN_CORPUS_MAJOR ? "a newer" : "an older", program);
        return GEN_CORPUS_IS_OTHER;
    }
    if (minor > GEN_CORPUS_MINOR) {
        snprintf(says, GEN_CORPUS_SAYS,
                 "warning: this corpus is version %s; this %s knows %d.%d and may not judge what is new in it", version,
                 program, GEN_CORPUS_MAJOR, GEN_CORPUS_MINOR);
        return GEN_CORPUS_IS_NEWER;
    }
    return GEN_CORPUS_FITS;
}

bool gen_corpus_hash(const void *index, size_t len, const void *real_index, size_t real_len, char text[SFR_SHA256_TEXT])
{
    char *both = malloc(len + real_len + 1);
    if (!both)
        return false;
    memcpy(both, index, len);
    if (real_index)
        memcpy(both + len, real_index, real_len);
    sfr_sha256(both, len + (real_index ? real_len : 0), text);
    free(both);
    return true;
}
