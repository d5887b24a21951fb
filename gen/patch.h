/* SPDX-License-Identifier: MIT */
/* Changes to the bytes of an accepted section, and how they are undone. */
#ifndef GEN_PATCH_H
#define GEN_PATCH_H

#include "field.h"
#include "recipe.h"

/* Makes `section` from `parent` by the plan's changes, in their order; field paths are those of the parent, moved
   along by what was cut off or put in. `text` gets the patch as a case file gives it. Fails where a field is not
   there, a value does not fit, or nothing changes. */
bool gen_apply(struct gen_pool *pool, const struct gen_plan *plan, const struct gen_section *parent,
               struct gen_section *section, struct gen_buf *text, struct gen_error *error);

/* The bytes that a path means in a section, [start, end). False if there is no such field. */
bool gen_range_of(const struct gen_section *section, const char *path, size_t *start, size_t *end);

/* Reads the "patch" of a case file and undoes it on `bytes`. False if the text is not a patch, or does not fit the
   bytes: what was put in must be there. */
bool gen_undo(struct gen_pool *pool, const char *patch, struct gen_bytes bytes, struct gen_bytes *parent);

/* Whether what the "patch" of a case file changes lies in [start, end): every byte that is another one or was put in,
   and the place where bytes were cut off, which may be the end. False if the text is not a patch. */
bool gen_patch_within(struct gen_pool *pool, const char *patch, size_t start, size_t end);

#endif
