/* SPDX-License-Identifier: MIT */
/* Sections, segments and function names of an ELF file whose tables have been checked to lie inside it. */
#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfi_bytes.h"
#include "elf_search.h"
#include "producer_elf.h"

/* Many symbols may share a name that is as long as the file: only this much of a name is used. */
enum { SHDR_SIZE = 64, PHDR_SIZE = 56, SYM_SIZE = 24, MAX_NAME = 100 };

/* The bytes at `offset` of the file; none if the file ends before their end. */
static struct sfc_cfi_bytes bytes_at(const struct sfr_elf *elf, uint64_t offset, uint64_t size)
{
    const struct sfr_elf_tables *t = &elf->tables;
    const bool inside = offset <= t->size && size <= t->size - offset;
    const uint8_t *at = t->image + (inside ? offset : 0);
    return (struct sfc_cfi_bytes){ at, at + (inside ? size : 0), elf->big, false };
}

static uint32_t word(struct sfc_cfi_bytes *b)
{
    return (uint32_t)sfc_cfi_fixed(b, 4);
}

/* ---- Tables ---- */

static void read_section(struct sfc_image *image, uint32_t index)
{
    struct sfc_image_section *s = &image->sections[index];
    struct sfc_cfi_bytes b = bytes_at(image->elf, image->elf->tables.shoff + (uint64_t)index * SHDR_SIZE, SHDR_SIZE);
    s->index = index;
    word(&b);
    s->type = word(&b);
    s->flags = sfc_cfi_fixed(&b, 8);
    s->addr = sfc_cfi_fixed(&b, 8);
    s->offset = sfc_cfi_fixed(&b, 8);
    s->size = sfc_cfi_fixed(&b, 8);
    s->link = word(&b);
    s->info = word(&b);
    sfc_cfi_fixed(&b, 8);
    s->entsize = sfc_cfi_fixed(&b, 8);
    sfr_elf_section_name(image->elf, index, s->name);
}

/* The layout of a relocatable object is in the order of its sections. */
static void take_places(struct sfc_image *image)
{
    for (uint32_t i = 0; i < image->elf->num_places; i++)
        if (image->elf->places[i].section < image->num_sections)
            image->sections[image->elf->places[i].section].addr = image->elf->places[i].addr;
}

