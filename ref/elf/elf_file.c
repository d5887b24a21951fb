/* SPDX-License-Identifier: MIT */
/* Reads an ELF file's own tables. Every record goes through one bound test and libelf's
   translation. */
#include "elf_file.h"

#include <ar.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum sfr_elf_fault sfr_elf_fail(struct sfr_elf_error *error, enum sfr_elf_fault fault, uint32_t section,
                                uint64_t offset, const char *format, ...)
{
    if (!error)
        return fault;
    va_list ap;
    va_start(ap, format);
    vsnprintf(error->text, sizeof error->text, format, ap);
    va_end(ap);
    error->fault = fault;
    error->section = section;
    error->offset = offset;
    return fault;
}

bool sfr_elf_inside(const struct sfr_elf_tables *t, uint64_t offset, uint64_t size)
{
    return size <= t->size && offset <= t->size - size;
}

/* Uses only libelf's translation of records, not its file descriptor. So each access is bounded
   here, and no pointer of libelf's must be trusted. The bytes go through an aligned copy because
   the image may be at any address. */
static bool fetch(const struct sfr_elf *elf, uint64_t offset, Elf_Type type, size_t size, void *out)
{
    union {
        Elf64_Ehdr ehdr;
        Elf64_Shdr shdr;
        Elf64_Phdr phdr;
        Elf64_Rela rela;
        Elf64_Sym sym;
    } raw;
    const struct sfr_elf_tables *t = &elf->tables;
    if (size > sizeof raw || !sfr_elf_inside(t, offset, size))
        return false;
    memcpy(&raw, t->image + offset, size);
    Elf_Data from = { .d_buf = &raw, .d_type = type, .d_version = EV_CURRENT, .d_size = size };
    Elf_Data to = { .d_buf = out, .d_type = type, .d_version = EV_CURRENT, .d_size = size };
    return elf64_xlatetom(&to, &from, elf->big ? ELFDATA2MSB : ELFDATA2LSB) != NULL && to.d_size == size;
}

uint64_t sfr_elf_shdr_at(const struct sfr_elf *elf, uint32_t index)
{
    return elf->tables.shoff + (uint64_t)index * sizeof(Elf64_Shdr);
}

uint64_t sfr_elf_phdr_at(const struct sfr_elf *elf, uint32_t index)
{
    return elf->tables.phoff + (uint64_t)index * sizeof(Elf64_Phdr);
}

Elf64_Shdr sfr_elf_get_shdr(const struct sfr_elf *elf, uint32_t index)
{
    Elf64_Shdr shdr = { 0 };
    fetch(elf, sfr_elf_shdr_at(elf, index), ELF_T_SHDR, sizeof shdr, &shdr);
    /* An inactive header: the gABI says that its other members are undefined. */
    return shdr.sh_type == SHT_NULL ? (Elf64_Shdr){ 0 } : shdr;
}

Elf64_Phdr sfr_elf_get_phdr(const struct sfr_elf *elf, uint32_t index)
{
    Elf64_Phdr phdr = { 0 };
    fetch(elf, sfr_elf_phdr_at(elf, index), ELF_T_PHDR, sizeof phdr, &phdr);
    return phdr;
}

Elf64_Rela sfr_elf_get_rela(const struct sfr_elf *elf, uint64_t offset)
{
    Elf64_Rela rela = { 0 };
    fetch(elf, offset, ELF_T_RELA, sizeof rela, &rela);
    return rela;
}

Elf64_Sym sfr_elf_get_sym(const struct sfr_elf *elf, uint64_t offset)
{
    Elf64_Sym sym = { 0 };
    fetch(elf, offset, ELF_T_SYM, sizeof sym, &sym);
    return sym;
}

Elf64_Word sfr_elf_get_word(const struct sfr_elf *elf, uint64_t offset)
{
    Elf64_Word word = 0;
    fetch(elf, offset, ELF_T_WORD, sizeof word, &word);
    return word;
}

bool sfr_elf_is_elf(const void *image, size_t size)
{
    return size >= SELFMAG && memcmp(image, ELFMAG, SELFMAG) == 0;
}

