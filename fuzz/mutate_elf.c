/* SPDX-License-Identifier: MIT */
/*
 * Changes ELF files with knowledge of their tables: fields of the file header, of sections and segments,
 * names, sizes, symbols, relocations, the contents of a section, compression, numbers in section header 0,
 * the length of the file. A section is changed and put into a linked file or an object first.
 */
#include "mutate.h"

#include <elf.h>
#include <string.h>

#include "chance.h"
#include "wrap_elf.h"

/* The file that is being changed. Tables that are not inside it have no entries. */
struct image {
    uint8_t *bytes;
    size_t size, room;
    bool big;
    size_t shoff, phoff;
    uint32_t num_sections, num_segments;
};

enum { AT_SH_TYPE = 4, AT_SH_FLAGS = 8, AT_SH_OFFSET = 24, AT_SH_SIZE = 32, AT_SH_ALIGN = 48, AT_P_TYPE = 0 };

static uint64_t get(const struct image *f, size_t at, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)f->bytes[at + i] << 8 * (f->big ? width - 1 - i : i);
    return value;
}

static bool inside(const struct image *f, uint64_t at, uint64_t size)
{
    return size <= f->size && at <= f->size - size;
}

static void find_tables(struct image *f)
{
    f->num_sections = f->num_segments = 0;
    if (f->size < EHDR_SIZE)
        return;
    f->big = f->bytes[5] == 2;
    const uint64_t shoff = get(f, 40, 8), phoff = get(f, 32, 8);
    uint64_t shnum = get(f, 60, 2), phnum = get(f, 56, 2);
    if (shnum == 0 && shoff != 0 && inside(f, shoff, SHDR_SIZE))
        shnum = get(f, (size_t)shoff + AT_SH_SIZE, 8);
    if (inside(f, shoff, SHDR_SIZE) && shnum <= (f->size - shoff) / SHDR_SIZE) {
        f->shoff = (size_t)shoff;
        f->num_sections = (uint32_t)shnum;
    }
    if (inside(f, phoff, PHDR_SIZE) && phnum <= (f->size - phoff) / PHDR_SIZE) {
        f->phoff = (size_t)phoff;
        f->num_segments = (uint32_t)phnum;
    }
}

/* ---- Fields ---- */

/* A number that is near the old one, an edge, near the size of the file, or that of another record. */
static uint64_t new_value(struct fuzz_chance *c, const struct image *f, uint64_t old, size_t other, unsigned width)
{
    switch (fuzz_below(c, 4)) {
    case 0: return get(f, other, width);
    case 1: return f->size + 2 - fuzz_below(c, 5);
    default: return fuzz_changed(c, old);
    }
}

/* A number of a record of `size` bytes, which lies at a multiple of its width, as all of ELF do. */
static void change_number(struct fuzz_chance *c, struct image *f, size_t base, size_t other, uint32_t size)
{
    const unsigned width = 2u << fuzz_below(c, 3);
    const size_t at = fuzz_below(c, size / width) * (size_t)width;

    if (!inside(f, base, size) || !inside(f, other, size))
        return;
    const uint64_t old = get(f, base + at, width);
    put(f->bytes + base + at, new_value(c, f, old, other + at, width), width, f->big);
}

static size_t any_section(struct fuzz_chance *c, const struct image *f)
{
    return f->shoff + fuzz_below(c, f->num_sections) * (size_t)SHDR_SIZE;
}

static size_t any_segment(struct fuzz_chance *c, const struct image *f)
{
    return f->phoff + fuzz_below(c, f->num_segments) * (size_t)PHDR_SIZE;
}

static void change_header(struct fuzz_chance *c, struct image *f)
{
    static const uint16_t machines[] = { EM_X86_64, EM_AARCH64, EM_S390, EM_386 };
    static const uint16_t types[] = { ET_REL, ET_EXEC, ET_DYN, ET_CORE };

    switch (fuzz_below(c, 3)) {
    case 0: put(f->bytes + 18, machines[fuzz_below(c, 4)], 2, f->big); break;
    case 1: put(f->bytes + 16, types[fuzz_below(c, 4)], 2, f->big); break;
    default: change_number(c, f, 0, 0, EHDR_SIZE); break;
    }
}

