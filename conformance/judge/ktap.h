/* SPDX-License-Identifier: MIT */
/* ktap.h - what the driver for kernels printed (export --kernel), found in the console output of a machine. */
#ifndef SFC_KTAP_H
#define SFC_KTAP_H

#include "judge.h"

enum sfc_ktap_state {
    SFC_KTAP_ASKED, /* there is no result: the machine stopped, or the output is cut */
    SFC_KTAP_RIGHT,
    SFC_KTAP_WRONG,
    SFC_KTAP_SKIPPED
};

/* What the driver says of a wrong answer, or of a section that it cannot move: its word, and what that is here. */
struct sfc_ktap_word {
    const char *word;
    enum sfc_outcome outcome;
    enum sfc_said said;
};

/* A case that was asked. Strings are in the text; NULL if they are not there. */
struct sfc_ktap_case {
    const char *id;
    unsigned line; /* of its result, or of its question */
    enum sfc_ktap_state state;
    const struct sfc_ktap_word *outcome;
    const char *expected, *seen; /* WRONG: the first line that differs */
};

struct sfc_ktap {
    char *path, *text;
    struct sfc_ktap_case *cases; /* in the order of the questions */
    size_t count;
    const char *reader, *corpus_version, *corpus_sha256;
    bool has_end; /* the driver came to its end */
};

/* Reads the lines of the driver, with time stamps or without, among any others; of its KUnit suite, too. *error names
   file and line: no such lines, lines that are missing in between, a result without its question, a word that the
   driver does not say. An output that is cut is no error, nor is a line. */
bool sfc_ktap_read(struct sfc_ktap *ktap, const char *path, struct sfc_error *error);
void sfc_ktap_free(struct sfc_ktap *ktap);

/* The result of a case that was asked. Of a wrong answer the output has the first line that differs, and so has the
   result; *config has what was asked at all. */
void sfc_ktap_result(const struct sfc_ktap_case *asked, const struct sfc_config *config, const struct sfc_case *c,
                     struct sfc_result *result);

#endif
