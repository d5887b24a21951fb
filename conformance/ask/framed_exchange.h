/* SPDX-License-Identifier: MIT */
/* framed_exchange.h - a session with a program that answers questions over pipes, and one exchange of frames with
   it. */
#ifndef SFC_FRAMED_EXCHANGE_H
#define SFC_FRAMED_EXCHANGE_H

#include "child.h"
#include "protocol.h"
#include "rung.h"

/* How long a program may take to end once its output has ended, and after `bye`. */
#define SFC_END_SECONDS 2.0

struct sfc_session {
    const struct sfc_config *config;
    struct sfc_grant grant;
    char **words; /* the command */
    char **env;
    struct sfc_child child;
    uint32_t seq;
    char *hello;           /* what it said of itself first */
    struct sfc_buffer out; /* the question */
    size_t sent;
    bool reads_no_more;        /* its end of the pipe for questions is closed */
    struct sfc_buffer in, err; /* what came since */
    size_t length;             /* of the answer that came last */
    double cpu_before;         /* CPU seconds at the first tick of this question; below 0: there was none */
};

/* How an exchange ends: with a frame; its stdout ended; out of time, or of CPU time; more output than allowed;
   something that is no frame; the run is to stop. */
enum sfc_end { SFC_END_ANSWER, SFC_END_EOF, SFC_END_TIMEOUT, SFC_END_CPU, SFC_END_FLOOD, SFC_END_BAD, SFC_END_STOPPED };

/* Sends what is in s->out and reads one frame, which stays in s->in; *error says what is wrong with SFC_END_BAD. */
enum sfc_end sfc_exchange(struct sfc_session *s, struct sfc_message *frame, struct sfc_error *error);
/* Sends as much of s->out as the pipe takes. */
void sfc_send_more(struct sfc_session *s);
/* Takes what is there of stderr. */
void sfc_drain_stderr(struct sfc_session *s);
/* Lets it end by itself for a moment, so that its own status and last words are known. False if it did not. */
bool sfc_wait_end(struct sfc_session *s);

#endif
