/* SPDX-License-Identifier: MIT */
/* rung_framed.h - the framed rung, for the in-process rung and for checks of an adapter. */
#ifndef SFC_RUNG_FRAMED_H
#define SFC_RUNG_FRAMED_H

#include "rung.h"

/* Starts the command `words`, which is copied, and exchanges hellos. NULL, *error and *why (which may be NULL) on
   failure. */
struct sfc_session *sfc_framed_open(const struct sfc_config *config, const struct sfc_grant *grant, char *const *words,
                                    enum sfc_no_hello *why, struct sfc_error *error);
void sfc_framed_ask(struct sfc_session *session, const struct sfc_request *request, struct sfc_answer *answer);
struct sfc_trouble sfc_framed_close(struct sfc_session *session);
struct sfc_footprint sfc_framed_footprint(const struct sfc_session *session);

/* Reads a session's hello: returns the version, and keeps the declaration in *config. Closes the
   session, which may be NULL (*error is set already). */
char *sfc_framed_learn(struct sfc_config *config, struct sfc_session *session, struct sfc_error *error);

/* One frame of any kind, and what came back: to check the adapter, not the implementation. */
struct sfc_raw_reply {
    enum sfc_reply reply; /* SFC_REPLY_ACCEPT: a frame came */
    char *trouble;        /* else: what happened, for a person */
    char type[16];
    uint32_t seq;
    char *payload; /* followed by a NUL */
    size_t len;
};
void sfc_framed_raw(struct sfc_session *session, const char *type, uint32_t seq, const void *payload, size_t len,
                    struct sfc_raw_reply *raw);
void sfc_raw_reply_free(struct sfc_raw_reply *raw);

/* Closes the adapter's stdin without `bye`. Returns NULL if it then ends with status 0, else
   what it did. */
char *sfc_framed_hang_up(struct sfc_session *session);

char *sfc_framed_by_hand(const struct sfc_config *config, const struct sfc_request *request, const char *id,
                         const char *corpus);

#endif
