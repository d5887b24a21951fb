/* SPDX-License-Identifier: MIT */
/* Lays out the sections of a relocatable object and applies the relocations of its SFrame section. */
#include "elf_file.h"
#include "elf_search.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfr.h"

#ifndef R_AARCH64_PREL64
#define R_AARCH64_PREL64 260
#endif
#define SHT_CREL_LLVM UINT32_C(0x40000014)

/* One entry of the relocation section, with members for messages. */
struct relocation {
    Elf64_Rela rela;
    uint64_t index;
    uint64_t offset; /* of the entry, in the file */
    unsigned width;  /* bytes of the field */
};

/* The relocation section, its symbols, and the start fields that it may change. */
struct relocations {
    struct sfr_elf *elf;
    struct sfr_elf_error *error;
    uint32_t section;
    uint64_t offset, count;
    Elf64_Shdr symtab, strtab;
    uint64_t extended_offset, extended_count; /* SHT_SYMTAB_SHNDX */
    bool has_fields;
    struct sfr_section fields;
    uint8_t *done; /* a bit for each start field */
};

/* ---- Layout ---- */

static enum sfr_elf_fault place_section(struct sfr_elf *elf, uint32_t index, const Elf64_Shdr *s, uint64_t *next,
                                        struct sfr_elf_error *error)
{
    const uint64_t align = s->sh_addralign > 1 ? s->sh_addralign : 1;
    if ((align & (align - 1)) != 0)
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, index, sfr_elf_shdr_at(elf, index),
                            "section %u has an alignment of 0x%" PRIx64 ", which is not a power of two", index, align);
    if (*next > UINT64_MAX - (align - 1) || s->sh_size >= UINT64_MAX - ((*next + align - 1) & -align))
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, index, sfr_elf_shdr_at(elf, index),
                            "section %u with 0x%" PRIx64 " bytes does not fit into the address space", index,
                            (uint64_t)s->sh_size);
    const uint64_t addr = (*next + align - 1) & -align;
    elf->places[elf->num_places++] = (struct sfr_elf_place){ .section = index, .addr = addr, .size = s->sh_size };
    *next = addr + s->sh_size + 1;
    return SFR_ELF_OK;
}

static enum sfr_elf_fault lay_out(struct sfr_elf *elf, struct sfr_elf_error *error)
{
    uint64_t next = 0;
    elf->places = calloc(elf->tables.num_sections, sizeof *elf->places);
    if (!elf->places)
        return sfr_elf_fail(error, SFR_ELF_NO_MEMORY, 0, SFR_ELF_NO_OFFSET,
                            "no memory for the addresses of %u sections", elf->tables.num_sections);
    for (uint32_t i = 1; i < elf->tables.num_sections; i++) {
        const Elf64_Shdr s = sfr_elf_get_shdr(elf, i);
        if ((s.sh_flags & SHF_ALLOC) == 0 && i != elf->shdr.index)
            continue;
        const enum sfr_elf_fault fault = place_section(elf, i, &s, &next, error);
        if (fault)
            return fault;
    }
    return SFR_ELF_OK;
}

static int by_section(const void *section, const void *place)
{
    const uint32_t wanted = *(const uint32_t *)section, there = ((const struct sfr_elf_place *)place)->section;
    return (wanted > there) - (wanted < there);
}

static const struct sfr_elf_place *find_place(const struct sfr_elf *elf, uint32_t section)
{
    return bsearch(&section, elf->places, elf->num_places, sizeof elf->places[0], by_section);
}

bool sfr_elf_locate(const struct sfr_elf *elf, uint64_t addr, uint32_t *section, uint64_t *offset)
{
    const size_t upto =
        elf->num_places > 0 ? sfr_elf_upto(&elf->places[0].addr, elf->num_places, sizeof elf->places[0], addr) : 0;
    if (upto == 0 || addr - elf->places[upto - 1].addr > elf->places[upto - 1].size)
        return false;
    *section = elf->places[upto - 1].section;
    *offset = addr - elf->places[upto - 1].addr;
    return true;
}

/* ---- Relocations and symbols ---- */

/* Finds the one relocation section of the SFrame section. Two would be legal, but no producer
   writes them, and with overlapping entries the time would not be linear in the size of the file. */
