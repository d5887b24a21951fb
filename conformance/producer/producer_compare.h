/* SPDX-License-Identifier: MIT */
/* producer_compare.h - compares the SFrame functions of a file with its call frame information. */
#ifndef SFC_PRODUCER_COMPARE_H
#define SFC_PRODUCER_COMPARE_H

#include "producer_judge.h"

/* The SFrame sections of a file as one table of functions, sorted by address. */
struct sfc_functions {
    const struct sfr_section *sections;
    struct sfc_function *all;
    size_t count;
};
void sfc_functions_read(struct sfc_functions *functions, const struct sfr_section *sections, size_t count);
void sfc_functions_free(struct sfc_functions *functions);

/* Compares all PCs that either side covers, in ascending order. `file_size` bounds how many PCs
   are looked up one by one. False and *error if call frame information cannot be followed. */
bool sfc_compare(const struct sfc_functions *functions, const struct sfc_cfi *cfi, uint64_t file_size,
                 sfc_range_fn *report, void *ctx, struct sfc_error *error);

#endif
