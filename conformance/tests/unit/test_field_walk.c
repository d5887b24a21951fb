/* SPDX-License-Identifier: MIT */
/* The map of fields: damage of every byte and at every length, ELF files, and patches. test_field_map.c compares the
   fields of every section of the corpus. */
#include "field_map.h"
#include "rung.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

/* Version 2: two functions, of which the second shares the first one's row; two bytes before it, one
   after it, and one after the sub-section. */
static const uint8_t version2[] = {
    0xe2, 0xde, 2,    1, 3, 0, 0xf8, 1, 2, 0, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 40, 0,
    0,    0,    0xaa, 0, 1, 0, 0,    8, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 8, 1,  0,
    0,    8,    0,    0, 0, 2, 0,    0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 7, 0, 3, 8, 9, 5,
};
/* Version 3, big-endian: a flexible function with a row of five words: SP + 16, padding for RA, and
   FP at CFA - 16. */
static const uint8_t version3[] = {
    0xde, 0xe2, 3, 1, 4, 0, 0, 0, 0, 0, 0, 1,  0, 0, 0, 1, 0, 0, 0, 12, 0, 0, 0,    0,    0,    0,    0,    16,
    0,    0,    0, 0, 0, 0, 1, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 1, 0, 1,  0, 0, 0x0a, 0x79, 0x02, 0x00, 0x02, 0xf0,
};

static size_t size_of_text(const struct sfc_field_map *map, char *text, size_t room)
{
    size_t used = 0;
    for (size_t i = 0; i < map->count && used < room; i++) {
        const struct gen_field *f = &map->fields[i].field;
        char path[GEN_PATH_MAX];
        gen_path_text(path, &f->path);
        used += (size_t)snprintf(text + used, room - used, "%s@%zu-%zu", path, f->start, f->end);
        if (f->kind == GEN_BITS)
            used += used < room ? (size_t)snprintf(text + used, room - used, ":%u+%u", f->shift, f->bits) : 0;
        used += used < room ? (size_t)snprintf(text + used, room - used, " ") : 0;
    }
    return used;
}

static const char *text_of(const struct sfc_mapped *subject)
{
    static char text[8192];
    struct sfc_field_map map;
    sfc_map_fields(&map, subject);
    text[0] = 0;
    size_of_text(&map, text, sizeof text);
    sfc_field_map_free(&map);
    return text;
}

/* ---- Damage ------------------------------------------------------------------------------- */

/* Maps a copy of its own size, so that a checker of memory sees each read outside. Are the fields in
   order and inside? */
static bool is_mapped(const uint8_t *bytes, size_t size, bool big, const char *patch)
{
    uint8_t *copy = malloc(size + (size == 0));
    struct sfc_field_map map;
    bool good = copy != NULL;
    if (!good)
        return false;
    if (size > 0)
        memcpy(copy, bytes, size);
    sfc_map_fields(&map, &(struct sfc_mapped){ copy, size, big, "v2", patch });
    for (size_t i = 0; i < map.count; i++) {
        const struct gen_field *f = &map.fields[i].field;
        good = good && f->start < f->end && f->end - f->start <= 8 && f->end <= size
               && f->shift + f->bits <= 8 * (f->end - f->start)
               && (f->kind == GEN_GROUP || gen_field_of(copy, big, f) >> (f->kind == GEN_BITS ? f->bits : 63) <= 1)
               && (i == 0 || map.fields[i - 1].field.start <= f->start);
    }
    good = good && map.count <= 40 * size;
    sfc_field_map_free(&map);
    free(copy);
    return good;
}

static void test_damage(const char *what, const uint8_t *bytes, size_t size, bool big)
{
    static const uint8_t values[] = { 0, 1, 0x7f, 0x80, 0xff };
    uint8_t *copy = malloc(size);
    size_t bad = 0, cut = 0;
    if (!copy)
        return;
    for (size_t length = 0; length <= size; length++)
        cut += !is_mapped(bytes, length, big, NULL);
    OK(cut == 0, "%s: cut off at each length", what);
    for (size_t at = 0; at < size; at++)
        for (size_t v = 0; v < sizeof values; v++) {
            memcpy(copy, bytes, size);
            memset(copy + at, values[v], size - at < 4 && v == 4 ? size - at : v == 4 ? 4 : 1);
            bad += !is_mapped(copy, size, big, NULL) || !is_mapped(copy, size, !big, NULL);
        }
    OK(bad == 0, "%s: each byte and word damaged", what);
    free(copy);
}

