/* SPDX-License-Identifier: MIT */
/* field_walk.h - what the files of the field map share. */
#ifndef SFC_FIELD_WALK_H
#define SFC_FIELD_WALK_H

#include "field_map.h"

/* A map that is being made: of bytes, or of the section in them. */
struct sfc_walk {
    struct sfc_field_map *map;
    const uint8_t *bytes;
    size_t size;
    size_t start; /* of these bytes in those of the map */
    bool big;
    unsigned version; /* if the version byte is none */
};

/* A place with a name in which each "[]" takes the next index. */
struct sfc_place {
    const char *name;
    uint64_t at;
    uint32_t index[GEN_MAX_INDEX + 1];
};

/* Adds a number. False, and nothing is added, if its bytes are not all there. */
bool sfc_walk_number(struct sfc_walk *w, struct sfc_place place, unsigned width);
/* Adds the bits low..high of the number there, which is `width` bytes wide and was added. */
void sfc_walk_bits(struct sfc_walk *w, struct sfc_place place, unsigned width, unsigned high, unsigned low);
/* The number there; 0 if its bytes are not all there. */
uint64_t sfc_walk_value(const struct sfc_walk *w, uint64_t at, unsigned width);
/* Adds the bytes [start, end), as far as they are there. `index` is that of the first "[]" of a name
   with two, else ignored. */
void sfc_walk_bytes(struct sfc_walk *w, const char *name, uint32_t index, uint64_t start, uint64_t end);

/* Is it an ELF file of 64 bits? */
bool sfc_is_elf(const uint8_t *bytes, size_t size);
void sfc_walk_elf(const struct sfc_walk *w);
void sfc_walk_section(const struct sfc_walk *w);

#endif
