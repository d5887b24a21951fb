/* SPDX-License-Identifier: MIT */
/* The bytes and bits that a symbolic path such as fre[0][1].info.size means. */
#ifndef GEN_FIELD_H
#define GEN_FIELD_H

#include "base.h"

enum { GEN_MAX_INDEX = 2, GEN_PATH_MAX = 64 };

/* A path is a name in which each "[]" takes the next index: "fre[].word" would be "fre[7].word". */
struct gen_path {
    const char *name;
    uint32_t index[GEN_MAX_INDEX + 1];
};

/* A number of 1 to 8 bytes, some bits of one, or a group, which has a range but no value. */
enum gen_field_kind { GEN_NUMBER, GEN_BITS, GEN_GROUP };
struct gen_field {
    struct gen_path path;
    enum gen_field_kind kind;
    size_t start, end;    /* bytes of the section, [start, end) */
    unsigned shift, bits; /* of the number that the bytes make */
};
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
};

void gen_add_field(struct gen_fields *fields, struct gen_field field);

/* "fre[0][1].info.size": text[] gets the path as recipes write it. */
void gen_path_text(char text[GEN_PATH_MAX], const struct gen_path *path);

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
