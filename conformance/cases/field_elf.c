/* SPDX-License-Identifier: MIT */
/* The fields of an ELF file with a section, whatever is wrong with it. libelf would refuse what is
   damaged, and it is not always there. */
#include <elf.h>
#include <string.h>

#include "field_walk.h"
#include "sfr_elf.h"

/* Tables of a true file do not overlap: together they are no longer than it. */
enum { MOST_TIMES = 4 };

/* A field of a structure. The last one of a list has no name. */
struct member {
    const char *name;
    unsigned at, width;
};

static const struct member ehdr[] = {
    { "ehdr.class", 4, 1 },
    { "ehdr.data", 5, 1 },
    { "ehdr.ident_version", 6, 1 },
    { "ehdr.type", 16, 2 },
    { "ehdr.machine", 18, 2 },
    { "ehdr.version", 20, 4 },
    { "ehdr.entry", 24, 8 },
    { "ehdr.phoff", 32, 8 },
    { "ehdr.shoff", 40, 8 },
    { "ehdr.flags", 48, 4 },
    { "ehdr.ehsize", 52, 2 },
    { "ehdr.phentsize", 54, 2 },
    { "ehdr.phnum", 56, 2 },
    { "ehdr.shentsize", 58, 2 },
    { "ehdr.shnum", 60, 2 },
    { "ehdr.shstrndx", 62, 2 },
    { 0 },
};
static const struct member phdr[] = {
    { "phdr[].type", 0, 4 },   { "phdr[].flags", 4, 4 },  { "phdr[].offset", 8, 8 },
    { "phdr[].vaddr", 16, 8 }, { "phdr[].paddr", 24, 8 }, { "phdr[].filesz", 32, 8 },
    { "phdr[].memsz", 40, 8 }, { "phdr[].align", 48, 8 }, { 0 },
};
static const struct member shdr[] = {
    { "shdr[].name", 0, 4 },
    { "shdr[].type", 4, 4 },
    { "shdr[].flags", 8, 8 },
    { "shdr[].addr", 16, 8 },
    { "shdr[].offset", 24, 8 },
    { "shdr[].size", 32, 8 },
    { "shdr[].link", 40, 4 },
    { "shdr[].info", 44, 4 },
    { "shdr[].align", 48, 8 },
    { "shdr[].entsize", 56, 8 },
    { 0 },
};
static const struct member rela[] = {
    { "rela[][].offset", 0, 8 }, { "rela[][].info", 8, 8 }, { "rela[][].addend", 16, 8 }, { 0 }
};
static const struct member sym[] = {
    { "sym[].name", 0, 4 },
    { "sym[].info", 4, 1 },
    { "sym[].other", 5, 1 },
    { "sym[].section", 6, 2 },
    { "sym[].value", 8, 8 },
    { "sym[].size", 16, 8 },
    { 0 },
};
static const struct member shndx[] = { { "shndx[]", 0, 4 }, { 0 } };

struct elf {
    struct sfc_walk w;
    bool is_named; /* the map has the same byte order, so that fields outside the section can be shown */
    uint64_t phoff, shoff, phnum, shnum, shstrndx;
};

/* A part of the file. */
struct extent {
    uint64_t offset, size;
};

static void add_members(struct elf *e, const struct member *members, uint64_t at, uint32_t i, uint32_t j)
{
    for (; e->is_named && members->name; members++)
        sfc_walk_number(&e->w, (struct sfc_place){ members->name, at + members->at, { i, j } }, members->width);
}

/* An array of structures, as far as the file goes. */
static void add_table(struct elf *e, const struct member *members, struct extent table, unsigned width, uint32_t which,
                      bool has_two)
{
    for (uint64_t i = 0; i < table.size / width && table.offset < e->w.size; i++) {
        const uint64_t at = table.offset + i * width;
        if (at >= e->w.size)
            return;
        add_members(e, members, at, has_two ? which : (uint32_t)i, has_two ? (uint32_t)i : 0);
    }
}

static uint64_t shdr_value(const struct elf *e, uint64_t i, unsigned at, unsigned width)
{
    return sfc_walk_value(&e->w, e->shoff + i * sizeof(Elf64_Shdr) + at, width);
}

static struct extent extent_of(const struct elf *e, uint64_t i)
{
    return (struct extent){ shdr_value(e, i, 24, 8), shdr_value(e, i, 32, 8) };
}

bool sfc_is_elf(const uint8_t *bytes, size_t size)
{
    return size >= sizeof(Elf64_Ehdr) && memcmp(bytes, "\177ELF\2", 5) == 0;
}