static enum sfr_elf_fault read_ident(struct sfr_elf *elf, struct sfr_elf_error *error)
{
    const struct sfr_elf_tables *t = &elf->tables;
    if (t->size >= SARMAG && (memcmp(t->image, ARMAG, SARMAG) == 0 || memcmp(t->image, "!<thin>\n", SARMAG) == 0))
        return sfr_elf_fail(error, SFR_ELF_NOT_ELF, 0, 0,
                            "an archive of objects; take them out with 'ar x', and name them");
    if (!sfr_elf_is_elf(t->image, t->size))
        return sfr_elf_fail(error, SFR_ELF_NOT_ELF, 0, 0, "not an ELF file: it does not start with 7f 45 4c 46");
    if (t->size < EI_NIDENT)
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, 0, t->size, "the file ends at offset 0x%zx, inside the ELF header",
                            t->size);
    if (t->image[EI_CLASS] == ELFCLASS32)
        return sfr_elf_fail(error, SFR_ELF_UNSUPPORTED, 0, EI_CLASS,
                            "a 32-bit ELF file: SFrame is for 64-bit ABIs only");
    if (t->image[EI_CLASS] != ELFCLASS64)
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, 0, EI_CLASS, "ELF class %u at offset 0x%x does not exist",
                            t->image[EI_CLASS], EI_CLASS);
    if (t->image[EI_DATA] != ELFDATA2LSB && t->image[EI_DATA] != ELFDATA2MSB)
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, 0, EI_DATA, "ELF byte order %u at offset 0x%x does not exist",
                            t->image[EI_DATA], EI_DATA);
    if (t->image[EI_VERSION] != EV_CURRENT)
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, 0, EI_VERSION, "ELF version %u at offset 0x%x does not exist",
                            t->image[EI_VERSION], EI_VERSION);
    elf->big = t->image[EI_DATA] == ELFDATA2MSB;
    return SFR_ELF_OK;
}

static enum sfr_elf_fault check_table(const struct sfr_elf *elf, const char *what, size_t field, uint64_t offset,
                                      uint64_t count, unsigned entry_size, size_t expected_size,
                                      struct sfr_elf_error *error)
{
    if (entry_size != expected_size)
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, 0, field,
                            "the ELF header says that each %s header has %u bytes; it has %zu", what, entry_size,
                            expected_size);
    if (offset == 0 || count > elf->tables.size / expected_size
        || !sfr_elf_inside(&elf->tables, offset, count * expected_size))
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, 0, field,
                            "%" PRIu64 " %s headers at offset 0x%" PRIx64 " do not fit into the file of %zu bytes",
                            count, what, offset, elf->tables.size);
    return SFR_ELF_OK;
}

/* gABI: numbers that do not fit their field of the ELF header are in section header 0. */
static bool needs_section_zero(const Elf64_Ehdr *ehdr, bool sections)
{
    return sections ? ehdr->e_shoff != 0 && (ehdr->e_shnum == 0 || ehdr->e_shstrndx == SHN_XINDEX)
                    : ehdr->e_phnum == PN_XNUM;
}

static enum sfr_elf_fault read_section_zero(struct sfr_elf *elf, const Elf64_Ehdr *ehdr, Elf64_Shdr *zero,
                                            struct sfr_elf_error *error)
{
    elf->tables.shoff = ehdr->e_shoff;
    if (ehdr->e_shoff == 0 || !fetch(elf, ehdr->e_shoff, ELF_T_SHDR, sizeof *zero, zero))
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, 0, offsetof(Elf64_Ehdr, e_shoff),
                            "section header 0 at offset 0x%" PRIx64 " does not fit into the file of %zu bytes",
                            (uint64_t)ehdr->e_shoff, elf->tables.size);
    return SFR_ELF_OK;
}

enum sfr_elf_fault sfr_elf_check_bytes(const struct sfr_elf *elf, uint32_t index, const Elf64_Shdr *shdr,
                                       const char *what, struct sfr_elf_error *error)
{
    if (sfr_elf_inside(&elf->tables, shdr->sh_offset, shdr->sh_size))
        return SFR_ELF_OK;
    return sfr_elf_fail(error, SFR_ELF_DAMAGED, index, sfr_elf_shdr_at(elf, index),
                        "section %u (%s), 0x%" PRIx64 " bytes at offset 0x%" PRIx64
                        ", does not fit into the file of %zu bytes",
                        index, what, (uint64_t)shdr->sh_size, (uint64_t)shdr->sh_offset, elf->tables.size);
}

static enum sfr_elf_fault read_names(struct sfr_elf *elf, uint32_t index, struct sfr_elf_error *error)
{
    struct sfr_elf_tables *t = &elf->tables;
    if (index == SHN_UNDEF)
        return SFR_ELF_OK;
    if (index >= t->num_sections)
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, index, offsetof(Elf64_Ehdr, e_shstrndx),
                            "the section names should be in section %u, but there are %u sections", index,
                            t->num_sections);
    const Elf64_Shdr names = sfr_elf_get_shdr(elf, index);
    if (names.sh_type != SHT_STRTAB || (names.sh_flags & SHF_COMPRESSED) != 0)
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, index, sfr_elf_shdr_at(elf, index),
                            "section %u should have the section names, but is not a string table", index);
    if (names.sh_size == 0)
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, index, sfr_elf_shdr_at(elf, index),
                            "section %u (section names) is empty", index);
    const enum sfr_elf_fault fault = sfr_elf_check_bytes(elf, index, &names, "section names", error);
    if (fault)
        return fault;
    /* Then every name inside the table ends inside it. */
    if (t->image[names.sh_offset + names.sh_size - 1] != 0)
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, index, names.sh_offset + names.sh_size - 1,
                            "section %u (section names) does not end in a zero byte", index);
    t->names_offset = names.sh_offset;
    t->names_size = names.sh_size;
    return SFR_ELF_OK;
}

