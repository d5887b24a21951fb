/* SPDX-License-Identifier: MIT */
/* From a model to the bytes of its section, with the map of where each field went. */
#ifndef GEN_EMIT_H
#define GEN_EMIT_H

#include "field.h"
#include "model.h"

/* Writes what the model says and nothing else: explicit widths and offsets are kept, all else is as small as it can
   be, sub-sections tile. The model has passed gen_check_model(). Fails where a value does not fit its field. */
bool gen_emit(struct gen_pool *pool, const struct gen_model *model, struct gen_section *section,
              struct gen_error *error);

#endif
