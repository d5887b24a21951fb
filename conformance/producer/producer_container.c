/* SPDX-License-Identifier: MIT */
/* The rules for the ELF file around SFrame data. */
#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "producer.h"

#define VIOLATION(p, clause, ...) sfc_producer_complain(p, "container", false, clause, __VA_ARGS__)
#define DOUBT(p, clause, ...) sfc_producer_complain(p, "container", true, clause, __VA_ARGS__)

static bool is_linked(const struct sfr_elf *elf)
{
    return elf->type != ET_REL;
}

/* AMB-110: before errata 1 the type is SHT_PROGBITS; SHT_GNU_SFRAME is accepted too. */
static void judge_type(struct sfc_producer *p, const struct sfr_elf *elf)
{
    const bool early = p->profile == SFR_PROFILE_V1 || p->profile == SFR_PROFILE_V2;
    const uint32_t type = elf->shdr.type;
    if (type == SFR_SHT_GNU_SFRAME || (early && type == SHT_PROGBITS))
        return;
    VIOLATION(p, "ELF-03", "section %" PRIu32 " has type 0x%" PRIx32 ", not SHT_GNU_SFRAME (0x%" PRIx32 ")",
              elf->shdr.index, type, SFR_SHT_GNU_SFRAME);
}

/* AMB-116: the flag SHF_ALLOC is required, the rest is common practice. */
static void judge_section(struct sfc_producer *p, const struct sfr_elf *elf)
{
    const struct sfr_elf_shdr *s = &elf->shdr;
    char name[SFR_ELF_NAME_MAX];
    sfr_elf_section_name(elf, s->index, name);
    if (strcmp(name, ".sframe") != 0)
        VIOLATION(p, "ELF-01", "section %" PRIu32 " is named \"%s\", not .sframe", s->index, name);
    judge_type(p, elf);
    if (!(s->flags & SHF_ALLOC))
        VIOLATION(p, "ELF-05", "section %" PRIu32 " lacks the flag SHF_ALLOC", s->index);
    if (s->flags & (SHF_WRITE | SHF_EXECINSTR | SHF_MERGE | SHF_STRINGS | SHF_TLS))
        DOUBT(p, "AMB-116", "section %" PRIu32 " has flags 0x%" PRIx64 " that read-only data do not have", s->index,
              s->flags);
    if (s->align != 8)
        DOUBT(p, "AMB-116", "section %" PRIu32 " is aligned to %" PRIu64 ", not to 8", s->index, s->align);
    if (s->align > 1 && s->addr % s->align != 0)
        VIOLATION(p, "ELF-01",
                  "section %" PRIu32 " lies at 0x%" PRIx64 ", which is not a multiple of its alignment %" PRIu64,
                  s->index, s->addr, s->align);
    if (s->entsize != 0)
        DOUBT(p, "AMB-116", "section %" PRIu32 " has an entry size of %" PRIu64 ", but its entries have no fixed size",
              s->index, s->entsize);
}

/* Loaded data are inside a PT_LOAD, and at its file offset for their address. */
static bool is_loaded(const struct sfc_image *image, uint64_t addr, uint64_t offset, uint64_t size)
{
    for (uint32_t i = 0; i < image->num_segments; i++) {
        const Elf64_Phdr *s = &image->segments[i];
        if (s->p_type == PT_LOAD && addr >= s->p_vaddr && addr - s->p_vaddr <= s->p_filesz
            && size <= s->p_filesz - (addr - s->p_vaddr) && addr - s->p_vaddr == offset - s->p_offset)
            return true;
    }
    return false;
}

/* AMB-112: linkers make the segment larger than the section. That is harmless if the additional
   bytes are zeros. */
static void judge_tail(struct sfc_producer *p, const struct sfr_elf *elf)
{
    const struct sfr_elf_phdr *h = &elf->phdr;
    const struct sfr_elf_shdr *s = &elf->shdr;
    const size_t size = elf->tables.size;
    if (h->offset != s->offset || h->filesz <= s->size || h->offset > size || h->filesz > size - h->offset)
        return;
    const uint8_t *segment = elf->tables.image + h->offset;
    for (uint64_t i = s->size; i < h->filesz; i++) {
        if (segment[i] == 0)
            continue;
        DOUBT(p, "AMB-112", "PT_GNU_SFRAME ends 0x%" PRIx64 " bytes after the section, and they are not all zero",
              h->filesz - s->size);
        return;
    }
}