/* Moves the numbers of sections and segments, and that of the names, into section header 0. */
static void extend(struct fuzz_chance *c, struct image *f)
{
    if (f->num_sections == 0)
        return;
    put(f->bytes + f->shoff + AT_SH_SIZE, f->num_sections, 8, f->big);
    put(f->bytes + f->shoff + 40, get(f, 62, 2), 4, f->big);
    put(f->bytes + f->shoff + 44, f->num_segments, 4, f->big);
    put(f->bytes + 60, 0, 2, f->big);
    put(f->bytes + 62, SHN_XINDEX, 2, f->big);
    put(f->bytes + 56, PN_XNUM, 2, f->big);
    if (fuzz_one_in(c, 2))
        change_number(c, f, f->shoff, f->shoff, SHDR_SIZE);
}

static void change_type(struct fuzz_chance *c, struct image *f)
{
    static const uint32_t types[] = { SHT_NULL,         SHT_PROGBITS, SHT_SYMTAB, SHT_STRTAB, SHT_RELA,
                                      SHT_NOTE,         SHT_REL,      SHT_NOBITS, SHT_DYNSYM, SHT_GROUP,
                                      SHT_SYMTAB_SHNDX, 0x6ffffff4,   0x70000001, 0x40000014 };
    static const uint32_t segments[] = { PT_NULL, PT_LOAD, PT_DYNAMIC, PT_NOTE, PT_GNU_EH_FRAME, 0x6474e554 };

    if (f->num_segments > 0 && fuzz_one_in(c, 2))
        put(f->bytes + any_segment(c, f) + AT_P_TYPE, segments[fuzz_below(c, 6)], 4, f->big);
    else if (f->num_sections > 0)
        put(f->bytes + any_section(c, f) + AT_SH_TYPE, types[fuzz_below(c, sizeof types / sizeof types[0])], 4, f->big);
}

/* Every section is loaded, or only where it was, and perhaps at an address that few are multiples of. */
static void load_all(struct fuzz_chance *c, struct image *f)
{
    const uint64_t flags = fuzz_one_in(c, 4) ? 0 : SHF_ALLOC;
    const uint64_t align = fuzz_one_in(c, 2) ? 0 : UINT64_C(1) << (60 + fuzz_below(c, 4));

    for (uint32_t i = 1; i < f->num_sections; i++) {
        uint8_t *const at = f->bytes + f->shoff + i * (size_t)SHDR_SIZE;
        put(at + AT_SH_FLAGS, get(f, (size_t)(at - f->bytes) + AT_SH_FLAGS, 8) | flags, 8, f->big);
        if (align != 0)
            put(at + AT_SH_ALIGN, align, 8, f->big);
    }
}

/* The section is marked as compressed, with a header that may lie about its size. */
static void compress(struct fuzz_chance *c, struct image *f)
{
    const size_t at = any_section(c, f);
    const uint64_t offset = get(f, at + AT_SH_OFFSET, 8);

    put(f->bytes + at + AT_SH_FLAGS, get(f, at + AT_SH_FLAGS, 8) | SHF_COMPRESSED, 8, f->big);
    if (fuzz_one_in(c, 2) || !inside(f, offset, 24))
        return;
    put(f->bytes + offset, 1 + fuzz_below(c, 3), 8, f->big);
    put(f->bytes + offset + 8, fuzz_changed(c, get(f, at + AT_SH_SIZE, 8)), 8, f->big);
    put(f->bytes + offset + 16, fuzz_changed(c, 8), 8, f->big);
}

/* ---- Contents ---- */

/* A field of one record of a table that a section has, or any of its bytes. */
static void change_contents(struct fuzz_chance *c, struct image *f)
{
    const size_t at = any_section(c, f);
    const uint64_t type = get(f, at + AT_SH_TYPE, 4), offset = get(f, at + AT_SH_OFFSET, 8),
                   size = get(f, at + AT_SH_SIZE, 8);

    if (type == SHT_NOBITS || size == 0 || size > UINT32_MAX || !inside(f, offset, size))
        return;
    const size_t start = (size_t)offset;
    const uint32_t each = type == SHT_SYMTAB || type == SHT_DYNSYM ? SYM_SIZE : type == SHT_RELA ? RELA_SIZE : 0;
    const uint32_t count = each > 0 ? (uint32_t)size / each : 0;
    if (count > 0 && !fuzz_one_in(c, 8)) {
        change_number(c, f, start + fuzz_below(c, count) * (size_t)each, start + fuzz_below(c, count) * (size_t)each,
                      each);
    } else {
        uint8_t *byte = &f->bytes[start + fuzz_below(c, (uint32_t)size)];
        *byte = (uint8_t)fuzz_changed(c, *byte);
    }
}

