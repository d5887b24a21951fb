/* SPDX-License-Identifier: MIT */
/* rung_framed.h - the parts of the framed rung that the in-process rung is made of. */
#ifndef SFC_RUNG_FRAMED_H
#define SFC_RUNG_FRAMED_H

#include "rung.h"

/* Starts the command `words` (which is copied) and lets it say hello. NULL and *error if that fails. */
struct sfc_session *sfc_framed_open(const struct sfc_config *config, const struct sfc_grant *grant, char *const *words,
                                    struct sfc_error *error);
void sfc_framed_ask(struct sfc_session *session, const struct sfc_request *request, struct sfc_answer *answer);
struct sfc_trouble sfc_framed_close(struct sfc_session *session);

/* The version that a session's hello gives; what it declares goes into *config. Closes the session, which may be NULL
   (*error is set already). */
char *sfc_framed_learn(struct sfc_config *config, struct sfc_session *session, struct sfc_error *error);

/* One frame of any kind sent, and what came back: for those who check the adapter rather than the implementation. */
struct sfc_raw_reply {
    enum sfc_reply reply; /* SFC_REPLY_ACCEPT: a frame came */
    char *trouble;        /* else: what happened, for a person */
    char type[16];
    uint32_t seq;
    char *payload; /* with a NUL behind it */
    size_t len;
};
void sfc_framed_raw(struct sfc_session *session, const char *type, uint32_t seq, const void *payload, size_t len,
                    struct sfc_raw_reply *raw);
void sfc_raw_reply_free(struct sfc_raw_reply *raw);

/* Closes the adapter's stdin without a word. Returns NULL if it ends with status 0 then, else what it did. */
char *sfc_framed_hang_up(struct sfc_session *session);

char *sfc_framed_by_hand(const struct sfc_config *config, const struct sfc_request *request, const char *id,
                         const char *corpus);

#endif
