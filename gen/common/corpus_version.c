/* SPDX-License-Identifier: MIT */
/* The version of a corpus, and its hash. */
#include "corpus_version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum gen_corpus_fit gen_corpus_fit(const char *text, size_t len, const char *program,
                                   char version[GEN_CORPUS_VERSION_TEXT], char says[GEN_CORPUS_SAYS])
{
    unsigned major, minor, patch;
    char line[GEN_CORPUS_VERSION_TEXT + 1] = "";
    version[0] = says[0] = '\0';
    /* Only numbers without a sign or leading zeros are read and written alike. */
    if (sscanf(text, "%6u.%6u.%6u", &major, &minor, &patch) == 3)
        snprintf(line, sizeof line, "%u.%u.%u\n", major, minor, patch);
    if (strlen(text) != len || len == 0 || strcmp(line, text) != 0) {
        snprintf(says, GEN_CORPUS_SAYS, "expected one line with a version such as %d.0.0", GEN_CORPUS_MAJOR);
        return GEN_CORPUS_IS_UNCLEAR;
    }
    snprintf(version, GEN_CORPUS_VERSION_TEXT, "%.*s", (int)len - 1, text);
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
