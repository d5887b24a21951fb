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

/* Makes `section` from `parent` by the changes, in their order. Field paths are those of the
   parent, updated after each change. `text` gets the patch as a case file gives it. Fails, naming
   `file` and the line of the change, where a field is not there, a value does not fit, or nothing
   changes. */
bool gen_apply(struct gen_pool *pool, const char *file, const struct gen_changes *changes,
               const struct gen_section *parent, struct gen_section *section, struct gen_buf *text,
               struct gen_error *error);

/* Reads the "patch" of a case file and undoes it on `bytes`. False if the text is not a patch, or
   if the bytes do not have what it wrote. */
bool gen_undo(struct gen_pool *pool, const char *patch, struct gen_bytes bytes, struct gen_bytes *parent);

/* True if all changes of the "patch" of a case file lie in [start, end): every byte that it changed
   or inserted, and the place where it cut bytes off, which may be the end. False if the text is not
   a patch. */
bool gen_patch_within(struct gen_pool *pool, const char *patch, size_t start, size_t end);

#endif
