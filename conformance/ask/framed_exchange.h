/* SPDX-License-Identifier: MIT */
/* framed_exchange.h - a session with a program that answers questions over pipes, and one
   exchange of frames; and how an adapter failed, in words. */
#ifndef SFC_FRAMED_EXCHANGE_H
#define SFC_FRAMED_EXCHANGE_H

#include "child.h"
#include "protocol.h"
#include "rung.h"

/* How long a program may take to end after it closed its output, and after `bye`. */
#define SFC_END_SECONDS 2.0

struct sfc_session {
    const struct sfc_config *config;
    struct sfc_grant grant;
    char **words; /* the command */
    char *folder; /* where it runs: its own, empty at each start */
    char **env;
    struct sfc_child child;
    uint32_t seq;
    char *hello;           /* its first hello */
    struct sfc_buffer out; /* the question */
    size_t sent;
    bool reads_no_more;        /* it closed its stdin */
    struct sfc_buffer in, err; /* its stdout and stderr since then */
    size_t length;             /* of its last answer */
    const char *limit;         /* that ended the exchange, or NULL */
    char *trouble;             /* of the last raw frame */
    double cpu_before;         /* CPU seconds at the first check during this question; below 0: no check yet */
};

/* Sends what is in s->out and reads one frame, which stays in s->in: SFC_REPLY_ACCEPT. Else how the exchange ended:
   SFC_REPLY_CRASH if stdout was closed, SFC_REPLY_PROTOCOL if the output is not a frame (*error says why),
   SFC_REPLY_TIMEOUT, SFC_REPLY_STOPPED, or SFC_REPLY_LIMIT, of which s->limit has the detail. */
enum sfc_reply sfc_exchange(struct sfc_session *s, struct sfc_frame *frame, struct sfc_error *error);
/* Sends as much of s->out as the pipe takes. */
void sfc_send_more(struct sfc_session *s);
/* Reads what is there of stderr. */
void sfc_drain_stderr(struct sfc_session *s);
/* Waits a moment for the program to end, which leaves its own status and last words. Returns
   false if it did not end. */
bool sfc_wait_end(struct sfc_session *s);

/* The end of a program's stderr as one line without control bytes: what a sanitizer found, or
   the last lines. NULL if it wrote nothing. The caller frees it, as the texts below. */
char *sfc_last_words(const char *text);

/* How much came of an answer that is not whole. */
char *sfc_partial_answer(const char *bytes, size_t len);

#endif
