/* SPDX-License-Identifier: MIT */
/* dump_kinds.h - the kinds of lines of a dump, their keys, and the values of each. */
#ifndef SFC_DUMP_KINDS_H
#define SFC_DUMP_KINDS_H

#include "dump.h"

/* A key and its values: words, of which those in angle brackets stand for a form. */
struct sfc_dump_field {
    const char *name, *values;
    bool is_answer; /* a stack tracer goes by it */
};

/* `fields` has the keys in their order, and after them those that may follow: of `--layout`, or `signal`. */
struct sfc_dump_kind {
    const char *name;
    enum sfc_op op;
    const struct sfc_dump_field *fields;
    size_t num_keys, num_fields;
};

enum { SFC_DUMP_NUM_KINDS = 6 };
extern const struct sfc_dump_kind sfc_dump_kinds[SFC_DUMP_NUM_KINDS];

/* Is it a value of the field, or `?`? */
bool sfc_dump_fits(const struct sfc_dump_field *field, const char *value, size_t len);
/* Adds what the values of the field look like: "little or big". */
void sfc_dump_describe(struct sfc_buffer *b, const struct sfc_dump_field *field);

#endif