static int compare_sections(const void *a, const void *b)
{
    const struct sfc_image_section *x = a, *y = b;
    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static void read_sections(struct sfc_image *image)
{
    image->num_sections = image->elf->tables.num_sections;
    image->sections = sfc_alloc((size_t)image->num_sections + 1, sizeof image->sections[0]);
    for (uint32_t i = 0; i < image->num_sections; i++)
        read_section(image, i);
    take_places(image);
}

static void read_segments(struct sfc_image *image)
{
    image->num_segments = image->elf->tables.num_segments;
    image->segments = sfc_alloc((size_t)image->num_segments + 1, sizeof image->segments[0]);
    for (uint32_t i = 0; i < image->num_segments; i++) {
        struct sfc_image_segment *s = &image->segments[i];
        struct sfc_cfi_bytes b = bytes_at(image->elf, image->elf->tables.phoff + (uint64_t)i * PHDR_SIZE, PHDR_SIZE);
        s->type = word(&b);
        s->flags = word(&b);
        s->offset = sfc_cfi_fixed(&b, 8);
        s->vaddr = sfc_cfi_fixed(&b, 8);
        sfc_cfi_fixed(&b, 8);
        s->filesz = sfc_cfi_fixed(&b, 8);
        s->memsz = sfc_cfi_fixed(&b, 8);
    }
}

/* Sections of code, or without any the segments, in the order of their addresses: each of many functions is looked up
   in them. */
static void find_code_ranges(struct sfc_image *image)
{
    image->code = sfc_alloc((size_t)image->num_sections + image->num_segments + 1, sizeof image->code[0]);
    for (uint32_t i = 1; i < image->num_sections; i++)
        if ((image->sections[i].flags & (SHF_ALLOC | SHF_EXECINSTR)) == (SHF_ALLOC | SHF_EXECINSTR))
            image->code[image->num_code++] = image->sections[i];
    for (uint32_t i = 0, none = image->num_code == 0; none && i < image->num_segments; i++) {
        const struct sfc_image_segment *s = &image->segments[i];
        if (s->type == PT_LOAD && (s->flags & PF_X))
            image->code[image->num_code++] =
                (struct sfc_image_section){ .index = i, .addr = s->vaddr, .size = s->memsz };
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

static void add_symbol(struct sfc_image *image, struct sfc_cfi_bytes b, const struct sfc_cfi_bytes *names)
{
    const uint32_t name = word(&b);
    const unsigned type = (unsigned)sfc_cfi_fixed(&b, 1) & 0xf;
    sfc_cfi_fixed(&b, 1);
    const uint32_t section = (uint32_t)sfc_cfi_fixed(&b, 2);
    const uint64_t value = sfc_cfi_fixed(&b, 8), size = sfc_cfi_fixed(&b, 8);
    const bool relative = image->elf->type == ET_REL;
    if ((type != STT_FUNC && type != STT_GNU_IFUNC) || section == SHN_UNDEF || name == 0
        || name >= (size_t)(names->end - names->at) || (relative && section >= image->num_sections))
        return;
    const char *text = (const char *)names->at + name;
    const size_t room = (size_t)(names->end - names->at) - name;
    if (room < MAX_NAME && !memchr(text, 0, room))
        return;
    image->symbols[image->num_symbols++] =
        (struct sfc_image_symbol){ value + (relative ? image->sections[section].addr : 0), size, text };
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

static void read_symbols(struct sfc_image *image, const struct sfc_image_section *table)
{
    if (table->link >= image->num_sections)
        return;
    const struct sfc_image_section *strings = &image->sections[table->link];
    const struct sfc_cfi_bytes names = bytes_at(image->elf, strings->offset, strings->size);
    struct sfc_cfi_bytes all = bytes_at(image->elf, table->offset, table->size);
    const size_t count = (size_t)(all.end - all.at) / SYM_SIZE;
    image->symbols = sfc_alloc(count + 1, sizeof image->symbols[0]);
    for (size_t i = 0; i < count; i++)
        add_symbol(image, (struct sfc_cfi_bytes){ all.at + i * SYM_SIZE, all.at + (i + 1) * SYM_SIZE, all.big, false },
                   &names);
    if (image->num_symbols > 1)
        qsort(image->symbols, image->num_symbols, sizeof image->symbols[0], compare_symbols);
    keep_one_name(image);
}

static const struct sfc_image_section *find_type(const struct sfc_image *image, uint32_t type)
{
    for (uint32_t i = 1; i < image->num_sections; i++)
        if (image->sections[i].type == type)
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
        if (image->segments[i].type == PT_DYNAMIC || image->segments[i].type == PT_INTERP)
            return false;
    if (!table || find_type(image, SHT_DYNAMIC))
        return false;
    struct sfc_cfi_bytes all = bytes_at(image->elf, table->offset, table->size);
    while ((size_t)(all.end - all.at) >= SYM_SIZE) {
        word(&all);
        const unsigned type = (unsigned)sfc_cfi_fixed(&all, 1) & 0xf;
        sfc_cfi_fixed(&all, 1);
        const bool defined = sfc_cfi_fixed(&all, 2) != SHN_UNDEF;
        const uint64_t value = sfc_cfi_fixed(&all, 8);
        sfc_cfi_fixed(&all, 8);
        const bool counts = defined && (type == STT_NOTYPE || type == STT_OBJECT);
        at_start = at_start || (counts && value == start);
        at_end = at_end || (counts && value == end);
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
    const size_t upto = sfr_elf_upto(&image->code[0].addr, image->num_code, sizeof image->code[0], addr);
    return upto > 0 ? &image->code[upto - 1] : NULL;
}

bool sfc_image_is_code(const struct sfc_image *image, uint64_t start, uint64_t end)
{
    const struct sfc_image_section *s = find_code(image, start);
    return s && in_range(start, end, s->addr, s->size);
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
    else if (section && section->name[0] && addr - section->addr < section->size)
        format_name(name, section->name, addr - section->addr);
    else
        snprintf(name, SFC_IMAGE_NAME_MAX, "0x%" PRIx64, addr);
}
