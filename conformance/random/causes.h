/* SPDX-License-Identifier: MIT */
/*
 * causes.h - finds grouped by their cause, and the causes that are known.
 *
 * A cause is a kind of fault and the shape of the shrunk program. The known ones are a list of exceptions with their
 * reasons (reasons.h). An entry is `KIND PROGRAM` or `KIND:DETAIL PROGRAM`, such as `wrong-ra undefined 16; nop`. It
 * covers the finds of that kind whose shrunk program has its directives, in its order. It is stale if the program
 * itself no longer fails so.
 */
#ifndef SFC_CAUSES_H
#define SFC_CAUSES_H

#include "shrink.h"

struct sfc_known_cause {
    unsigned line;
    const char *reason;
    struct sfc_find find; /* the program that shows it */
    char *shape;
    bool is_stale;
    uint64_t count; /* of finds */
};
struct sfc_known_causes {
    char *path, *text;
    struct sfc_known_cause *all;
    size_t count;
};
/* On failure false, and *error names file and line. */
bool sfc_known_causes_read(struct sfc_known_causes *known, const struct sfc_target *target, const char *path,
                           struct sfc_error *error);
void sfc_known_causes_free(struct sfc_known_causes *known);
/* Tries each program, and marks the entries that are stale. */
bool sfc_known_causes_check(struct sfc_known_causes *known, struct sfc_trial *trial, struct sfc_error *error);

struct sfc_cause {
    char *key, *shape;     /* key: kind, detail and shape */
    struct sfc_find first; /* of the confirmed finds, else of all, the one with the lowest index */
    uint64_t count;
    struct sfc_known_cause *known; /* or NULL */
};
/* The known cause of a find, or NULL. */
struct sfc_known_cause *sfc_known_cause_of(const struct sfc_known_causes *known, const struct sfc_target *target,
                                           const struct sfc_find *find);
struct sfc_causes {
    struct sfc_cause *all;
    size_t count;
};
/* Counts a find `times` times, and takes it over. Returns its cause, which is only valid until the next call. */
struct sfc_cause *sfc_causes_add(struct sfc_causes *causes, const struct sfc_target *target, struct sfc_find *find,
                                 uint64_t times);
/* Finds the known causes; sorts by number of finds. */
void sfc_causes_finish(struct sfc_causes *causes, const struct sfc_target *target, struct sfc_known_causes *known);
void sfc_causes_free(struct sfc_causes *causes);

#endif
