/* SPDX-License-Identifier: MIT */
/* growth.h - does an adapter that keeps running keep more memory with every question? */
#ifndef SFC_GROWTH_H
#define SFC_GROWTH_H

#include <stdbool.h>
#include <stddef.h>

#include "footprint.h"

/* Memory is measured every so many questions. */
enum { SFC_GROWTH_STEP = 250, SFC_GROWTH_POINTS = 32 };

/* What was measured of one process: all zero at first. */
struct sfc_growth {
    pid_t process;
    uint64_t bytes[SFC_GROWTH_POINTS];
    size_t count;
};

/* Adds a measurement, SFC_GROWTH_STEP questions after the last one. Another process begins anew. */
void sfc_growth_add(struct sfc_growth *g, struct sfc_footprint now);

/* Cuts the questions into three parts. Did it grow by `limit` bytes a question, or more, in each?
   What grows at first, or once, and then no more is no leak. If so: by how many bytes in how many
   questions. A limit of 0 is none. */
bool sfc_growth_exceeds(const struct sfc_growth *g, uint64_t limit, uint64_t *bytes, size_t *questions);

#endif