static void read_header(struct elf *e)
{
    struct sfc_walk *w = &e->w;
    for (uint32_t i = 0; i < 4 && e->is_named; i++)
        sfc_walk_number(w, (struct sfc_place){ "ehdr.magic[]", i, { i } }, 1);
    add_members(e, ehdr, 0, 0, 0);
    e->phoff = sfc_walk_value(w, 32, 8);
    e->shoff = sfc_walk_value(w, 40, 8);
    e->phnum = sfc_walk_value(w, 56, 2);
    e->shnum = sfc_walk_value(w, 60, 2);
    e->shstrndx = sfc_walk_value(w, 62, 2);
    if (e->shoff == 0) {
        e->shnum = 0;
        return;
    }
    if (e->shnum == 0)
        e->shnum = shdr_value(e, 0, 32, 8);
    if (e->shstrndx == SHN_XINDEX)
        e->shstrndx = shdr_value(e, 0, 40, 4);
    const uint64_t room = e->shoff < w->size ? (w->size - e->shoff) / sizeof(Elf64_Shdr) : 0;
    e->shnum = e->shnum < room ? e->shnum : room;
}

/* The first section that is named .sframe, else the first of its type. */
static bool find_section(const struct elf *e, struct extent *found)
{
    static const char name[] = ".sframe";
    const struct extent names = extent_of(e, e->shstrndx);
    bool has_type = false;
    for (uint64_t i = 1; i < e->shnum; i++) {
        const uint64_t type = shdr_value(e, i, 4, 4), at = names.offset + shdr_value(e, i, 0, 4);
        if (type == SHT_NOBITS)
            continue;
        if (at < e->w.size && e->w.size - at >= sizeof name && memcmp(e->w.bytes + at, name, sizeof name) == 0) {
            *found = extent_of(e, i);
            return true;
        }
        if (type == SFR_SHT_GNU_SFRAME && !has_type) {
            has_type = true;
            *found = extent_of(e, i);
        }
    }
    return has_type;
}

static bool find_segment(const struct elf *e, struct extent *found)
{
    for (uint64_t i = 0; i < e->phnum; i++) {
        const uint64_t at = e->phoff + i * sizeof(Elf64_Phdr);
        if (sfc_walk_value(&e->w, at, 4) == SFR_PT_GNU_SFRAME) {
            *found = (struct extent){ sfc_walk_value(&e->w, at + 8, 8), sfc_walk_value(&e->w, at + 32, 8) };
            return true;
        }
    }
    return false;
}

/* How much of the extent is in the file. */
static uint64_t bytes_in_file(const struct elf *e, struct extent s)
{
    const uint64_t room = s.offset < e->w.size ? e->w.size - s.offset : 0;
    return s.size < room ? s.size : room;
}

/* Relocations, symbols, and the names of sections. Damaged headers may each claim the whole file: the
   tables end before the walk is much longer than the file. */
static void walk_contents(struct elf *e)
{
    const uint64_t most = (uint64_t)e->w.size * MOST_TIMES;
    uint64_t walked = 0;
    uint32_t num_relocated = 0;
    for (uint64_t i = 1; i < e->shnum && walked <= most; i++) {
        const struct extent s = extent_of(e, i);
        const uint64_t type = shdr_value(e, i, 4, 4);
        if (type == SHT_RELA || type == SHT_SYMTAB || type == SHT_SYMTAB_SHNDX)
            walked += bytes_in_file(e, s);
        switch (type) {
        case SHT_RELA: add_table(e, rela, s, sizeof(Elf64_Rela), num_relocated++, true); break;
        case SHT_SYMTAB: add_table(e, sym, s, sizeof(Elf64_Sym), 0, false); break;
        case SHT_SYMTAB_SHNDX: add_table(e, shndx, s, 4, 0, false); break;
        default: break;
        }
    }
    const struct extent names = extent_of(e, e->shstrndx);
    if (e->is_named && e->shnum > 0 && names.offset < e->w.size && names.size <= e->w.size - names.offset)
        sfc_walk_bytes(&e->w, "names[]", 0, names.offset, names.offset + names.size);
}

static void walk_inner(const struct elf *e, const struct sfc_walk *walk)
{
    struct extent found = { 0, 0 };
    if (!find_section(e, &found) && !find_segment(e, &found))
        return;
    if (found.offset > walk->size)
        return;
    const uint64_t room = walk->size - found.offset;
    struct sfc_walk inner = *walk;
    inner.start = (size_t)found.offset;
    inner.bytes += inner.start;
    inner.size = (size_t)(found.size < room ? found.size : room);
    walk->map->section_start = inner.start;
    walk->map->section_size = inner.size;
    sfc_walk_section(&inner);
}

void sfc_walk_elf(const struct sfc_walk *walk)
{
    struct elf e = { .w = *walk };
    e.w.big = walk->bytes[5] == 2;
    e.is_named = e.w.big == walk->big;
    read_header(&e);
    add_table(&e, phdr, (struct extent){ e.phoff, e.phnum * sizeof(Elf64_Phdr) }, sizeof(Elf64_Phdr), 0, false);
    add_table(&e, shdr, (struct extent){ e.shoff, e.shnum * sizeof(Elf64_Shdr) }, sizeof(Elf64_Shdr), 0, false);
    walk_contents(&e);
    walk_inner(&e, walk);
}
