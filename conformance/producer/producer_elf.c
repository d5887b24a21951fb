/* SPDX-License-Identifier: MIT */
/* Sections, segments and function names of an ELF file whose tables have been checked to lie inside it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf_file.h"
#include "elf_search.h"
#include "producer_elf.h"

/* Many symbols may share a name that is as long as the file: only this much of a name is used. */
enum { MAX_NAME = 100 };

/* ---- Tables ---- */

static int compare_sections(const void *a, const void *b)
{
    const struct sfc_image_section *x = a, *y = b;
    if (x->h.sh_addr != y->h.sh_addr)
        return x->h.sh_addr < y->h.sh_addr ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* The layout of a relocatable object gives its sections their addresses. */
static void read_sections(struct sfc_image *image)
{
    const struct sfr_elf *elf = image->elf;
    image->num_sections = elf->tables.num_sections;
    image->sections = sfc_alloc((size_t)image->num_sections + 1, sizeof image->sections[0]);
    for (uint32_t i = 0; i < image->num_sections; i++) {
        image->sections[i] = (struct sfc_image_section){ .index = i, .h = sfr_elf_get_shdr(elf, i) };
        sfr_elf_section_name(elf, i, image->sections[i].name);
    }
    for (uint32_t i = 0; i < elf->num_places; i++)
        if (elf->places[i].section < image->num_sections)
            image->sections[elf->places[i].section].h.sh_addr = elf->places[i].addr;
}

static void read_segments(struct sfc_image *image)
{
    image->num_segments = image->elf->tables.num_segments;
    image->segments = sfc_alloc((size_t)image->num_segments + 1, sizeof image->segments[0]);
    for (uint32_t i = 0; i < image->num_segments; i++)
        image->segments[i] = sfr_elf_get_phdr(image->elf, i);
}

/* Sections of code, or without any the segments, in the order of their addresses: each of many functions is looked up
   in them. */
static void find_code_ranges(struct sfc_image *image)
{
    image->code = sfc_alloc((size_t)image->num_sections + image->num_segments + 1, sizeof image->code[0]);
    for (uint32_t i = 1; i < image->num_sections; i++)
        if ((image->sections[i].h.sh_flags & (SHF_ALLOC | SHF_EXECINSTR)) == (SHF_ALLOC | SHF_EXECINSTR))
            image->code[image->num_code++] = image->sections[i];
    for (uint32_t i = 0, none = image->num_code == 0; none && i < image->num_segments; i++) {
        const Elf64_Phdr *s = &image->segments[i];
        if (s->p_type == PT_LOAD && (s->p_flags & PF_X))
            image->code[image->num_code++] =
                (struct sfc_image_section){ .index = i, .h = { .sh_addr = s->p_vaddr, .sh_size = s->p_memsz } };
    }
    if (image->num_code > 1)
        qsort(image->code, image->num_code, sizeof image->code[0], compare_sections);
}

/* ---- Symbols ---- */

static int compare_symbols(const void *a, const void *b)
{
    const struct sfc_image_symbol *x = a, *y = b;
    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    if (x->size != y->size)
        return x->size > y->size ? -1 : 1;
    return strncmp(x->name, y->name, MAX_NAME);
}

static void add_symbol(struct sfc_image *image, const Elf64_Sym *sym, const char *names, size_t names_size)
{
    const unsigned type = ELF64_ST_TYPE(sym->st_info);
    const bool relative = image->elf->type == ET_REL;
    if ((type != STT_FUNC && type != STT_GNU_IFUNC) || sym->st_shndx == SHN_UNDEF || sym->st_name == 0
        || sym->st_name >= names_size || (relative && sym->st_shndx >= image->num_sections))
        return;
    const char *text = names + sym->st_name;
    if (names_size - sym->st_name < MAX_NAME && !memchr(text, 0, names_size - sym->st_name))
        return;
    const uint64_t start = relative ? image->sections[sym->st_shndx].h.sh_addr : 0;
    image->symbols[image->num_symbols++] = (struct sfc_image_symbol){ start + sym->st_value, sym->st_size, text };
}

/* Keeps the first name of each address, which is that of the longest function. */
static void keep_one_name(struct sfc_image *image)
{
    size_t kept = 0;
    for (size_t i = 0; i < image->num_symbols; i++)
        if (kept == 0 || image->symbols[kept - 1].addr != image->symbols[i].addr)
            image->symbols[kept++] = image->symbols[i];
    image->num_symbols = kept;
}

/* How many symbols the table has; none if the file ends before its end. */
static size_t count_symbols(const struct sfc_image *image, const struct sfc_image_section *table)
{
    return sfr_elf_inside(&image->elf->tables, table->h.sh_offset, table->h.sh_size)
               ? (size_t)(table->h.sh_size / sizeof(Elf64_Sym))
               : 0;
}

static Elf64_Sym symbol_of(const struct sfc_image *image, const struct sfc_image_section *table, size_t index)
{
    return sfr_elf_get_sym(image->elf, table->h.sh_offset + index * sizeof(Elf64_Sym));
}

static void read_symbols(struct sfc_image *image, const struct sfc_image_section *table)
{
    const struct sfr_elf_tables *t = &image->elf->tables;
    if (table->h.sh_link >= image->num_sections)
        return;
    const Elf64_Shdr *names = &image->sections[table->h.sh_link].h;
    const size_t names_size = sfr_elf_inside(t, names->sh_offset, names->sh_size) ? (size_t)names->sh_size : 0;
    const size_t count = count_symbols(image, table);
    image->symbols = sfc_alloc(count + 1, sizeof image->symbols[0]);
    for (size_t i = 0; i < count; i++) {
        const Elf64_Sym sym = symbol_of(image, table, i);
        add_symbol(image, &sym, (const char *)t->image + (names_size > 0 ? names->sh_offset : 0), names_size);
    }
    if (image->num_symbols > 1)
        qsort(image->symbols, image->num_symbols, sizeof image->symbols[0], compare_symbols);
    keep_one_name(image);
}

static const struct sfc_image_section *find_type(const struct sfc_image *image, uint32_t type)
{
    for (uint32_t i = 1; i < image->num_sections; i++)
        if (image->sections[i].h.sh_type == type)
            return &image->sections[i];
    return NULL;
}

/* The symbol table; that of the dynamic linker is its part. */
static const struct sfc_image_section *symbol_table(const struct sfc_image *image)
{
    const struct sfc_image_section *table = find_type(image, SHT_SYMTAB);
    return table ? table : find_type(image, SHT_DYNSYM);
}

bool sfc_image_has_symbols_around(const struct sfc_image *image, uint64_t start, uint64_t end)
{
    const struct sfc_image_section *table = symbol_table(image);
    bool at_start = false, at_end = false;
    for (uint32_t i = 0; i < image->num_segments; i++)
        if (image->segments[i].p_type == PT_DYNAMIC || image->segments[i].p_type == PT_INTERP)
            return false;
    if (!table || find_type(image, SHT_DYNAMIC))
        return false;
    for (size_t i = 0, count = count_symbols(image, table); i < count; i++) {
        const Elf64_Sym sym = symbol_of(image, table, i);
        const unsigned type = ELF64_ST_TYPE(sym.st_info);
        const bool counts = sym.st_shndx != SHN_UNDEF && (type == STT_NOTYPE || type == STT_OBJECT);
        at_start = at_start || (counts && sym.st_value == start);
        at_end = at_end || (counts && sym.st_value == end);
    }
    return at_start && at_end;
}

void sfc_image_open(struct sfc_image *image, const struct sfr_elf *elf)
{
    *image = (struct sfc_image){ .elf = elf };
    read_sections(image);
    read_segments(image);
    find_code_ranges(image);
    const struct sfc_image_section *table = symbol_table(image);
    if (table)
        read_symbols(image, table);
}

void sfc_image_close(struct sfc_image *image)
{
    for (size_t i = 0; i < image->num_copies; i++)
        free(image->copies[i]);
    free(image->copies);
    free(image->sections);
    free(image->code);
    free(image->segments);
    free(image->symbols);
    *image = (struct sfc_image){ 0 };
}

/* ---- Questions ---- */

static bool in_range(uint64_t start, uint64_t end, uint64_t addr, uint64_t size)
{
    return start >= addr && start - addr <= size && end >= start && end - addr <= size;
}

/* The last range of code that begins at or before `addr`. */
static const struct sfc_image_section *find_code(const struct sfc_image *image, uint64_t addr)
{
    const size_t upto = sfr_elf_upto(&image->code[0].h.sh_addr, image->num_code, sizeof image->code[0], addr);
    return upto > 0 ? &image->code[upto - 1] : NULL;
}

bool sfc_image_is_code(const struct sfc_image *image, uint64_t start, uint64_t end)
{
    const struct sfc_image_section *s = find_code(image, start);
    return s && in_range(start, end, s->h.sh_addr, s->h.sh_size);
}

static const struct sfc_image_symbol *find_symbol(const struct sfc_image *image, uint64_t addr)
{
    if (image->num_symbols == 0)
        return NULL;
    const size_t upto = sfr_elf_upto(&image->symbols[0].addr, image->num_symbols, sizeof image->symbols[0], addr);
    if (upto == 0)
        return NULL;
    const struct sfc_image_symbol *s = &image->symbols[upto - 1];
    return addr == s->addr || addr - s->addr < s->size ? s : NULL;
}

static void format_name(char name[SFC_IMAGE_NAME_MAX], const char *base, uint64_t offset)
{
    if (offset)
        snprintf(name, SFC_IMAGE_NAME_MAX, "%.*s+0x%" PRIx64, MAX_NAME, base, offset);
    else
        snprintf(name, SFC_IMAGE_NAME_MAX, "%.*s", MAX_NAME, base);
    for (char *c = name; *c; c++)
        if (*c <= ' ' || *c > '~')
            *c = '?';
}

void sfc_image_name(const struct sfc_image *image, uint64_t addr, char name[SFC_IMAGE_NAME_MAX])
{
    const struct sfc_image_symbol *symbol = find_symbol(image, addr);
    const struct sfc_image_section *section = find_code(image, addr);
    if (symbol)
        format_name(name, symbol->name, addr - symbol->addr);
    else if (section && section->name[0] && addr - section->h.sh_addr < section->h.sh_size)
        format_name(name, section->name, addr - section->h.sh_addr);
    else
        snprintf(name, SFC_IMAGE_NAME_MAX, "0x%" PRIx64, addr);
}
