/* SPDX-License-Identifier: MIT */
/* pcs.h - PCs worth looking up. */
#ifndef FUZZ_PCS_H
#define FUZZ_PCS_H

#include "sfr.h"

/* Calls `use` for PCs around the section's start, and the start and end of each function and each of its rows; no more
   than about `most` times. Rows that cannot be read are left out. */
typedef void fuzz_pc_fn(void *ctx, uint64_t pc);
void fuzz_each_pc(const struct sfr_section *s, unsigned most, fuzz_pc_fn *use, void *ctx);

#endif