/* One section or segment gets all of another, or two change places. */
static void exchange(struct fuzz_chance *c, struct image *f)
{
    const bool segments = f->num_segments > 1 && fuzz_one_in(c, 3);
    const size_t size = segments ? PHDR_SIZE : SHDR_SIZE;
    uint8_t *const a = f->bytes + (segments ? any_segment(c, f) : any_section(c, f));
    uint8_t *const b = f->bytes + (segments ? any_segment(c, f) : any_section(c, f));
    uint8_t kept[SHDR_SIZE];

    memcpy(kept, a, size);
    memmove(a, b, size);
    if (fuzz_one_in(c, 2))
        memcpy(b, kept, size);
}

/* Shorter, by a little or by much, or longer. */
static void change_length(struct fuzz_chance *c, struct image *f)
{
    if (fuzz_one_in(c, 3) && f->size + 64 <= f->room) {
        memset(f->bytes + f->size, (int)fuzz_below(c, 256), 64);
        f->size += 1 + fuzz_below(c, 64);
    } else {
        f->size -= 1 + fuzz_below(c, fuzz_one_in(c, 2) ? 64 : (uint32_t)f->size - 1);
    }
}

static void change_once(struct fuzz_chance *c, struct image *f)
{
    const uint32_t what = fuzz_below(c, 16);

    if (what == 0) {
        change_header(c, f);
    } else if (what == 1) {
        if (fuzz_one_in(c, 2))
            change_length(c, f);
        else
            f->bytes[fuzz_below(c, (uint32_t)f->size)] ^= (uint8_t)(1u << fuzz_below(c, 8));
    } else if (what <= 3 && f->num_segments > 0) {
        change_number(c, f, any_segment(c, f), any_segment(c, f), PHDR_SIZE);
    } else if (f->num_sections == 0) {
        f->bytes[fuzz_below(c, (uint32_t)f->size)] = (uint8_t)fuzz_draw(c);
    } else if (what == 4) {
        extend(c, f);
    } else if (what == 5) {
        if (fuzz_one_in(c, 4))
            load_all(c, f);
        else
            change_type(c, f);
    } else if (what == 6) {
        compress(c, f);
    } else if (what == 7) {
        exchange(c, f);
    } else if (what <= 11) {
        change_number(c, f, any_section(c, f), any_section(c, f), SHDR_SIZE);
    } else {
        change_contents(c, f);
    }
}

/* ---- The whole file ---- */

/* The section, changed or not, in a linked file or an object. */
static size_t wrap(struct fuzz_chance *c, const struct fuzz_mutate_input *in, struct built *file)
{
    static uint8_t section[FUZZ_WRAP_MAX_SECTION];
    size_t size = in->size < sizeof section ? in->size : sizeof section;
    struct sfr_section s;

    memcpy(section, in->data, size);
    if (fuzz_one_in(c, 2)) {
        const size_t changed = fuzz_mutate(in, section, sizeof section, fuzz_draw(c));
        size = changed > 0 ? changed : size;
    }
    if (fuzz_one_in(c, 2) && sfr_open(&s, section, size, 0, SFR_PROFILE_AUTO, NULL) == SFR_FAULT_NONE
        && s.hdr.sfh_num_fdes <= FUZZ_WRAP_MAX_FDES)
        fuzz_wrap_object(&s, file);
    else
        fuzz_wrap_elf(section, size, file);
    return file->size;
}

size_t fuzz_mutate_elf(const struct fuzz_mutate_input *in, uint8_t *out, size_t max, uint64_t seed)
{
    static struct built built;
    struct fuzz_chance c = { seed };
    const bool is_elf = in->size >= EHDR_SIZE && memcmp(in->data, ELFMAG, SELFMAG) == 0;

    /* Some sections are changed alone. */
    if (in->size == 0 || (!is_elf && fuzz_one_in(&c, 4)))
        return 0;
    struct image f = { .bytes = out, .room = max, .size = is_elf ? in->size : wrap(&c, in, &built) };
    if (f.size > max)
        return 0;
    memcpy(out, is_elf ? in->data : built.bytes, f.size);
    const uint32_t changes = fuzz_one_in(&c, 8) ? 0 : 1 + fuzz_below(&c, fuzz_one_in(&c, 2) ? 2 : 6);
    for (uint32_t i = 0; i < changes && f.size > EHDR_SIZE; i++) {
        find_tables(&f);
        change_once(&c, &f);
    }
    return f.size;
}
