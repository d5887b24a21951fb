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

/* ---- Patches, `0xOFFSET OLDHEX NEWHEX; ...` as corpus/README.md describes them ------------ */

/* "-" is no bytes. */
static bool read_digits(const char *word, size_t len, const char **digits, size_t *count)
{
    const bool is_none = len == 1 && word[0] == '-';
    *digits = word;
    *count = is_none ? 0 : len / 2;
    return is_none || (len > 0 && len % 2 == 0 && strspn(word, "0123456789abcdef") >= len);
}

bool sfc_patch_next(const char **patch, struct sfc_patch_part *part)
{
    uint64_t offset;
    size_t at_len, old_len, made_len;
    const char *at = sfc_next_word(patch, &at_len), *old = sfc_next_word(patch, &old_len),
               *made = sfc_next_word(patch, &made_len);
    if (!made)
        return false;
    const bool goes_on = made[made_len - 1] == ';';
    if (goes_on != (**patch != '\0') || !sfc_parse_hex(at, at_len, &offset) || offset > SIZE_MAX
        || !read_digits(old, old_len, &part->old, &part->num_old)
        || !read_digits(made, made_len - goes_on, &part->made, &part->num_made))
        return false;
    part->at = (size_t)offset;
    return part->num_old == part->num_made || part->num_old == 0 || part->num_made == 0;
}

/* Every part is compared with every field and byte. The corpus has patches of a few parts. */
enum { MAX_PARTS = 1000 };

/* All parts, which the caller frees; NULL if the patch is malformed or has too many. */
static struct sfc_patch_part *read_patch(const char *patch, size_t *count)
{
    struct sfc_patch_part *parts = NULL;
    struct sfc_patch_part part;
    *count = 0;
    while (*patch) {
        if (*count == MAX_PARTS || !sfc_patch_next(&patch, &part)) {
            free(parts);
            return NULL;
        }
        parts = sfc_grow(parts, *count + 1, sizeof parts[0]);
        parts[(*count)++] = part;
    }
    return parts;
}

static uint8_t digit(char c)
{
    return (uint8_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static uint8_t byte_of(const char *digits, size_t i)
{
    return (uint8_t)(digit(digits[2 * i]) << 4 | digit(digits[2 * i + 1]));
}

/* Puts the old bytes in the place of the new ones. `bytes` has room for both. */
static bool undo(const struct sfc_patch_part *part, uint8_t *bytes, size_t *size)
{
    if (part->at > *size || part->num_made > *size - part->at)
        return false;
    for (size_t i = 0; i < part->num_made; i++)
        if (bytes[part->at + i] != byte_of(part->made, i))
            return false;
    uint8_t *place = bytes + part->at;
    memmove(place + part->num_old, place + part->num_made, *size - part->at - part->num_made);
    for (size_t i = 0; i < part->num_old; i++)
        place[i] = byte_of(part->old, i);
    *size = *size - part->num_made + part->num_old;
    return true;
}

/* The parent's bytes, which the caller frees, and their number. NULL if the patch is none, or not
   one that makes these bytes. */
static uint8_t *undo_patch(const struct sfc_mapped *subject, size_t *size)
{
    size_t count = 0, most = subject->size;
    struct sfc_patch_part *parts = subject->patch ? read_patch(subject->patch, &count) : NULL;
    if (!parts)
        return NULL;
    for (size_t i = 0; i < count; i++)
        most += parts[i].num_old;
    uint8_t *bytes = sfc_alloc(most + 1, 1);
    if (subject->size > 0)
        memcpy(bytes, subject->bytes, subject->size);
    *size = subject->size;
    for (size_t i = count; i > 0 && bytes; i--)
        if (!undo(&parts[i - 1], bytes, size)) {
            free(bytes);
            bytes = NULL;
        }
    free(parts);
    return bytes;
}

/* Moves one field. False if it was cut off or divided. */
static bool move(struct gen_field *field, const struct sfc_patch_part *part)
{
    if (part->num_old == part->num_made || field->end <= part->at)
        return true;
    if (part->num_made == 0 || field->start < part->at)
        return false;
    field->start += part->num_made;
    field->end += part->num_made;
    return true;
}

/* Moves the fields with the patch; those that it cuts off or divides go. */
static void move_fields(struct sfc_field_map *map, const char *patch)
{
    size_t count = 0;
    struct sfc_patch_part *parts = read_patch(patch, &count);
    for (size_t p = 0; p < count; p++) {
        size_t kept = 0;
        for (size_t i = 0; i < map->count; i++)
            if (move(&map->fields[i].field, &parts[p]))
                map->fields[kept++] = map->fields[i];
        map->count = kept;
        if (map->section_start > parts[p].at && parts[p].num_old == 0)
            map->section_start += parts[p].num_made;
    }
    free(parts);
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
    uint8_t *parent = undo_patch(subject, &size);
    *map = (struct sfc_field_map){ .fields = NULL };
    if (parent) {
        walk(map, parent, size, subject);
        for (size_t i = 0; i < map->count; i++)
            map->fields[i].before = gen_field_of(parent, subject->big, &map->fields[i].field);
        move_fields(map, subject->patch);
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
