/* SPDX-License-Identifier: MIT */
/* Finds the SFrame data of an ELF file by section name, section type or segment. */
#include "elf_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfr.h"

#define SECTION_NAME ".sframe"

static const char *const route_names[] = { "auto", "name", "type", "segment" };

const char *sfr_elf_route_name(enum sfr_elf_route route)
{
    return (size_t)route < sizeof route_names / sizeof route_names[0] ? route_names[route] : NULL;
}

bool sfr_elf_route_from_name(const char *name, enum sfr_elf_route *out)
{
    for (size_t i = 0; i < sizeof route_names / sizeof route_names[0]; i++) {
        if (strcmp(name, route_names[i]) == 0) {
            *out = (enum sfr_elf_route)i;
            return true;
        }
    }
    return false;
}

static unsigned expected_abi(uint16_t machine, bool big)
{
    if (machine == EM_AARCH64)
        return big ? SFR_ABI_AARCH64_ENDIAN_BIG : SFR_ABI_AARCH64_ENDIAN_LITTLE;
    if (machine == EM_X86_64 && !big)
        return SFR_ABI_AMD64_ENDIAN_LITTLE;
    if (machine == EM_S390 && big)
        return SFR_ABI_S390X_ENDIAN_BIG;
    return 0;
}

/* The candidates of one route: how many, the numbers of the first two for the message, and the one
   that the caller picked. */
struct candidates {
    uint32_t count, first, second, picked;
};

static void add_candidate(struct candidates *c, uint32_t index, uint32_t nth)
{
    if (c->count == 0)
        c->first = index;
    else if (c->count == 1)
        c->second = index;
    if (c->count == (nth == SFR_ELF_ONLY ? 0 : nth))
        c->picked = index;
    c->count++;
}

struct survey {
    struct candidates named, typed, segments;
};

static enum sfr_elf_fault survey_sections(const struct sfr_elf *elf, uint32_t nth, struct survey *s,
                                          struct sfr_elf_error *error)
{
    for (uint32_t i = 1; i < elf->tables.num_sections; i++) {
        const Elf64_Shdr shdr = sfr_elf_get_shdr(elf, i);
        const char *name = sfr_elf_raw_name(elf, &shdr);
        if (!name)
            return sfr_elf_fail(error, SFR_ELF_DAMAGED, i, sfr_elf_shdr_at(elf, i),
                                "the name of section %u is at 0x%x of a table of 0x%" PRIx64 " bytes", i, shdr.sh_name,
                                elf->tables.names_size);
        if (strcmp(name, SECTION_NAME) == 0)
            add_candidate(&s->named, i, nth);
        if (shdr.sh_type == SFR_SHT_GNU_SFRAME)
            add_candidate(&s->typed, i, nth);
    }
    return SFR_ELF_OK;
}

static void survey_segments(const struct sfr_elf *elf, uint32_t nth, struct survey *s)
{
    for (uint32_t i = 0; i < elf->tables.num_segments; i++)
        if (sfr_elf_get_phdr(elf, i).p_type == SFR_PT_GNU_SFRAME)
            add_candidate(&s->segments, i, nth);
}

/* The name of a candidate of the route in a message. */
static const char *candidate_kind(enum sfr_elf_route route, bool one)
{
    switch (route) {
    case SFR_ELF_BY_NAME: return one ? "section named " SECTION_NAME : "sections named " SECTION_NAME;
    case SFR_ELF_BY_TYPE: return one ? "section of type SHT_GNU_SFRAME" : "sections of type SHT_GNU_SFRAME";
    case SFR_ELF_BY_SEGMENT: return one ? "segment of type PT_GNU_SFRAME" : "segments of type PT_GNU_SFRAME";
    case SFR_ELF_AUTO: break;
    }
    return "section named " SECTION_NAME " or of type SHT_GNU_SFRAME and no segment of type PT_GNU_SFRAME";
}

static enum sfr_elf_fault judge_candidates(const struct candidates *c, enum sfr_elf_route route, uint32_t nth,
                                           struct sfr_elf_error *error)
{
    if (c->count == 0)
        return sfr_elf_fail(error, SFR_ELF_NOT_FOUND, 0, SFR_ELF_NO_OFFSET, "there is no %s",
                            candidate_kind(route, true));
    if (nth != SFR_ELF_ONLY && nth >= c->count)
        return sfr_elf_fail(error, SFR_ELF_NOT_FOUND, 0, SFR_ELF_NO_OFFSET,
                            "there is no candidate %u: the file has %u %s, counted from 0", nth, c->count,
                            candidate_kind(route, c->count == 1));
    if (nth == SFR_ELF_ONLY && c->count > 1)
        return sfr_elf_fail(error, SFR_ELF_SEVERAL, route == SFR_ELF_BY_SEGMENT ? 0 : c->first, SFR_ELF_NO_OFFSET,
                            "there are %u %s (numbers %u, %u%s): pick one, 0 to %u", c->count,
                            candidate_kind(route, false), c->first, c->second, c->count > 2 ? ", ..." : "",
                            c->count - 1);
    return SFR_ELF_OK;
}

static struct sfr_elf_phdr read_segment(const struct sfr_elf *elf, uint32_t index)
{
    const Elf64_Phdr p = sfr_elf_get_phdr(elf, index);
    return (struct sfr_elf_phdr){ .index = index,
                                  .flags = p.p_flags,
                                  .offset = p.p_offset,
                                  .vaddr = p.p_vaddr,
                                  .filesz = p.p_filesz,
                                  .memsz = p.p_memsz,
                                  .align = p.p_align };
}

