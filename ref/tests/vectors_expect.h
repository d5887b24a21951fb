/* SPDX-License-Identifier: MIT */
/* vectors_expect.h - collects text and findings. */
#ifndef SFR_TESTS_VECTORS_EXPECT_H
#define SFR_TESTS_VECTORS_EXPECT_H

#include "sfr_text.h"

/* Ends the program, because a test itself is wrong. */
_Noreturn void bail(const char *what, const char *text);

/* Text that grows; too much of it ends the program. */
struct text {
    char data[16384];
    size_t len;
    uint64_t findings; /* how many of them it has */
};
void clear_text(struct text *t);
/* An sfr_text_fn whose ctx is a struct text. */
bool put_text(void *text, const char *bytes, size_t len);
/* An sfr_finding_fn whose ctx is a struct text: "violation FAULT CLAUSE 0xSTART-0xEND WHERE" */
void add_finding(void *text, const struct sfr_finding *f);
/* Adds a problem if a finding of any section is wrong: its clause is not the fault's or not the
   profile's, its severity is not the fault's, or its range is outside the section or empty before
   its end. */
void check_finding(struct text *problems, const struct sfr_finding *f, enum sfr_profile profile, size_t size);

#endif
