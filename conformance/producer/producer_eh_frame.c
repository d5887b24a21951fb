/* SPDX-License-Identifier: MIT */
/* Finds .eh_frame or .debug_frame in an ELF file and, in a relocatable object, applies its relocations to a copy. */
#include <inttypes.h>
#include <string.h>

#include "cfi_bytes.h"
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

/* ---- A file without section headers: by the search table in PT_GNU_EH_FRAME ---- */

enum { ENCODING_OMIT = 0xff, PC_RELATIVE = 0x10, TABLE_RELATIVE = 0x30, TABLE_OF_WORDS = 0x3b };

static const Elf64_Phdr *find_segment(const struct sfc_image *image, uint32_t type)
{
    for (uint32_t i = 0; i < image->num_segments; i++)
        if (image->segments[i].p_type == type)
            return &image->segments[i];
    return NULL;
}

/* The bytes of the file that are loaded at `addr`; `bad` if there are none. */
static struct sfc_cfi_bytes loaded_at(const struct sfc_image *image, uint64_t addr)
{
    const struct sfr_elf_tables *t = &image->elf->tables;
    for (uint32_t i = 0; i < image->num_segments; i++) {
        const Elf64_Phdr *s = &image->segments[i];
        if (s->p_type != PT_LOAD || addr < s->p_vaddr || addr - s->p_vaddr >= s->p_filesz || s->p_offset > t->size
            || s->p_filesz > t->size - s->p_offset)
            continue;
        const uint8_t *start = t->image + s->p_offset;
        return (struct sfc_cfi_bytes){ start + (addr - s->p_vaddr), start + s->p_filesz, image->elf->big, false };
    }
    return (struct sfc_cfi_bytes){ t->image, t->image, image->elf->big, true };
}

/* Reads a pointer at `at` of the header, which lies at `base`. */
static bool read_pointer(struct sfc_cfi_bytes *b, uint8_t encoding, uint64_t base, uint64_t at, uint64_t *value)
{
    const uint8_t kind = encoding & 0x70;
    if (encoding == ENCODING_OMIT || (encoding & 0x80) || !sfc_cfi_encoded(b, encoding, value))
        return false;
    *value += kind == PC_RELATIVE ? at : kind == TABLE_RELATIVE ? base : 0;
    return kind == PC_RELATIVE || kind == TABLE_RELATIVE || kind == 0;
}

/* The address of the last entry in .eh_frame. The table is sorted by code, not by entries. */
static uint64_t last_entry(struct sfc_cfi_bytes *b, uint64_t base, uint64_t count)
{
    uint64_t last = 0;
    for (uint64_t i = 0; i < count && !b->bad; i++) {
        sfc_cfi_fixed(b, 4);
        const uint64_t entry = base + (uint64_t)(int64_t)(int32_t)sfc_cfi_fixed(b, 4);
        if (!b->bad && entry > last)
            last = entry;
    }
    return last;
}

/* The end of the entry at `addr`, or 0. */
static uint64_t end_of_entry(const struct sfc_image *image, uint64_t addr)
{
    struct sfc_cfi_bytes b = loaded_at(image, addr);
    const uint8_t *start = b.at;
    uint64_t len = sfc_cfi_fixed(&b, 4);
    if (len == UINT32_MAX)
        len = sfc_cfi_fixed(&b, 8);
    sfc_cfi_skip(&b, len);
    return b.bad ? 0 : addr + (uint64_t)(b.at - start);
}

/* Reads the header's fields before the table. False, *error and *doubt as in
   sfc_image_eh_frame(). */
static bool read_header(struct sfc_cfi_bytes *b, uint64_t addr, uint64_t *start, uint64_t *count, bool *doubt,
                        struct sfc_error *error)
{
    const uint64_t version = sfc_cfi_fixed(b, 1);
    const uint8_t pointer = (uint8_t)sfc_cfi_fixed(b, 1), number = (uint8_t)sfc_cfi_fixed(b, 1);
    const uint64_t table = sfc_cfi_fixed(b, 1);
    if (b->bad || version != 1)
        return sfc_fail(error, "PT_GNU_EH_FRAME at 0x%" PRIx64 " has no header of version 1", addr);
    *doubt = true;
    if (number == ENCODING_OMIT || table == ENCODING_OMIT)
        return sfc_fail(error, "PT_GNU_EH_FRAME at 0x%" PRIx64 " has no search table to find .eh_frame by", addr);
    /* A count cannot be relative to an address. */
    if (table != TABLE_OF_WORDS || (number & 0x70) != 0 || !read_pointer(b, pointer, addr, addr + 4, start)
        || !read_pointer(b, number, 0, 0, count))
        return sfc_fail(error, "PT_GNU_EH_FRAME at 0x%" PRIx64 " has an unsupported encoding", addr);
    *doubt = false;
    return true;
}

bool sfc_image_eh_frame(const struct sfc_image *image, struct sfc_cfi_section *found, bool *doubt,
                        struct sfc_error *error)
{
    const Elf64_Phdr *s = find_segment(image, PT_GNU_EH_FRAME);
    *found = (struct sfc_cfi_section){ .abi = image->elf->abi };
    *doubt = false;
    if (!s)
        return true;
    struct sfc_cfi_bytes b = loaded_at(image, s->p_vaddr);
    uint64_t start = 0, count = 0;
    if ((uint64_t)(b.end - b.at) > s->p_filesz)
        b.end = b.at + s->p_filesz;
    if (!read_header(&b, s->p_vaddr, &start, &count, doubt, error))
        return false;
    const uint64_t last = last_entry(&b, s->p_vaddr, count);
    if (b.bad)
        return sfc_fail(error, "PT_GNU_EH_FRAME at 0x%" PRIx64 " is too short for its %" PRIu64 " functions",
                        s->p_vaddr, count);
    if (count == 0)
        return true;
    const uint64_t end = end_of_entry(image, last);
    const struct sfc_cfi_bytes data = loaded_at(image, start);
    if (data.bad || end <= start || end - start > (uint64_t)(data.end - data.at))
        return sfc_fail(error,
                        "PT_GNU_EH_FRAME at 0x%" PRIx64
                        " does not lead to call frame information: it would be 0x%" PRIx64 "..0x%" PRIx64,
                        s->p_vaddr, start, end);
    found->data = data.at;
    found->size = (size_t)(end - start);
    found->addr = start;
    return true;
}

/* ---- All of a file ---- */

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
