/* SPDX-License-Identifier: MIT */
/* probe.h - a section that every reader must accept, one that every reader must reject, and the check of an adapter. */
#ifndef SFC_PROBE_H
#define SFC_PROBE_H

#include "rung.h"

/* What came back on the two questions. */
enum sfc_probe {
    SFC_PROBE_RIGHT,
    SFC_PROBE_BROKEN, /* it answers, and wrongly: it can be measured, and fails the simplest cases */
    SFC_PROBE_MUTE    /* it crashes or hangs on both, or its answer cannot be understood */
};

struct sfc_probed {
    enum sfc_probe verdict;
    /* Of the first wrong answer. One with the right verdict and another meaning is no broken reader: the
       corpus judges meanings. */
    enum sfc_reply seen;
    bool bad_text;  /* it came, but its text breaks the grammar */
    bool is_value;  /* the verdict is right, but another meaning */
    bool refused;   /* the plain section is rejected, or answered with "unsupported" */
    bool is_hidden; /* the same, and only because a `?` is not declared */
    char *why;      /* in a line, or NULL */
    char *broken;   /* of all wrong verdicts: lines with section, bytes, expected and seen; or NULL */
    char *misread;  /* the same of all right verdicts with another meaning, hidden values aside */
    bool hung;      /* a question had no answer in time, so that its time tells nothing */
    bool unasked;   /* the runner could not ask */
};
void sfc_probed_free(struct sfc_probed *probed);

/* Asks about a plain section with one function, and about the same with a damaged magic, in the
   first form that the adapter declares; of an encoder about a plain dump, and one with a row after its function. The op
   is `other`, a look-up, a stack trace or an encode that it declares, or with SFC_NUM_OPS the first one that it
   declares. Without such a form it is mute. */
struct sfc_probed sfc_probe(const struct sfc_config *config, const struct sfc_rung *rung, struct sfc_session *session,
                            enum sfc_op other);

/* Gives a question the same section once more, 1 MiB after the first one. */
void sfc_probe_add_second(struct sfc_request *request);

/* The question about the plain section: *request points into `bytes`. Returns false if the
   declared profiles, ABIs and byte orders do not exist together. An adapter is asked to encode only if
   it can do nothing else. */
enum { SFC_PROBE_SIZE = 64 };
bool sfc_probe_question(const struct sfc_config *config, struct sfc_request *request, uint8_t bytes[SFC_PROBE_SIZE]);

/* A plain section of any size, in the first form that the adapter declares, and the questions about it: to decode or
   encode it, and to look the first PC up. An encoder gets several functions in descending order, to sort them. */
struct sfc_large {
    struct sfc_request requests[SFC_NUM_OPS];
    uint8_t *bytes;
    char *dump, *unsorted; /* the first one is what a decode must answer */
};
/* Returns false as sfc_probe_question() does. At most 65535 rows. */
bool sfc_probe_large(const struct sfc_config *config, unsigned funcs, unsigned rows, struct sfc_large *large);
void sfc_large_free(struct sfc_large *large);

/* Checks that an adapter follows PROTOCOL.md, whatever its implementation gets wrong. Prints a line for each check, and
   a fix for each that fails. Returns how many failed. *is_other: the file does not describe this version. */
unsigned sfc_check_adapter(struct sfc_config *config, const struct sfc_grant *grant, bool *is_other);

#endif