static enum sfr_elf_fault find_relocations(struct relocations *r, Elf64_Shdr *found)
{
    const struct sfr_elf *elf = r->elf;
    for (uint32_t i = 1; i < elf->tables.num_sections; i++) {
        const Elf64_Shdr s = sfr_elf_get_shdr(elf, i);
        if (s.sh_info != elf->shdr.index)
            continue;
        if (s.sh_type == SHT_REL || s.sh_type == SHT_CREL_LLVM)
            return sfr_elf_fail(r->error, SFR_ELF_UNSUPPORTED, i, sfr_elf_shdr_at(elf, i),
                                "section %u relocates section %u, but not with SHT_RELA", i, elf->shdr.index);
        if (s.sh_type != SHT_RELA)
            continue;
        if (r->section)
            return sfr_elf_fail(r->error, SFR_ELF_UNSUPPORTED, i, sfr_elf_shdr_at(elf, i),
                                "sections %u and %u both relocate section %u", r->section, i, elf->shdr.index);
        r->section = i;
        *found = s;
    }
    return SFR_ELF_OK;
}

static enum sfr_elf_fault check_relocations(struct relocations *r, const Elf64_Shdr *s)
{
    const struct sfr_elf *elf = r->elf;
    if (s->sh_entsize != sizeof(Elf64_Rela) || s->sh_size % sizeof(Elf64_Rela) != 0
        || (s->sh_flags & SHF_COMPRESSED) != 0)
        return sfr_elf_fail(r->error, SFR_ELF_DAMAGED, r->section, sfr_elf_shdr_at(elf, r->section),
                            "section %u with 0x%" PRIx64 " bytes is not a table of %zu-byte relocations", r->section,
                            (uint64_t)s->sh_size, sizeof(Elf64_Rela));
    r->offset = s->sh_offset;
    r->count = s->sh_size / sizeof(Elf64_Rela);
    return sfr_elf_check_bytes(elf, r->section, s, "relocations", r->error);
}

static enum sfr_elf_fault find_symbols(struct relocations *r, uint32_t index)
{
    const struct sfr_elf *elf = r->elf;
    if (index == 0 || index >= elf->tables.num_sections)
        return sfr_elf_fail(r->error, SFR_ELF_DAMAGED, r->section, sfr_elf_shdr_at(elf, r->section),
                            "section %u (relocations) has its symbols in section %u, but there are %u sections",
                            r->section, index, elf->tables.num_sections);
    const Elf64_Shdr s = sfr_elf_get_shdr(elf, index);
    if ((s.sh_type != SHT_SYMTAB && s.sh_type != SHT_DYNSYM) || s.sh_entsize != sizeof(Elf64_Sym)
        || (s.sh_flags & SHF_COMPRESSED) != 0)
        return sfr_elf_fail(r->error, SFR_ELF_DAMAGED, index, sfr_elf_shdr_at(elf, index),
                            "section %u should have the symbols, but is not a table of %zu-byte symbols", index,
                            sizeof(Elf64_Sym));
    r->symtab = s;
    /* Names are for messages only: without a good string table they are empty. */
    if (s.sh_link < elf->tables.num_sections)
        r->strtab = sfr_elf_get_shdr(elf, s.sh_link);
    if (r->strtab.sh_type != SHT_STRTAB || !sfr_elf_inside(&elf->tables, r->strtab.sh_offset, r->strtab.sh_size))
        r->strtab.sh_size = 0;
    for (uint32_t i = 1; i < elf->tables.num_sections; i++) {
        const Elf64_Shdr x = sfr_elf_get_shdr(elf, i);
        if (x.sh_type == SHT_SYMTAB_SHNDX && x.sh_link == index
            && sfr_elf_inside(&elf->tables, x.sh_offset, x.sh_size)) {
            r->extended_offset = x.sh_offset;
            r->extended_count = x.sh_size / sizeof(Elf64_Word);
        }
    }
    return sfr_elf_check_bytes(elf, index, &s, "symbols", r->error);
}

/* ---- One relocation ---- */

/* Width of the PC-relative relocations that assemblers use for start fields; 0 for all others. */
static unsigned field_width(uint16_t machine, uint32_t type)
{
    switch (machine) {
    case EM_X86_64: return type == R_X86_64_PC32 ? 4 : type == R_X86_64_PC64 ? 8 : 0;
    case EM_AARCH64: return type == R_AARCH64_PREL32 ? 4 : type == R_AARCH64_PREL64 ? 8 : 0;
    case EM_S390: return type == R_390_PC32 ? 4 : type == R_390_PC64 ? 8 : 0;
    default: return 0;
    }
}

/* Refuses one relocation; `format` is the reason. */
__attribute__((format(printf, 3, 4))) static enum sfr_elf_fault
refuse(const struct relocations *r, const struct relocation *x, const char *format, ...)
{
    char why[160];
    va_list ap;
    va_start(ap, format);
    vsnprintf(why, sizeof why, format, ap);
    va_end(ap);
    return sfr_elf_fail(r->error, SFR_ELF_BAD_RELOCATION, r->section, x->offset,
                        "relocation %" PRIu64 " of section %u, at offset 0x%" PRIx64 ": %s", x->index, r->section,
                        x->offset, why);
}

