/* SPDX-License-Identifier: MIT */
/* Changes to the bytes of a section, and undoing them. */
#ifndef GEN_PATCH_H
#define GEN_PATCH_H

#include "field.h"

/* A change to the bytes of the parent. */
enum gen_change_kind { GEN_SET, GEN_CUT, GEN_APPEND, GEN_INSERT };
struct gen_change {
    unsigned line;
    enum gen_change_kind kind;
    const char *path;        /* SET; INSERT: the field before which; CUT: the field, or NULL */
    char op;                 /* SET: '=', '+', '-', '|' */
    struct gen_number value; /* SET; CUT without a path: the new length, or how much less */
    bool after;              /* CUT, INSERT: after the field, not before it */
    struct gen_bytes bytes;  /* APPEND, INSERT */
};
struct gen_changes {
    struct gen_change *list;
    size_t count;
};

/* What changes made of the bytes: in each part, in their order, new bytes are in the place of old ones. */
struct gen_part {
    size_t at;
    struct gen_bytes old, made;
};
struct gen_patch {
    struct gen_part *list; /* NULL: nothing was changed */
    size_t count;
};

/* Makes `section` from `parent` by the changes, in their order. Field paths are those of the
   parent, updated after each change. Fails, naming `file` and the line of the change, where a field
   is not there, a value does not fit, or nothing changes. */
bool gen_apply(struct gen_pool *pool, const char *file, const struct gen_changes *changes,
               const struct gen_section *parent, struct gen_section *section, struct gen_patch *patch,
               struct gen_error *error);

/* Adds the patch as a case file gives it. */
void gen_add_patch(struct gen_buf *out, const struct gen_patch *patch);

/* Undoes the patch on `bytes`. False if they do not have what it wrote. */
bool gen_undo(struct gen_pool *pool, const struct gen_patch *patch, struct gen_bytes bytes, struct gen_bytes *parent);

/* True if all changes lie in [start, end): every byte that was changed or inserted, and the place
   where bytes were cut off, which may be the end. */
bool gen_patch_within(const struct gen_patch *patch, size_t start, size_t end);

#endif
