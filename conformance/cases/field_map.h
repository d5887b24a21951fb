/* SPDX-License-Identifier: MIT */
/*
 * field_map.h - the fields of a section or of an ELF file with one, by the paths of recipes.
 *
 * The bytes may be anything. Those of a patched case are mapped as the fields of its parent: the
 * patch is undone, the parent is walked, and its fields move with the patch. A walk of the damaged
 * bytes themselves would follow the damage.
 */
#ifndef SFC_FIELD_MAP_H
#define SFC_FIELD_MAP_H

#include "byte_field.h"
#include "text.h"

/* Bytes to map: a section, or an ELF file with one. */
struct sfc_mapped {
    const uint8_t *bytes;
    size_t size;
    bool big;
    const char *profile; /* of a section whose version byte is none */
    const char *patch;   /* how they were made from the parent's, as in a case file; NULL: they have none */
};

/* One part of a patch: at an offset, these hexadecimal digits, two for a byte, became those. */
struct sfc_patch_part {
    size_t at;
    const char *old, *made;
    size_t num_old, num_made; /* bytes; of the two one may be 0, else they are the same */
};
/* Reads the next part, `0xOFFSET OLDHEX NEWHEX`, and moves past it and the `; ` after it. False if it is none. */
bool sfc_patch_next(const char **patch, struct sfc_patch_part *part);

struct sfc_field_map {
    struct gen_shown_field *fields; /* in the order in which they are shown */
    size_t count;
    size_t section_start; /* where the section starts: 0 but for an ELF file */
    size_t section_size;  /* of an ELF file that has no patch, how much of the section is in it */
};

/* Maps the bytes. What cannot be walked has no field. For N bytes it takes a time of N log N, and N
   for each part of the patch. Free the map with sfc_field_map_free(). */
void sfc_map_fields(struct sfc_field_map *map, const struct sfc_mapped *subject);
void sfc_field_map_free(struct sfc_field_map *map);

struct sfc_annotation {
    const uint8_t *bytes;
    size_t size;
    bool big;
    const struct gen_shown_field *fields; /* as in a map, none outside these bytes */
    size_t num_fields;
    size_t start, end; /* the bytes at fault */
    const char *fault; /* its class; NULL: no fault */
    bool colour;
    size_t max_lines; /* about so many lines, those at the fault among them; 0: all */
    const char *more; /* added to the line that counts what was left out; "" for nothing */
};
/* Adds the bytes for a person: what each one is by field and bit, what changed, and the fault. Bytes without a field
   are "-". */
void sfc_add_annotated(struct sfc_buffer *b, const struct sfc_annotation *annotation);

#endif
