/* SPDX-License-Identifier: MIT */
/* Finds .eh_frame or .debug_frame in an ELF file and, in a relocatable object, applies its relocations to a copy. */
#include <inttypes.h>
#include <string.h>

#include "elf_file.h"
#include "producer_elf.h"

/* Overlapping sections would cost time that is not linear in the file's size. */
enum { SHT_AMD64_UNWIND = 0x70000001, MAX_SECTIONS = 16 };

static bool has_bytes(const struct sfc_image *image, const Elf64_Shdr *s)
{
    return s->sh_type != SHT_NOBITS && (s->sh_flags & SHF_COMPRESSED) == 0
           && sfr_elf_inside(&image->elf->tables, s->sh_offset, s->sh_size);
}

/* Those of 4 bytes that are not relative are offsets in .debug_frame. */
static const struct relocations {
    uint16_t machine;
    uint32_t pc32, abs32, pc64, abs64;
} relocations[] = {
    { EM_X86_64, R_X86_64_PC32, R_X86_64_32, R_X86_64_PC64, R_X86_64_64 },
    { EM_AARCH64, R_AARCH64_PREL32, R_AARCH64_ABS32, R_AARCH64_PREL64, R_AARCH64_ABS64 },
    { EM_S390, R_390_PC32, R_390_32, R_390_PC64, R_390_64 },
};

/* How many bytes a relocation changes, and if it is relative to its place. 0 for types that neither section needs. */
static unsigned width_of(uint16_t machine, uint32_t type, bool *relative)
{
    const struct relocations *r = relocations;
    while (r->machine != machine && r->machine != EM_S390)
        r++;
    *relative = type == r->pc32 || type == r->pc64;
    return type == r->pc32 || type == r->abs32 ? 4 : type == r->pc64 || type == r->abs64 ? 8 : 0;
}

/* Applies a relocation to the bytes of section `s`. Symbols of other files (personality routines) are not needed. */
static bool apply(const struct sfc_image *image, const struct sfc_image_section *s, uint8_t *bytes,
                  const Elf64_Shdr *symbols, Elf64_Rela rela, struct sfc_error *error)
{
    bool relative;
    const unsigned width = width_of(image->elf->machine, (uint32_t)ELF64_R_TYPE(rela.r_info), &relative);
    const uint64_t index = ELF64_R_SYM(rela.r_info);
    if (width == 0 || index >= symbols->sh_size / sizeof(Elf64_Sym))
        return true;
    const Elf64_Sym sym = sfr_elf_get_sym(image->elf, symbols->sh_offset + index * sizeof sym);
    if (sym.st_shndx == SHN_UNDEF || sym.st_shndx >= image->num_sections)
        return true;
    if (width > s->h.sh_size || rela.r_offset > s->h.sh_size - width)
        return sfc_fail(error, "%s+0x%" PRIx64 ": a relocation lies outside of the section", s->name, rela.r_offset);
    const uint64_t target = image->sections[sym.st_shndx].h.sh_addr + sym.st_value + (uint64_t)rela.r_addend;
    const uint64_t value = target - (relative ? s->h.sh_addr + rela.r_offset : 0);
    for (unsigned i = 0; i < width; i++)
        bytes[rela.r_offset + i] = (uint8_t)(value >> 8 * (image->elf->big ? width - 1 - i : i));
    return true;
}

static bool relocate(const struct sfc_image *image, const struct sfc_image_section *s, uint8_t *copy,
                     struct sfc_error *error)
{
    const struct sfc_image_section *found = NULL;
    for (uint32_t i = 1; i < image->num_sections; i++) {
        const struct sfc_image_section *table = &image->sections[i];
        if ((table->h.sh_type != SHT_RELA && table->h.sh_type != SHT_REL) || table->h.sh_info != s->index)
            continue;
        if (found)
            return sfc_fail(error, "sections %" PRIu32 " and %" PRIu32 " both relocate %s", found->index, i, s->name);
        found = table;
    }
    if (!found)
        return true;
    const uint32_t link = found->h.sh_link;
    if (found->h.sh_type == SHT_REL || link >= image->num_sections || !has_bytes(image, &found->h)
        || !has_bytes(image, &image->sections[link].h))
        return sfc_fail(error, "section %" PRIu32 ": the relocations of %s cannot be read", found->index, s->name);
    for (uint64_t at = 0; at + sizeof(Elf64_Rela) <= found->h.sh_size; at += sizeof(Elf64_Rela))
        if (!apply(image, s, copy, &image->sections[link].h, sfr_elf_get_rela(image->elf, found->h.sh_offset + at),
                   error))
            return false;
    return true;
}

static bool add_section(struct sfc_image *image, const struct sfc_image_section *s, struct sfc_cfi *cfi,
                        struct sfc_error *error)
{
    if (!has_bytes(image, &s->h))
        return sfc_fail(error, "section %" PRIu32 " (%s) has no bytes in this file", s->index, s->name);
    const uint8_t *data = image->elf->tables.image + s->h.sh_offset;
    bool good = true;
    if (image->elf->type == ET_REL) {
        char *copy = sfc_copy_text((const char *)data, (size_t)s->h.sh_size);
        image->copies = sfc_grow(image->copies, image->num_copies + 1, sizeof image->copies[0]);
        image->copies[image->num_copies++] = copy;
        data = (const uint8_t *)copy;
        good = relocate(image, s, (uint8_t *)copy, error);
    }
    const struct sfc_cfi_section section = { data, (size_t)s->h.sh_size, s->h.sh_addr, image->elf->abi,
                                             (s->h.sh_flags & SHF_ALLOC) == 0 };
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
    return strcmp(s->name, is_debug ? ".debug_frame" : ".eh_frame") == 0
           && ((s->h.sh_flags & SHF_ALLOC) == 0) == is_debug
           && (s->h.sh_type == SHT_PROGBITS || s->h.sh_type == SHT_AMD64_UNWIND || s->h.sh_type == SHT_NOBITS)
           && s->h.sh_size != 0;
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
