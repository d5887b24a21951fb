/* SPDX-License-Identifier: MIT */
/* rung_framed.h - what only checks of an adapter need of the framed rung. */
#ifndef SFC_RUNG_FRAMED_H
#define SFC_RUNG_FRAMED_H

#include "rung.h"

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

#endif
