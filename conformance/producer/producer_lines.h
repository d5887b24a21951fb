/* SPDX-License-Identifier: MIT */
/* producer_lines.h - a judged file as JSON lines, for programs: all functions, with the rows of both sides. */
#ifndef SFC_PRODUCER_LINES_H
#define SFC_PRODUCER_LINES_H

#include "producer.h"

/* First the file (`type` is file), then its complaints (complaint), what became of each function (result), and the rows
   of SFrame (sframe) and of the call frame information (cfi). */
void sfc_producer_lines(struct sfc_buffer *b, const struct sfc_producer *p);

#endif