static void judge_segment(struct sfc_producer *p, const struct sfr_elf *elf)
{
    const struct sfr_elf_phdr *h = &elf->phdr;
    const struct sfr_elf_shdr *s = &elf->shdr;
    if (elf->num_segments == 0 && p->is_image)
        return;
    if (elf->num_segments == 0) {
        VIOLATION(p, "ELF-02", "there is no segment of type PT_GNU_SFRAME");
        return;
    }
    if (elf->num_segments > 1)
        VIOLATION(p, "ELF-02", "there are %" PRIu32 " segments of type PT_GNU_SFRAME", elf->num_segments);
    if (s->index != 0 && (h->vaddr != s->addr || h->offset != s->offset || h->filesz < s->size))
        VIOLATION(p, "ELF-02",
                  "PT_GNU_SFRAME is 0x%" PRIx64 "+0x%" PRIx64 " and the section 0x%" PRIx64 "+0x%" PRIx64
                  ": they must have the same data (AMB-111)",
                  h->vaddr, h->filesz, s->addr, s->size);
    if (s->index != 0)
        judge_tail(p, elf);
    if (h->memsz != h->filesz)
        VIOLATION(p, "ELF-02", "PT_GNU_SFRAME has 0x%" PRIx64 " bytes in the file and 0x%" PRIx64 " in memory",
                  h->filesz, h->memsz);
    if ((h->flags & PF_R) == 0 || (h->flags & (PF_W | PF_X)) != 0)
        DOUBT(p, "AMB-116", "PT_GNU_SFRAME has flags 0x%" PRIx32 ", not PF_R", h->flags);
}

static void judge_linked(struct sfc_producer *p, const struct sfr_elf *elf, const struct sfr_section *s)
{
    judge_segment(p, elf);
    const uint64_t offset = elf->shdr.index != 0 ? elf->shdr.offset : elf->phdr.offset;
    if (!is_loaded(&p->image, elf->addr, offset, elf->size))
        VIOLATION(p, "ELF-01", "the data at 0x%" PRIx64 " lie in no PT_LOAD segment", elf->addr);
    if (s && !(s->hdr.sfp_flags & SFR_F_FDE_SORTED) && s->hdr.sfh_num_fdes > 1)
        DOUBT(p, "ALL-FLG-01", "linked, but not marked as sorted: look-ups have to scan all functions");
}

static void judge_object(struct sfc_producer *p, const struct sfr_elf *elf, const struct sfr_section *s)
{
    if (!s)
        return;
    if (elf->num_relocations < s->hdr.sfh_num_fdes)
        sfc_producer_complain(p, "relocation", false, "",
                              "%" PRIu32 " start fields, but %" PRIu32 " relocations: the others name no function",
                              s->hdr.sfh_num_fdes, elf->num_relocations);
    if (s->hdr.sfp_flags & SFR_F_FDE_SORTED)
        sfc_producer_complain(p, "relocation", true, "AMB-026",
                              "marked as sorted, though the linker has not placed the functions yet");
}

/* The section of an ELF file's data; NULL if it could not be opened. */
static const struct sfr_section *section_of(const struct sfc_producer *p, const struct sfr_elf *elf)
{
    for (size_t i = 0; i < p->num_sections; i++)
        if (p->sections[i].data == elf->data)
            return &p->sections[i];
    return NULL;
}

static void judge_code(struct sfc_producer *p, const struct sfr_section *s)
{
    struct sfr_fde fde;
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        sfr_read_fde(s, i, &fde);
        const uint64_t end = fde.start + fde.sfde_func_size;
        if (end < fde.start || !sfc_image_is_code(&p->image, fde.start, end))
            VIOLATION(p, "ALL-LKP-01",
                      "function %" PRIu32 ", 0x%" PRIx64 "..0x%" PRIx64 ", lies outside of the file's code", i,
                      fde.start, end);
    }
}

static void judge_number(struct sfc_producer *p)
{
    const bool linked = is_linked(&p->elfs[0]);
    if (p->num_elfs > 1)
        sfc_producer_complain(p, "container", !linked, "AMB-113", "there are %zu sections with SFrame data",
                              p->num_elfs);
    else if (p->num_empty > 0)
        DOUBT(p, "AMB-113", "there are %zu sections for SFrame data, and %zu %s data", p->num_elfs + p->num_empty,
              p->num_empty, p->num_empty == 1 ? "has no" : "have no");
    for (size_t i = 1; i < p->num_sections; i++)
        if (p->sections[i].hdr.sfp_version != p->sections[0].hdr.sfp_version)
            sfc_producer_complain(p, "container", !linked, "AMB-114", "versions %u and %u in one file",
                                  p->sections[0].hdr.sfp_version, p->sections[i].hdr.sfp_version);
}

void sfc_producer_container(struct sfc_producer *p)
{
    judge_number(p);
    for (size_t i = 0; i < p->num_elfs; i++) {
        const struct sfr_elf *elf = &p->elfs[i];
        const struct sfr_section *s = section_of(p, elf);
        if (elf->shdr.index != 0)
            judge_section(p, elf);
        if (is_linked(elf))
            judge_linked(p, elf, s);
        else
            judge_object(p, elf, s);
        if (s && s->hdr.sfh_abi_arch != p->abi) {
            const char *name = sfr_abi_name(s->hdr.sfh_abi_arch);
            VIOLATION(p, "ALL-ABI-03", "the section has the ABI %u (%s), the file %s", s->hdr.sfh_abi_arch,
                      name ? name : "unknown", sfr_abi_name(p->abi));
        } else if (s) {
            judge_code(p, s);
        }
    }
}
