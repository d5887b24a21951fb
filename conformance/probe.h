/* SPDX-License-Identifier: MIT */
/* probe.h - one section that anybody must accept and one that anybody must reject. */
#ifndef SFR_CONFORMANCE_PROBE_H
#define SFR_CONFORMANCE_PROBE_H

#include "rung.h"

/* Asks about a plain section with one function, and about the same with a damaged magic, in the first form that the
   adapter declares. Returns false if either verdict is wrong or missing: then nothing that the adapter says can be
   trusted, and *error says what it answered. */
bool sfr_probe(const struct sfr_config *config, const struct sfr_rung *rung, struct sfr_session *session,
               struct sfr_error *error);

#endif