static enum sfr_elf_fault read_section_table(struct sfr_elf *elf, const Elf64_Ehdr *ehdr, struct sfr_elf_error *error)
{
    Elf64_Shdr zero = { 0 };
    uint64_t count = ehdr->e_shnum;
    if (ehdr->e_shoff == 0 && ehdr->e_shnum == 0)
        return SFR_ELF_OK;
    if (needs_section_zero(ehdr, true)) {
        const enum sfr_elf_fault fault = read_section_zero(elf, ehdr, &zero, error);
        if (fault)
            return fault;
        count = count ? count : zero.sh_size;
    }
    const enum sfr_elf_fault fault = check_table(elf, "section", offsetof(Elf64_Ehdr, e_shoff), ehdr->e_shoff, count,
                                                 ehdr->e_shentsize, sizeof zero, error);
    if (fault)
        return fault;
    if (count > UINT32_MAX)
        return sfr_elf_fail(error, SFR_ELF_UNSUPPORTED, 0, offsetof(Elf64_Ehdr, e_shnum),
                            "%" PRIu64 " sections are too many", count);
    elf->tables.shoff = ehdr->e_shoff;
    elf->tables.num_sections = (uint32_t)count;
    return read_names(elf, ehdr->e_shstrndx == SHN_XINDEX ? zero.sh_link : ehdr->e_shstrndx, error);
}

static enum sfr_elf_fault read_segment_table(struct sfr_elf *elf, const Elf64_Ehdr *ehdr, struct sfr_elf_error *error)
{
    uint64_t count = ehdr->e_phnum;
    if (count == 0)
        return SFR_ELF_OK;
    if (needs_section_zero(ehdr, false)) {
        Elf64_Shdr zero;
        const enum sfr_elf_fault fault = read_section_zero(elf, ehdr, &zero, error);
        if (fault)
            return fault;
        count = zero.sh_info;
    }
    elf->tables.phoff = ehdr->e_phoff;
    elf->tables.num_segments = (uint32_t)count;
    return check_table(elf, "program", offsetof(Elf64_Ehdr, e_phoff), ehdr->e_phoff, count, ehdr->e_phentsize,
                       sizeof(Elf64_Phdr), error);
}

enum sfr_elf_fault sfr_elf_read_tables(struct sfr_elf *elf, const void *image, size_t size, bool sections,
                                       bool segments, struct sfr_elf_error *error)
{
    Elf64_Ehdr ehdr;
    elf->tables.image = image;
    elf->tables.size = size;
    enum sfr_elf_fault fault = read_ident(elf, error);
    if (fault)
        return fault;
    if (!fetch(elf, 0, ELF_T_EHDR, sizeof ehdr, &ehdr))
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, 0, size, "the file ends at offset 0x%zx, inside the ELF header",
                            size);
    if (ehdr.e_type != ET_REL && ehdr.e_type != ET_EXEC && ehdr.e_type != ET_DYN)
        return sfr_elf_fail(error, SFR_ELF_UNSUPPORTED, 0, offsetof(Elf64_Ehdr, e_type),
                            "ELF type %u at offset 0x%zx is not an object, an executable or a shared library",
                            ehdr.e_type, offsetof(Elf64_Ehdr, e_type));
    elf->type = ehdr.e_type;
    elf->machine = ehdr.e_machine;
    if (sections)
        fault = read_section_table(elf, &ehdr, error);
    if (!fault && segments)
        fault = read_segment_table(elf, &ehdr, error);
    return fault;
}

const char *sfr_elf_raw_name(const struct sfr_elf *elf, const Elf64_Shdr *shdr)
{
    const struct sfr_elf_tables *t = &elf->tables;
    if (t->names_size == 0)
        return "";
    return shdr->sh_name < t->names_size ? (const char *)t->image + t->names_offset + shdr->sh_name : NULL;
}

void sfr_elf_printable(char *out, size_t room, const char *text, size_t len)
{
    size_t n = 0;
    for (; n < len && text[n] != 0 && n + 1 < room; n++)
        out[n] = text[n] >= 0x20 && text[n] < 0x7f ? text[n] : '?';
    out[n] = 0;
}

void sfr_elf_section_name(const struct sfr_elf *elf, uint32_t section, char name[SFR_ELF_NAME_MAX])
{
    name[0] = 0;
    if (section >= elf->tables.num_sections)
        return;
    const Elf64_Shdr shdr = sfr_elf_get_shdr(elf, section);
    const char *raw = sfr_elf_raw_name(elf, &shdr);
    if (raw)
        sfr_elf_printable(name, SFR_ELF_NAME_MAX, raw, SIZE_MAX);
}
