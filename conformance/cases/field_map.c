/* SPDX-License-Identifier: MIT */
/* The map of fields: of the bytes themselves, or of the parent's, moved by the patch. */
#include <stdlib.h>
#include <string.h>

#include "field_walk.h"

static void add(struct sfc_field_map *map, struct gen_field field)
{
    map->fields = sfc_make_room(map->fields, map->count, sizeof map->fields[0]);
    map->fields[map->count++] = (struct gen_shown_field){ .field = field };
}

static bool is_there(const struct sfc_walk *w, uint64_t at, unsigned width)
{
    return width <= w->size && at <= w->size - width;
}

static struct gen_field field_at(const struct sfc_walk *w, const struct sfc_place *place, unsigned width)
{
    const size_t start = w->start + (size_t)place->at;
    struct gen_field field = { .path = { .name = place->name }, .start = start, .end = start + width };
    memcpy(field.path.index, place->index, sizeof field.path.index);
    return field;
}

bool sfc_walk_number(struct sfc_walk *w, struct sfc_place place, unsigned width)
{
    if (!is_there(w, place.at, width))
        return false;
    struct gen_field field = field_at(w, &place, width);
    field.kind = GEN_NUMBER;
    field.bits = 8 * width;
    add(w->map, field);
    return true;
}

void sfc_walk_bits(struct sfc_walk *w, struct sfc_place place, unsigned width, unsigned high, unsigned low)
{
    struct gen_field field = field_at(w, &place, width);
    field.kind = GEN_BITS;
    field.shift = low;
    field.bits = high - low + 1;
    add(w->map, field);
}

uint64_t sfc_walk_value(const struct sfc_walk *w, uint64_t at, unsigned width)
{
    if (!is_there(w, at, width))
        return 0;
    const struct gen_field field = { .start = (size_t)at, .end = (size_t)at + width, .bits = 8 * width };
    return gen_field_of(w->bytes, w->big, &field);
}

void sfc_walk_bytes(struct sfc_walk *w, const char *name, uint32_t index, uint64_t start, uint64_t end)
{
    const bool has_two = strstr(name, "[][]") != NULL;
    for (uint64_t at = start; at < end && at - start < UINT32_MAX; at++) {
        const uint32_t i = (uint32_t)(at - start);
        if (!sfc_walk_number(w, (struct sfc_place){ name, at, { has_two ? index : i, has_two ? i : 0 } }, 1))
            return;
    }
}

/* ---- The map ----------------------------------------------------------------------------- */

/* "v2e1" is version 2. */
static unsigned version_of(const char *profile)
{
    return strncmp(profile, "v1", 2) == 0 ? 1 : strncmp(profile, "v2", 2) == 0 ? 2 : 3;
}

static void walk(struct sfc_field_map *map, const uint8_t *bytes, size_t size, const struct sfc_mapped *subject)
{
    const struct sfc_walk w = {
        .map = map,
        .bytes = bytes,
        .size = size,
        .big = subject->big,
        .version = version_of(subject->profile),
    };
    if (sfc_is_elf(bytes, size))
        sfc_walk_elf(&w);
    else
        sfc_walk_section(&w);
}

void sfc_map_fields(struct sfc_field_map *map, const struct sfc_mapped *subject)
{
    size_t size;
    uint8_t *parent = sfc_undo_patch(subject, &size);
    *map = (struct sfc_field_map){ .fields = NULL };
    if (parent) {
        walk(map, parent, size, subject);
        for (size_t i = 0; i < map->count; i++)
            map->fields[i].before = gen_field_of(parent, subject->big, &map->fields[i].field);
        sfc_move_fields(map, subject->patch);
        for (size_t i = 0; i < map->count; i++)
            map->fields[i].changed =
                map->fields[i].before != gen_field_of(subject->bytes, subject->big, &map->fields[i].field);
        free(parent);
    } else {
        walk(map, subject->bytes, subject->size, subject);
    }
    gen_sort_fields(map->fields, map->count);
}

void sfc_field_map_free(struct sfc_field_map *map)
{
    free(map->fields);
    *map = (struct sfc_field_map){ .fields = NULL };
}
