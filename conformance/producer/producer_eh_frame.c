/* SPDX-License-Identifier: MIT */
/* Finds .eh_frame or .debug_frame in an ELF file and, in a relocatable object, applies its relocations to a copy. */
#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cfi_bytes.h"
#include "producer_elf.h"

#ifndef R_AARCH64_ABS32
#define R_AARCH64_ABS32 258
#endif
#ifndef R_AARCH64_ABS64
#define R_AARCH64_ABS64 257
#endif
#ifndef R_AARCH64_PREL64
#define R_AARCH64_PREL64 260
#endif
#ifndef R_AARCH64_PREL32
#define R_AARCH64_PREL32 261
#endif

/* Overlapping sections would cost time that is not linear in the file's size. */
enum { RELA_SIZE = 24, SYM_SIZE = 24, SHT_AMD64_UNWIND = 0x70000001, MAX_SECTIONS = 16 };

/* The relocation of one section: its bytes, and the symbols that the relocations name. */
struct job {
    const struct sfc_image *image;
    const char *name;
    uint8_t *bytes;
    uint64_t size, addr;
    const uint8_t *symbols;
    uint64_t num_symbols;
};

static bool has_bytes(const struct sfc_image *image, const struct sfc_image_section *s)
{
    const size_t size = image->elf->tables.size;
    return s->type != SHT_NOBITS && (s->flags & SHF_COMPRESSED) == 0 && s->offset <= size
           && s->size <= size - s->offset;
}

/* How many bytes a relocation changes, and if it is relative to its place. 0 for types that
   neither section needs. Those of 4 bytes that are not relative are offsets in .debug_frame. */
static unsigned width_of(uint16_t machine, uint32_t type, bool *relative)
{
    *relative = true;
    if (machine == EM_X86_64) {
        *relative = type != R_X86_64_64 && type != R_X86_64_32;
        return type == R_X86_64_PC32 || type == R_X86_64_32 ? 4 : type == R_X86_64_PC64 || type == R_X86_64_64 ? 8 : 0;
    }
    if (machine == EM_AARCH64) {
        *relative = type != R_AARCH64_ABS64 && type != R_AARCH64_ABS32;
        return type == R_AARCH64_PREL32 || type == R_AARCH64_ABS32   ? 4
               : type == R_AARCH64_PREL64 || type == R_AARCH64_ABS64 ? 8
                                                                     : 0;
    }
    *relative = type != R_390_64 && type != R_390_32;
    return type == R_390_PC32 || type == R_390_32 ? 4 : type == R_390_PC64 || type == R_390_64 ? 8 : 0;
}

/* The address of a symbol of this file. Symbols of other files (personality routines) are not
   needed. */
static bool symbol_addr(const struct job *j, uint64_t index, uint64_t *addr)
{
    if (index >= j->num_symbols)
        return false;
    struct sfc_cfi_bytes b = { j->symbols + index * SYM_SIZE, j->symbols + (index + 1) * SYM_SIZE, j->image->elf->big,
                               false };
    sfc_cfi_skip(&b, 6);
    const uint64_t section = sfc_cfi_fixed(&b, 2);
    const uint64_t value = sfc_cfi_fixed(&b, 8);
    if (section == SHN_UNDEF || section >= j->image->num_sections)
        return false;
    *addr = j->image->sections[section].addr + value;
    return true;
}

static bool apply(const struct job *j, struct sfc_cfi_bytes b, struct sfc_error *error)
{
    const uint64_t offset = sfc_cfi_fixed(&b, 8), info = sfc_cfi_fixed(&b, 8), addend = sfc_cfi_fixed(&b, 8);
    uint64_t value;
    bool relative;
    const unsigned width = width_of(j->image->elf->machine, (uint32_t)info, &relative);
    if (width == 0 || !symbol_addr(j, info >> 32, &value))
        return true;
    if (width > j->size || offset > j->size - width)
        return sfc_fail(error, "%s+0x%" PRIx64 ": a relocation lies outside of the section", j->name, offset);
    value += addend - (relative ? j->addr + offset : 0);
    for (unsigned i = 0; i < width; i++)
        j->bytes[offset + i] = (uint8_t)(value >> 8 * (j->image->elf->big ? width - 1 - i : i));
    return true;
}

