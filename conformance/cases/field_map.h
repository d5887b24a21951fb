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

#endif
