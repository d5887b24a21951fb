/* SPDX-License-Identifier: MIT */
/* reason.h - the tokens that a reason of a known failure starts with, and causes.txt, which says what
   each defect is. */
#ifndef SFC_REASON_H
#define SFC_REASON_H

#include "text.h"

/* "AMB-05B" of "B20, AMB-05B: what is wrong": the length of the token at *at, and whether there is
   one. */
bool sfc_next_token(const char **at, size_t *len);
/* How many tokens a reason starts with; 0 if it is free text. The next one is ", " after one. */
size_t sfc_count_tokens(const char *reason);

/* A reason as a title, its sentence first: "what is wrong (B20, AMB-05B)". */
char *sfc_reason_title(const char *reason);

/* Reads causes.txt line by line: TOKEN | what is wrong. Set `next` to the text, which stays. */
struct sfc_cause_lines {
    const char *next;
    unsigned line; /* of the last one */
    const char *token, *what;
    size_t token_len, what_len;
    bool is_wrong; /* that line has another form */
};
/* The next defect. False at the end, or at a line of another form. */
bool sfc_next_cause(struct sfc_cause_lines *lines);

#endif
