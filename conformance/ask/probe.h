/* SPDX-License-Identifier: MIT */
/* probe.h - one section that anybody must accept and one that anybody must reject. */
#ifndef SFC_PROBE_H
#define SFC_PROBE_H

#include "rung.h"

/* Asks about a plain section with one function, and about the same with a damaged magic, in the first form that the
   adapter declares. Returns false if either verdict is wrong or missing: then nothing that the adapter says can be
   trusted, *error says what it answered, and *seen (unless NULL) is what came back. */
bool sfc_probe(const struct sfc_config *config, const struct sfc_rung *rung, struct sfc_session *session,
               enum sfc_reply *seen, struct sfc_error *error);

/* The question about the plain section: *request points into `bytes`. Returns false if the declared profiles, ABIs and
   byte orders have no form that can exist. */
enum { SFC_PROBE_SIZE = 64 };
bool sfc_probe_question(const struct sfc_config *config, struct sfc_request *request, uint8_t bytes[SFC_PROBE_SIZE]);

#endif
