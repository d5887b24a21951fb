/* SPDX-License-Identifier: MIT */
/* The bytes and bits that a symbolic path such as fre[0][1].info.size means. */
#ifndef GEN_FIELD_H
#define GEN_FIELD_H

#include "base.h"
#include "byte_field.h"

struct gen_fields {
    struct gen_pool *pool;
    struct gen_field *list;
    size_t count, cap;
};

/* A section as bytes, with the map of its fields. */
struct gen_section {
    struct gen_buf bytes;
    struct gen_fields fields;
    bool big;
    uint64_t fre_len; /* of the FRE sub-section that was emitted */
};

void gen_add_field(struct gen_fields *fields, struct gen_field field);

/* The field of that path; NULL if the section has none. In version 3 fde[I].num_fres, .info, .info2
   and .rep_size may be said of the attribute attr[I], and fde[I].fre_off is fde[I].data_off. */
const struct gen_field *gen_find_field(const struct gen_fields *fields, const char *path);

/* Reads and writes the bits of a field. The value must fit field->bits. */
uint64_t gen_field_value(const struct gen_section *section, const struct gen_field *field);
void gen_set_field(struct gen_section *section, const struct gen_field *field, uint64_t value);

/* Updates the map after `count` bytes were inserted at `at`, or after all from `at` on was cut off.
   Fields that lay in the part cut off go, fields that reached into it become shorter groups. */
void gen_fields_inserted(struct gen_fields *fields, size_t at, size_t count);
void gen_fields_cut(struct gen_fields *fields, size_t at);

/* A copy of the map. */
struct gen_fields gen_copy_fields(struct gen_pool *pool, const struct gen_fields *fields);

#endif
