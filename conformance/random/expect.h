/* SPDX-License-Identifier: MIT */
/*
 * expect.h - the rules that the directives of a function state, row by row.
 *
 * This reads the directives themselves, as the manual of GNU as and DWARF define them. It uses nothing of the reader
 * of .eh_frame, so that both can be compared.
 */
#ifndef SFC_EXPECT_H
#define SFC_EXPECT_H

#include "program.h"

/* The rules of the PCs from `start`, in bytes from the function's start, to the next row. */
struct sfc_expected_row {
    uint64_t start;
    struct sfr_rules rules;
};
struct sfc_expected {
    struct sfc_expected_row *rows; /* neighbours differ; none if there is no code */
    size_t count, capacity;
    uint64_t size;
};

/* Replaces *expected. False if the directives have no meaning, such as a state that was never remembered, or
   code without a CFA. Such a function is no valid program. */
bool sfc_expect(const struct sfc_target *target, const struct sfc_body *body, struct sfc_expected *expected);
void sfc_expected_free(struct sfc_expected *expected);

#endif
