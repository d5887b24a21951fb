/* SPDX-License-Identifier: MIT */
/* protocol.h - the runner's side of PROTOCOL.md: frames out, frames in, and what is said in them. No input or
   output. */
#ifndef SFC_PROTOCOL_H
#define SFC_PROTOCOL_H

#include "rung.h"

enum { SFC_PROTOCOL_VERSION = 1, SFC_MESSAGE_MAX_HEAD = 64 };

/* The first line of a frame: "@TYPE SEQ LENGTH". */
struct sfc_message {
    char type[16];
    uint32_t seq;
    size_t head, length; /* bytes of that line with its newline, and of the payload behind it */
};

/* What the bytes at hand begin with: not yet a whole line, a line (*frame is set, its payload may be missing still), a
   payload longer than `max` (set too), or no frame (*error says why). */
enum sfc_message_status { SFC_MESSAGE_PART, SFC_MESSAGE_HEAD, SFC_MESSAGE_TOO_LONG, SFC_MESSAGE_BAD };
enum sfc_message_status sfc_message_read(const char *bytes, size_t len, size_t max, struct sfc_message *frame,
                                         struct sfc_error *error);

/* Append whole frames. `container` says what the request's bytes are: "raw", "elf" or "dump". */
void sfc_message_hello(struct sfc_buffer *out, uint32_t seq, size_t max_answer);
void sfc_message_case(struct sfc_buffer *out, uint32_t seq, const struct sfc_request *request, const char *container);
void sfc_message_bye(struct sfc_buffer *out, uint32_t seq);

/* What an adapter says of itself. */
struct sfc_hello {
    char *name, *version;
    struct sfc_config declared;
};

/* Reads payloads; `text` has a NUL at text[len] and is cut up. sfc_hello_read() returns false and *error, and
   leaves nothing allocated, if the payload is not what PROTOCOL.md says. sfc_result_read() makes that
   SFC_REPLY_PROTOCOL with a message. */
bool sfc_hello_read(struct sfc_hello *hello, char *text, size_t len, struct sfc_error *error);
void sfc_hello_free(struct sfc_hello *hello);
void sfc_result_read(struct sfc_answer *answer, const struct sfc_request *request, char *text, size_t len);

#endif
