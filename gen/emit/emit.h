/* SPDX-License-Identifier: MIT */
/* From a model to the bytes of its section, with a map of its fields. */
#ifndef GEN_EMIT_H
#define GEN_EMIT_H

#include "field.h"
#include "model.h"

/* Writes exactly the model: keeps explicit widths and offsets, makes all else as small as possible,
   and leaves no space between sub-sections. The model has passed gen_check_model(). Fails if a
   value does not fit its field. */
bool gen_emit(struct gen_pool *pool, const struct gen_model *model, struct gen_section *section,
              struct gen_error *error);

#endif
