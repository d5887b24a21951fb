/* SPDX-License-Identifier: MIT */
/* rung_framed.h - the parts of the framed rung that the in-process rung is made of. */
#ifndef SFR_CONFORMANCE_RUNG_FRAMED_H
#define SFR_CONFORMANCE_RUNG_FRAMED_H

#include "rung.h"

/* Starts the command `words` (which is copied) and lets it say hello. NULL and *error if that fails. */
struct sfr_session *sfr_framed_open(const struct sfr_config *config, const struct sfr_grant *grant, char *const *words,
                                    struct sfr_error *error);
void sfr_framed_ask(struct sfr_session *session, const struct sfr_request *request, struct sfr_answer *answer);
struct sfr_trouble sfr_framed_close(struct sfr_session *session);

/* The version that a session's hello gives; what it declares goes into *config. Closes the session, which may be NULL
   (*error is set already). */
char *sfr_framed_learn(struct sfr_config *config, struct sfr_session *session, struct sfr_error *error);

/* One frame of any kind sent, and what came back: for those who check the adapter rather than the implementation. */
struct sfr_raw_reply {
    enum sfr_reply reply; /* SFR_REPLY_ACCEPT: a frame came */
    char *trouble;        /* else: what happened, for a person */
    char type[16];
    uint32_t seq;
    char *payload; /* with a NUL behind it */
    size_t len;
};
void sfr_framed_raw(struct sfr_session *session, const char *type, uint32_t seq, const void *payload, size_t len,
                    struct sfr_raw_reply *raw);
void sfr_raw_reply_free(struct sfr_raw_reply *raw);

/* Closes the adapter's stdin without a word. Returns NULL if it ends with status 0 then, else what it did. */
char *sfr_framed_hang_up(struct sfr_session *session);

char *sfr_framed_by_hand(const struct sfr_config *config, const struct sfr_request *request, const char *id,
                         const char *corpus);

#endif
