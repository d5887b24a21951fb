/* SPDX-License-Identifier: MIT */
/* protocol.h - the runner's side of PROTOCOL.md: frames out, frames in, and what is said in them. No input or
   output. */
#ifndef SFR_CONFORMANCE_PROTOCOL_H
#define SFR_CONFORMANCE_PROTOCOL_H

#include "rung.h"

enum { SFR_PROTOCOL_VERSION = 1, SFR_MESSAGE_MAX_HEAD = 64 };

/* The first line of a frame: "@TYPE SEQ LENGTH". */
struct sfr_message {
    char type[16];
    uint32_t seq;
    size_t head, length; /* bytes of that line with its newline, and of the payload behind it */
};

/* What the bytes at hand begin with: not yet a whole line, a line (*frame is set, its payload may be missing still), a
   payload longer than `max` (set too), or no frame (*error says why). */
enum sfr_message_status { SFR_MESSAGE_PART, SFR_MESSAGE_HEAD, SFR_MESSAGE_TOO_LONG, SFR_MESSAGE_BAD };
enum sfr_message_status sfr_message_read(const char *bytes, size_t len, size_t max, struct sfr_message *frame,
                                         struct sfr_error *error);

/* Append whole frames. `container` says what the request's bytes are: "raw", "elf" or "dump". */
void sfr_message_hello(struct sfr_buffer *out, uint32_t seq, size_t max_answer);
void sfr_message_case(struct sfr_buffer *out, uint32_t seq, const struct sfr_request *request, const char *container);
void sfr_message_bye(struct sfr_buffer *out, uint32_t seq);

/* What an adapter says of itself. */
struct sfr_hello {
    char *name, *version;
    struct sfr_config declared;
};

/* Reads payloads; `text` has a NUL at text[len] and is cut up. sfr_hello_read() returns false and *error, and
   leaves nothing allocated, if the payload is not what PROTOCOL.md says. sfr_result_read() makes that
   SFR_REPLY_PROTOCOL with a message. */
bool sfr_hello_read(struct sfr_hello *hello, char *text, size_t len, struct sfr_error *error);
void sfr_hello_free(struct sfr_hello *hello);
void sfr_result_read(struct sfr_answer *answer, const struct sfr_request *request, char *text, size_t len);

#endif