static bool apply_table(struct job *j, const struct sfc_image_section *table, struct sfc_error *error)
{
    const struct sfc_image *image = j->image;
    if (table->type == SHT_REL || table->link >= image->num_sections || !has_bytes(image, table)
        || !has_bytes(image, &image->sections[table->link]))
        return sfc_fail(error, "section %" PRIu32 ": the relocations of %s cannot be read", table->index, j->name);
    const uint8_t *at = image->elf->tables.image + table->offset;
    j->symbols = image->elf->tables.image + image->sections[table->link].offset;
    j->num_symbols = image->sections[table->link].size / SYM_SIZE;
    for (uint64_t i = 0; i < table->size / RELA_SIZE; i++)
        if (!apply(j, (struct sfc_cfi_bytes){ at + i * RELA_SIZE, at + (i + 1) * RELA_SIZE, image->elf->big, false },
                   error))
            return false;
    return true;
}

static bool relocate(const struct sfc_image *image, const struct sfc_image_section *s, uint8_t *copy,
                     struct sfc_error *error)
{
    struct job j = { .image = image, .name = s->name, .bytes = copy, .size = s->size, .addr = s->addr };
    const struct sfc_image_section *found = NULL;
    for (uint32_t i = 1; i < image->num_sections; i++) {
        const struct sfc_image_section *table = &image->sections[i];
        if ((table->type != SHT_RELA && table->type != SHT_REL) || table->info != s->index)
            continue;
        if (found)
            return sfc_fail(error, "sections %" PRIu32 " and %" PRIu32 " both relocate %s", found->index, i, s->name);
        found = table;
    }
    return !found || apply_table(&j, found, error);
}

static bool add_section(struct sfc_image *image, const struct sfc_image_section *s, struct sfc_cfi *cfi,
                        struct sfc_error *error)
{
    if (!has_bytes(image, s))
        return sfc_fail(error, "section %" PRIu32 " (%s) has no bytes in this file", s->index, s->name);
    const uint8_t *data = image->elf->tables.image + s->offset;
    bool good = true;
    if (image->elf->type == ET_REL) {
        char *copy = sfc_copy_text((const char *)data, (size_t)s->size);
        image->copies = sfc_grow(image->copies, image->num_copies + 1, sizeof image->copies[0]);
        image->copies[image->num_copies++] = copy;
        data = (const uint8_t *)copy;
        good = relocate(image, s, (uint8_t *)copy, error);
    }
    const struct sfc_cfi_section section = { data, (size_t)s->size, s->addr, image->elf->abi,
                                             (s->flags & SHF_ALLOC) == 0 };
    return good && sfc_cfi_add(cfi, &section, error);
}

static bool add_segment(const struct sfc_image *image, struct sfc_cfi *cfi, size_t *found, bool *doubt,
                        struct sfc_error *error)
{
    struct sfc_cfi_section section;
    if (!sfc_image_eh_frame(image, &section, doubt, error))
        return false;
    if (section.size == 0)
        return true;
    *found = 1;
    const bool good = sfc_cfi_add(cfi, &section, error);
    sfc_cfi_sort(cfi);
    return good;
}

static bool has_cfi(const struct sfc_image_section *s, bool is_debug)
{
    return strcmp(s->name, is_debug ? ".debug_frame" : ".eh_frame") == 0 && ((s->flags & SHF_ALLOC) == 0) == is_debug
           && (s->type == SHT_PROGBITS || s->type == SHT_AMD64_UNWIND || s->type == SHT_NOBITS) && s->size != 0;
}

static bool add_sections(struct sfc_image *image, bool is_debug, struct sfc_cfi *cfi, size_t *found,
                         struct sfc_error *error)
{
    bool good = true;
    for (uint32_t i = 1; i < image->num_sections; i++) {
        const struct sfc_image_section *s = &image->sections[i];
        if (!has_cfi(s, is_debug))
            continue;
        if (++*found > MAX_SECTIONS)
            return sfc_fail(good ? error : NULL, "there are more than %d sections named %s", MAX_SECTIONS, s->name);
        /* Only the first error is reported. */
        good = add_section(image, s, cfi, good ? error : NULL) && good;
    }
    return good;
}

bool sfc_image_cfi(struct sfc_image *image, struct sfc_cfi *cfi, size_t *found, bool *doubt, struct sfc_error *error)
{
    *found = 0;
    *doubt = false;
    bool good = add_sections(image, false, cfi, found, error);
    if (*found == 0 && !(good = add_segment(image, cfi, found, doubt, error)))
        return false;
    if (*found == 0)
        good = add_sections(image, true, cfi, found, error);
    sfc_cfi_sort(cfi);
    return good;
}
