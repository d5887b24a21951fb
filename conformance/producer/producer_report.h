/* SPDX-License-Identifier: MIT */
/* producer_report.h - a judged file as JSON, of which lab/producer.py makes text. */
#ifndef SFC_PRODUCER_REPORT_H
#define SFC_PRODUCER_REPORT_H

#include "producer.h"

/* Adds an object. */
void sfc_producer_json(struct sfc_buffer *out, const struct sfc_producer *p);

#endif