/* A relocation may change a start field once, and nothing else. ld -r up to 2.44 keeps the old
   offsets for the merged section, where they would overwrite other data. */
static enum sfr_elf_fault check_field(struct relocations *r, const struct relocation *x)
{
    const struct sfr_section *s = &r->fields;
    const uint64_t at = x->rela.r_offset;
    if (x->width > r->elf->size || at > r->elf->size - x->width)
        return refuse(r, x, "it changes %u bytes at 0x%" PRIx64 " of a section of 0x%zx bytes", x->width, at,
                      r->elf->size);
    if (!r->has_fields)
        return SFR_ELF_OK;
    if (at < s->fde_start || at >= s->fde_end || (at - s->fde_start) % s->fde_size != 0)
        return refuse(
            r, x, "it changes offset 0x%" PRIx64 ", where no FDE's start field is (ld -r before 2.45 does this)", at);
    if (x->width != (s->hdr.sfp_version >= 3 ? 8 : 4))
        return refuse(r, x, "it is %u bytes wide, unlike the start field at 0x%" PRIx64, x->width, at);
    const uint64_t fde = (at - s->fde_start) / s->fde_size;
    const uint8_t bit = (uint8_t)(1u << (fde % 8));
    if (r->done[fde / 8] & bit)
        return refuse(r, x, "it changes the start field at 0x%" PRIx64 " a second time", at);
    r->done[fde / 8] |= bit;
    return SFR_ELF_OK;
}

static void symbol_name(const struct relocations *r, const Elf64_Sym *sym, char name[SFR_ELF_NAME_MAX])
{
    name[0] = 0;
    if (sym->st_name < r->strtab.sh_size)
        sfr_elf_printable(name, SFR_ELF_NAME_MAX,
                          (const char *)r->elf->tables.image + r->strtab.sh_offset + sym->st_name,
                          (size_t)(r->strtab.sh_size - sym->st_name));
}

/* S + A, which must be inside a section with an address. */
static enum sfr_elf_fault target_address(const struct relocations *r, const struct relocation *x, uint64_t *addr)
{
    const struct sfr_elf *elf = r->elf;
    const uint64_t index = ELF64_R_SYM(x->rela.r_info);
    const uint64_t count = r->symtab.sh_size / sizeof(Elf64_Sym);
    char name[SFR_ELF_NAME_MAX];
    if (index == 0 || index >= count)
        return refuse(r, x, "symbol %" PRIu64 " of %" PRIu64 " does not exist", index, count);
    const Elf64_Sym sym = sfr_elf_get_sym(elf, r->symtab.sh_offset + index * sizeof sym);
    symbol_name(r, &sym, name);
    uint32_t section = sym.st_shndx;
    if (section == SHN_UNDEF)
        return refuse(r, x, "symbol %" PRIu64 " (%s) is not defined in this file", index, name);
    if (section == SHN_XINDEX) {
        if (index >= r->extended_count)
            return refuse(r, x, "symbol %" PRIu64 " (%s) has no entry in a SHT_SYMTAB_SHNDX section", index, name);
        section = sfr_elf_get_word(elf, r->extended_offset + index * sizeof section);
    } else if (section >= SHN_LORESERVE) {
        return refuse(r, x, "symbol %" PRIu64 " (%s) is in no section (0x%x)", index, name, section);
    }
    const struct sfr_elf_place *place = find_place(elf, section);
    if (!place)
        return refuse(r, x, "symbol %" PRIu64 " (%s) is in section %u, which is not loaded", index, name, section);
    const uint64_t offset = sym.st_value + (uint64_t)x->rela.r_addend;
    if (offset > place->size)
        return refuse(r, x,
                      "symbol %" PRIu64 " (%s) and addend lead to 0x%" PRIx64 " of section %u, which has 0x%" PRIx64
                      " bytes",
                      index, name, offset, section, place->size);
    *addr = place->addr + offset;
    return SFR_ELF_OK;
}

static void store(uint8_t *at, uint64_t value, unsigned width, bool big)
{
    for (unsigned i = 0; i < width; i++)
        at[i] = (uint8_t)(value >> 8 * (big ? width - 1 - i : i));
}

