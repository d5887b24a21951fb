/* SPDX-License-Identifier: MIT */
/* A field of a section or file: its path as recipes write it, its bytes and bits, and its value. */
#ifndef GEN_BYTE_FIELD_H
#define GEN_BYTE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* A field, and its value in the parent if it has another one there. */
struct gen_shown_field {
    struct gen_field field;
    bool changed;
    uint64_t before;
};
/* By place; at the same place whole numbers before their bits. */
void gen_sort_fields(struct gen_shown_field *fields, size_t count);

/* "fre[0][1].info.size": text[] gets the path as recipes write it. */
void gen_path_text(char text[GEN_PATH_MAX], const struct gen_path *path);

/* The value of a field, no group, of these bytes. `bytes` has at least field->end. */
uint64_t gen_field_of(const uint8_t *bytes, bool big, const struct gen_field *field);

#endif
