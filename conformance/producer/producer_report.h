/* SPDX-License-Identifier: MIT */
/* producer_report.h - a judged file as text and as JSON. */
#ifndef SFC_PRODUCER_REPORT_H
#define SFC_PRODUCER_REPORT_H

#include <stdio.h>

#include "producer.h"

/* At most `most` ranges and complaints are shown (0: all). */
void sfc_producer_text(FILE *out, const struct sfc_producer *p, size_t most);
void sfc_producer_json(struct sfc_buffer *out, const struct sfc_producer *p);

#endif
