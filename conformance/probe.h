/* SPDX-License-Identifier: MIT */
/* probe.h - one section that anybody must accept and one that anybody must reject. */
#ifndef SFR_CONFORMANCE_PROBE_H
#define SFR_CONFORMANCE_PROBE_H

#include "rung.h"

/* Asks about a plain section with one function, and about the same with a damaged magic, in the first form that the
   adapter declares. Returns false if either verdict is wrong or missing: then nothing that the adapter says can be
   trusted, *error says what it answered, and *seen (unless NULL) is what came back. */
bool sfr_probe(const struct sfr_config *config, const struct sfr_rung *rung, struct sfr_session *session,
               enum sfr_reply *seen, struct sfr_error *error);

/* The question about the plain section: *request points into `bytes`. Returns false if the declared profiles, ABIs and
   byte orders have no form that can exist. */
enum { SFR_PROBE_SIZE = 64 };
bool sfr_probe_question(const struct sfr_config *config, struct sfr_request *request, uint8_t bytes[SFR_PROBE_SIZE]);

#endif