static enum sfr_elf_fault take_segment(struct sfr_elf *elf, struct sfr_elf_error *error)
{
    const struct sfr_elf_phdr *p = &elf->phdr;
    if (p->filesz == 0)
        return sfr_elf_fail(error, SFR_ELF_NO_DATA, 0, sfr_elf_phdr_at(elf, p->index),
                            "segment %u (PT_GNU_SFRAME) is empty", p->index);
    if (!sfr_elf_inside(&elf->tables, p->offset, p->filesz))
        return sfr_elf_fail(error, SFR_ELF_DAMAGED, 0, sfr_elf_phdr_at(elf, p->index),
                            "segment %u (PT_GNU_SFRAME), 0x%" PRIx64 " bytes at offset 0x%" PRIx64
                            ", does not fit into the file of %zu bytes",
                            p->index, p->filesz, p->offset, elf->tables.size);
    elf->data = elf->tables.image + p->offset;
    elf->size = (size_t)p->filesz;
    elf->addr = p->vaddr;
    return SFR_ELF_OK;
}

static enum sfr_elf_fault take_section(struct sfr_elf *elf, uint32_t index, struct sfr_elf_error *error)
{
    const Elf64_Shdr s = sfr_elf_get_shdr(elf, index);
    char name[SFR_ELF_NAME_MAX];
    elf->shdr = (struct sfr_elf_shdr){ .index = index,
                                       .type = s.sh_type,
                                       .flags = s.sh_flags,
                                       .addr = s.sh_addr,
                                       .offset = s.sh_offset,
                                       .size = s.sh_size,
                                       .align = s.sh_addralign,
                                       .entsize = s.sh_entsize };
    sfr_elf_section_name(elf, index, name);
    if (s.sh_type == SHT_NOBITS)
        return sfr_elf_fail(error, SFR_ELF_NO_DATA, index, sfr_elf_shdr_at(elf, index),
                            "section %u (%s) has no bytes in this file (SHT_NOBITS): use the program, not its "
                            "debug file",
                            index, name);
    if ((s.sh_flags & SHF_COMPRESSED) != 0)
        return sfr_elf_fail(error, SFR_ELF_NO_DATA, index, sfr_elf_shdr_at(elf, index),
                            "section %u (%s) is compressed (SHF_COMPRESSED), but loaded data cannot be", index, name);
    if (s.sh_size == 0)
        return sfr_elf_fail(error, SFR_ELF_NO_DATA, index, sfr_elf_shdr_at(elf, index), "section %u (%s) is empty",
                            index, name);
    const enum sfr_elf_fault fault = sfr_elf_check_bytes(elf, index, &s, name, error);
    if (fault)
        return fault;
    elf->data = elf->tables.image + s.sh_offset;
    elf->size = (size_t)s.sh_size;
    elf->addr = s.sh_addr;
    return elf->type == ET_REL ? sfr_elf_relocate(elf, error) : SFR_ELF_OK;
}

static enum sfr_elf_route choose_route(const struct survey *s)
{
    if (s->named.count)
        return SFR_ELF_BY_NAME;
    if (s->typed.count)
        return SFR_ELF_BY_TYPE;
    return s->segments.count ? SFR_ELF_BY_SEGMENT : SFR_ELF_AUTO;
}

static enum sfr_elf_fault find(struct sfr_elf *elf, enum sfr_elf_route route, uint32_t nth, struct sfr_elf_error *error)
{
    struct survey s = { 0 };
    enum sfr_elf_fault fault = survey_sections(elf, nth, &s, error);
    if (fault)
        return fault;
    survey_segments(elf, nth, &s);
    if (route == SFR_ELF_AUTO)
        route = choose_route(&s);
    const struct candidates *c = route == SFR_ELF_BY_NAME   ? &s.named
                                 : route == SFR_ELF_BY_TYPE ? &s.typed
                                                            : &s.segments;
    elf->route = route;
    elf->num_named = s.named.count;
    elf->num_typed = s.typed.count;
    elf->num_segments = s.segments.count;
    fault = judge_candidates(c, route, nth, error);
    if (fault)
        return fault;
    if (s.segments.count)
        elf->phdr = read_segment(elf, route == SFR_ELF_BY_SEGMENT ? c->picked : s.segments.first);
    return route == SFR_ELF_BY_SEGMENT ? take_segment(elf, error) : take_section(elf, c->picked, error);
}

enum sfr_elf_fault sfr_elf_open(struct sfr_elf *elf, const void *image, size_t size, enum sfr_elf_route route,
                                uint32_t nth, struct sfr_elf_error *error)
{
    memset(elf, 0, sizeof *elf);
    if (error)
        memset(error, 0, sizeof *error);
    enum sfr_elf_fault fault = sfr_elf_read_tables(elf, image, size, route != SFR_ELF_BY_SEGMENT,
                                                   route == SFR_ELF_AUTO || route == SFR_ELF_BY_SEGMENT, error);
    elf->abi = expected_abi(elf->machine, elf->big);
    if (!fault)
        fault = find(elf, route, nth, error);
    if (fault)
        sfr_elf_close(elf);
    return fault;
}

void sfr_elf_close(struct sfr_elf *elf)
{
    free(elf->copy);
    free(elf->places);
    memset(elf, 0, sizeof *elf);
}
