/* SPDX-License-Identifier: MIT */
/* framed_exchange.h - a session with a program that answers questions over pipes, and one exchange of frames with
   it. */
#ifndef SFR_CONFORMANCE_FRAMED_EXCHANGE_H
#define SFR_CONFORMANCE_FRAMED_EXCHANGE_H

#include "child.h"
#include "protocol.h"
#include "rung.h"

/* How long a program may take to end once its output has ended, and after `bye`. */
#define SFR_END_SECONDS 2.0

struct sfr_session {
    const struct sfr_config *config;
    struct sfr_grant grant;
    char **words; /* the command */
    char **env;
    struct sfr_child child;
    uint32_t seq;
    char *hello;           /* what it said of itself first */
    struct sfr_buffer out; /* the question */
    size_t sent;
    bool reads_no_more;        /* its end of the pipe for questions is closed */
    struct sfr_buffer in, err; /* what came since */
    size_t length;             /* of the answer that came last */
    double cpu_before;         /* CPU seconds at the first tick of this question; below 0: there was none */
};

/* How an exchange ends: with a frame; its stdout ended; out of time, or of CPU time; more output than allowed;
   something that is no frame; the run is to stop. */
enum sfr_end { SFR_END_ANSWER, SFR_END_EOF, SFR_END_TIMEOUT, SFR_END_CPU, SFR_END_FLOOD, SFR_END_BAD, SFR_END_STOPPED };

/* Sends what is in s->out and reads one frame, which stays in s->in; *error says what is wrong with SFR_END_BAD. */
enum sfr_end sfr_exchange(struct sfr_session *s, struct sfr_message *frame, struct sfr_error *error);
/* Sends as much of s->out as the pipe takes. */
void sfr_send_more(struct sfr_session *s);
/* Takes what is there of stderr. */
void sfr_drain_stderr(struct sfr_session *s);
/* Lets it end by itself for a moment, so that its own status and last words are known. False if it did not. */
bool sfr_wait_end(struct sfr_session *s);

#endif
