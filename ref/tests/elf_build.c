/* SPDX-License-Identifier: MIT */
/* Writes small ELF files byte by byte, in either byte order. */
#include "elf_build.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void put(uint8_t *at, uint64_t value, unsigned width, bool big)
{
    for (unsigned i = 0; i < width; i++)
        at[i] = (uint8_t)(value >> 8 * (big ? width - 1 - i : i));
}

/* Fields one after another. */
struct writer {
    uint8_t *at;
    bool big;
};

/* `widths` has a digit for each value. */
static void write_fields(struct writer *w, const char *widths, const uint64_t *values)
{
    for (; *widths; widths++, values++) {
        const unsigned width = (unsigned)(*widths - '0');
        put(w->at, *values, width, w->big);
        w->at += width;
    }
}
#define FIELDS(w, widths, ...) write_fields((w), (widths), (const uint64_t[]){ __VA_ARGS__ })

uint32_t build_add(struct build *b, struct build_section section)
{
    if (b->num_sections == BUILD_MAX_SECTIONS)
        abort();
    b->sections[b->num_sections++] = section;
    return b->num_sections;
}

static void write_ehdr(const struct build *b, const struct built *out, uint8_t *at, uint32_t num_sections)
{
    struct writer w = { at + EI_NIDENT, b->big };
    const bool sections = !b->no_sections;
    memcpy(at, ELFMAG, SELFMAG);
    at[EI_CLASS] = ELFCLASS64;
    at[EI_DATA] = b->big ? ELFDATA2MSB : ELFDATA2LSB;
    at[EI_VERSION] = EV_CURRENT;
    FIELDS(&w, "224888422", b->type, b->machine, EV_CURRENT, 0, out->phoff, out->shoff, 0, EHDR_SIZE, PHDR_SIZE);
    FIELDS(&w, "2222", b->extended ? PN_XNUM : b->num_segments, SHDR_SIZE, b->extended || !sections ? 0 : num_sections,
           b->extended ? SHN_XINDEX
           : sections  ? num_sections - 1
                       : 0);
}

static void write_shdr(struct built *out, uint32_t index, uint32_t name, const struct build_section *s, bool big)
{
    struct writer w = { out->bytes + out->shoff + index * SHDR_SIZE, big };
    FIELDS(&w, "4488884488", name, s->type, s->flags, s->addr, out->offset[index], s->size, s->link, s->info, s->align,
           s->entsize);
}

static void write_phdr(const struct build *b, struct built *out, uint32_t index)
{
    const struct build_segment *p = &b->segments[index];
    const struct build_section *s = &b->sections[p->section - 1];
    struct writer w = { out->bytes + out->phoff + index * PHDR_SIZE, b->big };
    FIELDS(&w, "44888888", p->type, PF_R, out->offset[p->section], s->addr, s->addr, s->size + p->extra,
           s->size + p->extra, 8);
}

/* 64 zero bytes follow each section, so that a segment may be longer than its section. */
static void place_bytes(const struct build *b, struct built *out)
{
    size_t at = EHDR_SIZE + b->num_segments * PHDR_SIZE;
    for (uint32_t i = 0; i < b->num_sections; i++) {
        const struct build_section *s = &b->sections[i];
        out->offset[i + 1] = at;
        if (s->data) {
            memcpy(out->bytes + at, s->data, s->size);
            at = (at + s->size + 64 + 7) & ~(size_t)7;
        }
    }
    out->size = at;
}

void build_file(const struct build *b, struct built *out)
{
    struct build_section names = { .name = ".shstrtab", .type = SHT_STRTAB, .align = 1 };
    struct build_section zero = { .type = SHT_NULL };
    const uint32_t num = b->num_sections + 2;
    char text[256] = "";
    uint32_t name[BUILD_MAX_SECTIONS + 2] = { 0 }, len = 1;
    memset(out, 0, sizeof *out);
    out->phoff = b->num_segments ? EHDR_SIZE : 0;
    place_bytes(b, out);
    for (uint32_t i = 1; i < num; i++) {
        const char *n = i + 1 < num ? b->sections[i - 1].name : names.name;
        name[i] = len;
        len += (uint32_t)snprintf(text + len, sizeof text - len, "%s", n) + 1;
    }
    names.size = len;
    out->offset[num - 1] = out->size;
    if (!b->no_sections) {
        memcpy(out->bytes + out->size, text, len);
        out->shoff = (out->size + len + 7) & ~(size_t)7;
        out->size = out->shoff + num * SHDR_SIZE;
        if (b->extended)
            zero = (struct build_section){ .size = num, .link = num - 1, .info = b->num_segments };
        write_shdr(out, 0, 0, &zero, b->big);
        for (uint32_t i = 1; i < num; i++)
            write_shdr(out, i, name[i], i + 1 < num ? &b->sections[i - 1] : &names, b->big);
    }
    for (uint32_t i = 0; i < b->num_segments; i++)
        write_phdr(b, out, i);
    write_ehdr(b, out, out->bytes, num);
}

size_t build_sym(uint8_t *at, bool big, uint32_t name, uint16_t section, uint64_t value)
{
    struct writer w = { at, big };
    FIELDS(&w, "411288", name, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, section, value, 16);
    return SYM_SIZE;
}

size_t build_rela(uint8_t *at, bool big, uint64_t offset, uint32_t symbol, uint32_t type, int64_t addend)
{
    struct writer w = { at, big };
    FIELDS(&w, "888", offset, ELF64_R_INFO((uint64_t)symbol, type), (uint64_t)addend);
    return RELA_SIZE;
}

static unsigned entry_size(unsigned version)
{
    return version == 1 ? 17 : version == 2 ? 20 : 16;
}

uint64_t build_start_field(const struct build_sframe *spec, unsigned i)
{
    return 28 + (uint64_t)i * entry_size(spec->version);
}

size_t build_sframe(uint8_t *at, size_t room, const struct build_sframe *spec)
{
    /* attribute and row, or row */
    const unsigned entry = entry_size(spec->version), run = spec->version == 3 ? 8 : 3;
    const size_t size = 28 + (size_t)spec->num * (entry + run);
    struct writer w = { at, spec->big };
    if (size > room)
        abort();
    memset(at, 0, size);
    FIELDS(&w, "211111144444", 0xdee2, spec->version, spec->flags, spec->abi, 0, spec->abi == 3 ? 0xf8 : 0, 0,
           spec->num, spec->num, spec->num * run, 0, spec->num * entry);
    for (unsigned i = 0; i < spec->num; i++) {
        w.at = at + build_start_field(spec, i) + (spec->version == 3 ? 8 : 4);
        FIELDS(&w, spec->version == 3 ? "44" : "444", 16, i * run, 1);
        w.at = at + 28 + spec->num * entry + i * run;
        if (spec->version == 3)
            FIELDS(&w, "23", 1, 0);
        /* start; base SP, one word of one byte; the word */
        FIELDS(&w, "111", 0, 0x03, spec->abi == 4 ? 0 : 8);
    }
    return size;
}
