/* SPDX-License-Identifier: MIT */
/* protocol.h - the runner's side of PROTOCOL.md: writes and reads frames in memory. */
#ifndef SFC_PROTOCOL_H
#define SFC_PROTOCOL_H

#include "rung.h"

enum { SFC_PROTOCOL_VERSION = 1, SFC_FRAME_MAX_HEAD = 64 };

/* The first line of a frame: "@TYPE SEQ LENGTH". */
struct sfc_frame {
    char type[16];
    uint32_t seq;
    size_t head, length; /* bytes of that line with its newline, and of the payload that follows */
};

/* What the bytes begin with: part of a line; a line (*frame is set; its payload may still be
   missing); a line whose payload is longer than `max` (*frame is set, too); or something else
   (*error says what). */
enum sfc_frame_status { SFC_FRAME_PART, SFC_FRAME_HEAD, SFC_FRAME_TOO_LONG, SFC_FRAME_BAD };
enum sfc_frame_status sfc_frame_read(const char *bytes, size_t len, size_t max, struct sfc_frame *frame,
                                     struct sfc_error *error);

/* Append whole frames. `container` is the form of the request's bytes: "raw", "elf" or "dump". */
void sfc_frame_hello(struct sfc_buffer *out, uint32_t seq, size_t max_answer);
void sfc_frame_case(struct sfc_buffer *out, uint32_t seq, const struct sfc_request *request, const char *container);
void sfc_frame_bye(struct sfc_buffer *out, uint32_t seq);

/* Read payloads; `text` has a NUL at text[len] and is cut up. If the payload is not as PROTOCOL.md says,
   sfc_hello_read() returns false, *error and declared->no_hello and leaves nothing allocated;
   sfc_result_read() makes it SFC_REPLY_PROTOCOL with a message. `declared` is what the adapter says of
   itself; the caller frees it and *version. */
bool sfc_hello_read(struct sfc_config *declared, char **version, char *text, size_t len, struct sfc_error *error);
void sfc_result_read(struct sfc_answer *answer, const struct sfc_request *request, char *text, size_t len);

#endif