static void test_elf(void)
{
    struct sfc_request request = {
        .bytes = version3, .size = sizeof version3, .profile = "v3", .abi = "s390x", .order = "big", .addr = 0x1000
    };
    struct sfc_buffer elf = { 0 };
    sfc_wrap_elf(&request, &elf);
    const char *text = text_of(&(struct sfc_mapped){ (const uint8_t *)elf.data, elf.len, true, "v3", NULL });
    OK(strstr(text, "ehdr.magic[0]@0-1 ") && strstr(text, "hdr.magic@") && strstr(text, "fre[0][0].word[4]@")
           && strstr(text, "shdr[1].offset@") && strstr(text, "names[0]@"),
       "an ELF file: its own fields and those of the section");
    text = text_of(&(struct sfc_mapped){ (const uint8_t *)elf.data, elf.len, false, "v3", NULL });
    OK(!strstr(text, "ehdr.") && strstr(text, "hdr.magic@"), "of the other byte order: those of the section");
    test_damage("an ELF file", (const uint8_t *)elf.data, elf.len, true);
    sfc_buffer_free(&elf);
}

/* Sections of relocations that each have the whole file: their fields would be as many as its square. */
static void test_overlaps(void)
{
    enum { NUM = 8000, HEADER = 64 };
    const size_t size = HEADER + (size_t)NUM * HEADER;
    uint8_t *bytes = calloc(size, 1);
    struct sfc_field_map map;
    if (!bytes)
        return;
    memcpy(bytes, "\177ELF\2\1\1", 7);
    bytes[40] = HEADER; /* e_shoff */
    bytes[60] = NUM & 0xff;
    bytes[61] = NUM >> 8;
    for (size_t i = 1; i < NUM; i++) {
        uint8_t *section = bytes + HEADER + i * HEADER;
        section[4] = 4;             /* SHT_RELA */
        memset(section + 32, 1, 3); /* sh_size */
    }
    sfc_map_fields(&map, &(struct sfc_mapped){ bytes, size, false, "v2", NULL });
    OK(map.count > 0 && map.count <= 8 * size, "tables that overlap have no more fields than a few of them: %zu",
       map.count);
    sfc_field_map_free(&map);
    free(bytes);
}

/* ---- Patches ------------------------------------------------------------------------------ */

static void test_patches(void)
{
    static const struct {
        const char *patch, *has, *has_not;
    } rows[] = {
        { "0x1c - aa", " aux[0]@29-30 ", "@28-" },
        { "0x0 - e2de; 0x2 0f 02", "hdr.magic@2-4 ", "@0-" },
        { "0x4c 0102 -", " tail[0]@75-76 ", "tail[1]" },
        { "0x8 05000000 02000000", " tail[0]@75-76 ", "fde[4].start" },
        { "0x8 05000000 03000000", " tail[0]@75-76 ", "fde[2]" },
        { "0x8 050000 02000000", " tail[0]@75-76 ", "fde[2]" },
        { "0xffffffffffffffff - 00", " tail[0]@75-76 ", "fde[2]" },
        { "0x8", " tail[0]@75-76 ", "fde[2]" },
        { "0x8 -", " tail[0]@75-76 ", "fde[2]" },
        { "0x8 - 0;", " tail[0]@75-76 ", "fde[2]" },
        { "8 zz yy", " tail[0]@75-76 ", "fde[2]" },
        { "", " tail[0]@75-76 ", "fde[2]" },
    };
    size_t bad = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = text_of(&(struct sfc_mapped){ version2, sizeof version2, false, "v2", rows[i].patch });
        const bool good = strstr(text, rows[i].has) && !strstr(text, rows[i].has_not);
        if (!good)
            printf("# '%s': %s\n", rows[i].patch, text);
        bad += !good || !is_mapped(version2, sizeof version2, false, rows[i].patch);
    }
    OK(bad == 0, "fields move with a patch; one that is malformed or of other bytes is none");
    struct sfc_buffer parts = { 0 };
    for (size_t i = 0; i < 999; i++)
        sfc_buffer_printf(&parts, "0x8 02000000 02000000; ");
    sfc_buffer_printf(&parts, "0x1c - aa");
    const struct sfc_mapped many = { version2, sizeof version2, false, "v2", parts.data };
    OK(strstr(text_of(&many), " aux[0]@29-30 ") != NULL, "a patch may have 1,000 parts");
    sfc_buffer_printf(&parts, "; 0x8 02000000 02000000");
    const struct sfc_mapped too_many = { version2, sizeof version2, false, "v2", parts.data };
    OK(!strstr(text_of(&too_many), " aux[0]@29-30 "), "but no more");
    sfc_buffer_free(&parts);
    struct sfc_field_map map;
    sfc_map_fields(&map, &(struct sfc_mapped){ version2, sizeof version2, false, "v2", "0x8 05000000 02000000" });
    size_t changed = 0;
    for (size_t i = 0; i < map.count; i++)
        changed += map.fields[i].changed && map.fields[i].before == 5 && map.fields[i].field.start == 8;
    OK(changed == 1, "the value in the parent is known");
    sfc_field_map_free(&map);
}

int main(void)
{
    test_damage("version 2", version2, sizeof version2, false);
    test_damage("version 3", version3, sizeof version3, true);
    test_elf();
    test_overlaps();
    test_patches();
    return tap_done();
}
