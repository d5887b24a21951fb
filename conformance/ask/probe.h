/* SPDX-License-Identifier: MIT */
/* probe.h - a section that every reader must accept, and one that every reader must reject. */
#ifndef SFC_PROBE_H
#define SFC_PROBE_H

#include "rung.h"

/* Asks about a plain section with one function, and about the same with a damaged magic, in the
   first form that the adapter declares. Returns false if a verdict is wrong or missing, for then
   no answer of the adapter can be trusted; *error has what it answered, and *seen (unless NULL)
   what came back. */
bool sfc_probe(const struct sfc_config *config, const struct sfc_rung *rung, struct sfc_session *session,
               enum sfc_reply *seen, struct sfc_error *error);

/* The question about the plain section: *request points into `bytes`. Returns false if the
   declared profiles, ABIs and byte orders do not exist together. */
enum { SFC_PROBE_SIZE = 64 };
bool sfc_probe_question(const struct sfc_config *config, struct sfc_request *request, uint8_t bytes[SFC_PROBE_SIZE]);

#endif