static enum sfr_elf_fault apply(struct relocations *r, const struct relocation *x)
{
    struct sfr_elf *elf = r->elf;
    const struct sfr_section *s = &r->fields;
    uint64_t target = 0;
    enum sfr_elf_fault fault = check_field(r, x);
    if (!fault)
        fault = target_address(r, x, &target);
    if (fault)
        return fault;
    uint64_t value = target - (elf->addr + x->rela.r_offset);
    /* AMBIGUITY AMB-011: before the flag existed, the relocation makes the field relative to
       itself, but readers take it as relative to the section. */
    if (r->has_fields && s->hdr.sfp_version < 3 && (s->hdr.sfp_flags & SFR_F_FDE_FUNC_START_PCREL) == 0)
        value += x->rela.r_offset;
    if (x->width == 4 && value + UINT64_C(0x80000000) > UINT32_MAX)
        return refuse(r, x, "the distance 0x%" PRIx64 " to the function does not fit into 4 bytes", value);
    store(elf->copy + x->rela.r_offset, value, x->width, elf->big);
    elf->num_relocations++;
    return SFR_ELF_OK;
}

static enum sfr_elf_fault apply_all(struct relocations *r)
{
    for (uint64_t i = 0; i < r->count; i++) {
        struct relocation x = { .index = i, .offset = r->offset + i * sizeof x.rela };
        x.rela = sfr_elf_get_rela(r->elf, x.offset);
        const uint32_t type = (uint32_t)ELF64_R_TYPE(x.rela.r_info);
        if (type == R_X86_64_NONE) /* 0 for all three machines */
            continue;
        x.width = field_width(r->elf->machine, type);
        if (x.width == 0)
            return refuse(r, &x, "its type %u is not a PC-relative one of 4 or 8 bytes for machine %u", type,
                          r->elf->machine);
        const enum sfr_elf_fault fault = apply(r, &x);
        if (fault)
            return fault;
    }
    return SFR_ELF_OK;
}

/* Without its relocation a start field does not locate its function. */
static enum sfr_elf_fault check_all_done(const struct relocations *r)
{
    const struct sfr_elf *elf = r->elf;
    for (uint32_t i = 0; r->has_fields && i < r->fields.hdr.sfh_num_fdes; i++)
        if (!(r->done[i / 8] & 1u << (i % 8)))
            return sfr_elf_fail(r->error, SFR_ELF_BAD_RELOCATION, elf->shdr.index, elf->shdr.offset,
                                "function %u of the SFrame section has no relocation", i);
    return SFR_ELF_OK;
}

/* Reads from the section itself which bytes are start fields. A section that cannot be opened has
   none: then all relocations are applied, and the reader reports what is wrong. */
static enum sfr_elf_fault find_fields(struct relocations *r)
{
    struct sfr_elf *elf = r->elf;
    r->has_fields = sfr_open(&r->fields, elf->copy, elf->size, elf->addr, SFR_PROFILE_AUTO, NULL) == 0;
    if (!r->has_fields)
        return SFR_ELF_OK;
    r->done = calloc((size_t)r->fields.hdr.sfh_num_fdes / 8 + 1, 1);
    if (!r->done)
        return sfr_elf_fail(r->error, SFR_ELF_NO_MEMORY, 0, SFR_ELF_NO_OFFSET,
                            "no memory for the relocations of %u functions", r->fields.hdr.sfh_num_fdes);
    return SFR_ELF_OK;
}

static enum sfr_elf_fault relocate_copy(struct relocations *r)
{
    Elf64_Shdr found = { 0 };
    enum sfr_elf_fault fault = find_relocations(r, &found);
    if (!fault)
        fault = find_fields(r);
    if (!fault && r->section != 0) {
        fault = check_relocations(r, &found);
        if (!fault)
            fault = find_symbols(r, found.sh_link);
        if (!fault)
            fault = apply_all(r);
    }
    if (!fault)
        fault = check_all_done(r);
    free(r->done);
    return fault;
}

enum sfr_elf_fault sfr_elf_relocate(struct sfr_elf *elf, struct sfr_elf_error *error)
{
    struct relocations r = { .elf = elf, .error = error };
    const enum sfr_elf_fault fault = lay_out(elf, error);
    if (fault)
        return fault;
    elf->copy = malloc(elf->size);
    if (!elf->copy)
        return sfr_elf_fail(error, SFR_ELF_NO_MEMORY, 0, SFR_ELF_NO_OFFSET, "no memory for a copy of %zu bytes",
                            elf->size);
    memcpy(elf->copy, elf->data, elf->size);
    elf->data = elf->copy;
    elf->addr = find_place(elf, elf->shdr.index)->addr;
    return relocate_copy(&r);
}
