/* SPDX-License-Identifier: MIT */
/* Checks a model before it is encoded. */
#ifndef SFR_ENCODE_CHECK_H
#define SFR_ENCODE_CHECK_H

#include "layout.h"

/* Can the profile express the model? On a refusal e->at says where. */
enum sfr_refusal sfr_check_model(struct sfr_encoder *e);

#endif
