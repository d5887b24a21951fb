/* SPDX-License-Identifier: MIT */
/* Damaged and lying ELF files, each right before an unreadable page: the error has a place, and no
   read is outside the image. */
#define _DEFAULT_SOURCE
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf_build.h"
#include "sfr.h"
#include "sfr_elf.h"
#include "tap.h"

static const enum sfr_elf_route routes[] = { SFR_ELF_AUTO, SFR_ELF_BY_NAME, SFR_ELF_BY_TYPE, SFR_ELF_BY_SEGMENT };

static uint8_t sframe[128], rela[2 * RELA_SIZE], syms[2 * SYM_SIZE];
static struct built file;
static struct sfr_elf elf;
static struct sfr_elf_error error;
static uint8_t *arena, *arena_end; /* arena_end is the first byte of the unreadable page */

static bool make_arena(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (sizeof file.bytes + page - 1) / page * page;
    void *p = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED || mprotect((uint8_t *)p + room, page, PROT_NONE) != 0)
        return false;
    arena = p;
    arena_end = arena + room;
    return true;
}

static struct build linked(bool big)
{
    struct build b = { .big = big, .type = ET_DYN, .machine = EM_AARCH64 };
    const size_t size =
        build_sframe(sframe, sizeof sframe,
                     &(struct build_sframe){ .version = 1, .flags = 1, .abi = big ? 1 : 2, .big = big, .num = 2 });
    const uint32_t s = build_add(&b, (struct build_section){ .name = ".sframe",
                                                             .type = SFR_SHT_GNU_SFRAME,
                                                             .flags = SHF_ALLOC,
                                                             .addr = 0x2000,
                                                             .align = 8,
                                                             .data = sframe,
                                                             .size = size });
    b.segments[b.num_segments++] = (struct build_segment){ .type = SFR_PT_GNU_SFRAME, .section = s, .extra = 8 };
    return b;
}

static struct build object(bool big)
{
    struct build b = { .big = big, .type = ET_REL, .machine = EM_AARCH64 };
    const struct build_sframe spec = { .version = 1, .abi = big ? 1 : 2, .big = big, .num = 2 };
    const size_t size = build_sframe(sframe, sizeof sframe, &spec);
    build_add(&b, (struct build_section){ .name = ".text",
                                          .type = SHT_PROGBITS,
                                          .flags = SHF_ALLOC,
                                          .align = 4,
                                          .data = "0123456789abcdef",
                                          .size = 16 });
    build_add(&b, (struct build_section){ .name = ".sframe",
                                          .type = SFR_SHT_GNU_SFRAME,
                                          .flags = SHF_ALLOC,
                                          .align = 8,
                                          .data = sframe,
                                          .size = size });
    for (unsigned i = 0; i < 2; i++)
        build_rela(rela + i * RELA_SIZE, big, build_start_field(&spec, i), 1, R_AARCH64_PREL32, (int64_t)i * 8);
    build_add(&b, (struct build_section){ .name = ".rela.sframe",
                                          .type = SHT_RELA,
                                          .align = 8,
                                          .data = rela,
                                          .size = sizeof rela,
                                          .link = 4,
                                          .info = 2,
                                          .entsize = RELA_SIZE });
    build_sym(syms + SYM_SIZE, big, 1, 1, 0);
    build_add(&b, (struct build_section){ .name = ".symtab",
                                          .type = SHT_SYMTAB,
                                          .align = 8,
                                          .data = syms,
                                          .size = sizeof syms,
                                          .link = 5,
                                          .info = 1,
                                          .entsize = SYM_SIZE });
    build_add(&b,
              (struct build_section){ .name = ".strtab", .type = SHT_STRTAB, .align = 1, .data = "\0f", .size = 3 });
    return b;
}

/* Opens `size` bytes right before the unreadable page and checks the properties of any input. A
   read after the image faults; valgrind, a sanitizer or the check of the data's place finds one
   before it. Returns what failed, or NULL. */
static const char *try_bytes(const uint8_t *bytes, size_t size, enum sfr_elf_route route, enum sfr_elf_fault *fault)
{
    uint8_t *image = arena_end - size;
    memcpy(image, bytes, size);
    sfr_elf_close(&elf);
    *fault = sfr_elf_open(&elf, image, size, route, SFR_ELF_ONLY, &error);
    if (memcmp(image, bytes, size) != 0)
        return "the image was written to";
    if (*fault != error.fault)
        return "two different faults";
    if (*fault) {
        const bool absent = *fault == SFR_ELF_NOT_FOUND || *fault == SFR_ELF_SEVERAL;
        if (error.text[0] == 0)
            return "no text";
        if (elf.data || elf.copy || elf.places)
            return "something was kept";
        return (error.offset == SFR_ELF_NO_OFFSET) == absent && (absent || error.offset <= size)
                   ? NULL
                   : "no place in the file";
    }
    if (elf.size == 0 || elf.size > size)
        return "impossible size";
    if (elf.data != elf.copy && (elf.data < image || elf.data > arena_end - elf.size))
        return "data outside the image";
    sfr_check(elf.data, elf.size, elf.addr, SFR_PROFILE_AUTO, NULL, NULL); /* touches all of it */
    return NULL;
}

/* ---- Every length ---- */

static void check_lengths(const struct build *b, const char *what)
{
    build_file(b, &file);
    const size_t full = file.size;
    const size_t segment_end = b->num_segments ? file.offset[1] + b->sections[0].size + b->segments[0].extra : full + 1;
    for (size_t r = 0; r < 4; r++) {
        size_t bad = full, wrong = full;
        const char *why = NULL;
        for (size_t size = 0; size < full; size++) {
            enum sfr_elf_fault fault;
            const char *broken = try_bytes(file.bytes, size, routes[r], &fault);
            const bool opens = routes[r] == SFR_ELF_BY_SEGMENT && size >= segment_end;
            if (broken && !why) {
                why = broken;
                bad = size;
            }
            if (opens != (fault == SFR_ELF_OK) && wrong == full)
                wrong = size;
        }
        OK(!why, "%s by %s: all %zu shorter lengths are handled (%zu: %s)", what, sfr_elf_route_name(routes[r]), full,
           bad, why ? why : "-");
        IS_U64(wrong, full, "%s by %s: and refused, unless the part that is needed is whole", what,
               sfr_elf_route_name(routes[r]));
    }
    enum sfr_elf_fault fault = SFR_ELF_OK;
    OK(!try_bytes(file.bytes, full, SFR_ELF_AUTO, &fault) && fault == SFR_ELF_OK, "%s: the whole file opens (%s)", what,
       error.text);
}

/* ---- Every field ---- */

struct field {
    const char *name;
    size_t at;
    unsigned width;
};
static const struct field ehdr_fields[] = {
    { "EI_MAG", 0, 4 },    { "EI_CLASS", 4, 1 },     { "EI_DATA", 5, 1 },    { "EI_VERSION", 6, 1 },
    { "EI_OSABI", 7, 1 },  { "e_type", 16, 2 },      { "e_machine", 18, 2 }, { "e_version", 20, 4 },
    { "e_entry", 24, 8 },  { "e_phoff", 32, 8 },     { "e_shoff", 40, 8 },   { "e_flags", 48, 4 },
    { "e_ehsize", 52, 2 }, { "e_phentsize", 54, 2 }, { "e_phnum", 56, 2 },   { "e_shentsize", 58, 2 },
    { "e_shnum", 60, 2 },  { "e_shstrndx", 62, 2 },
};
static const struct field phdr_fields[] = {
    { "p_type", 0, 4 },   { "p_flags", 4, 4 },   { "p_offset", 8, 8 }, { "p_vaddr", 16, 8 },
    { "p_paddr", 24, 8 }, { "p_filesz", 32, 8 }, { "p_memsz", 40, 8 }, { "p_align", 48, 8 },
};
static const struct field shdr_fields[] = {
    { "sh_name", 0, 4 },       { "sh_type", 4, 4 },     { "sh_flags", 8, 8 }, { "sh_addr", 16, 8 },
    { "sh_offset", 24, 8 },    { "sh_size", 32, 8 },    { "sh_link", 40, 4 }, { "sh_info", 44, 4 },
    { "sh_addralign", 48, 8 }, { "sh_entsize", 56, 8 },
};
static const struct field rela_fields[] = { { "r_offset", 0, 8 }, { "r_info", 8, 8 }, { "r_addend", 16, 8 } };
static const struct field sym_fields[] = {
    { "st_name", 0, 4 },  { "st_info", 4, 1 },  { "st_other", 5, 1 },
    { "st_shndx", 6, 2 }, { "st_value", 8, 8 }, { "st_size", 16, 8 },
};

static uint64_t all_ones(unsigned width)
{
    return width == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * width) - 1;
}

/* Sets one field to 0, 1, all ones, and the values around the file's size and sign bit, and opens
   by every route. */
static void check_fields(const struct build *b, const char *what, size_t base, const struct field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct field *f = &fields[i];
        const uint64_t ones = all_ones(f->width);
        const uint64_t values[] = { 0,        1,         ones,          ones >> 1,    (ones >> 1) + 1,
                                    ones - 1, file.size, file.size - 1, file.size + 1 };
        const char *why = NULL;
        uint64_t at = 0;
        for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
            uint8_t saved[8];
            memcpy(saved, file.bytes + base + f->at, f->width);
            put(file.bytes + base + f->at, values[v], f->width, b->big);
            for (size_t r = 0; r < 4; r++) {
                enum sfr_elf_fault fault;
                const char *broken = try_bytes(file.bytes, file.size, routes[r], &fault);
                if (broken && !why) {
                    why = broken;
                    at = values[v];
                }
            }
            memcpy(file.bytes + base + f->at, saved, f->width);
        }
        OK(!why, "%s %s: every value is handled (0x%" PRIx64 ": %s)", what, f->name, at, why ? why : "-");
    }
}

#define FIELDS(b, what, base, fields) check_fields(b, what, base, fields, sizeof fields / sizeof fields[0])

static void check_all_fields(const struct build *b, const char *what)
{
    char text[64];
    build_file(b, &file);
    FIELDS(b, what, 0, ehdr_fields);
    for (uint32_t i = 0; i < b->num_segments; i++)
        FIELDS(b, what, file.phoff + i * PHDR_SIZE, phdr_fields);
    for (uint32_t i = 0; i < b->num_sections + 2; i++) {
        snprintf(text, sizeof text, "%s section %u", what, i);
        FIELDS(b, text, file.shoff + i * SHDR_SIZE, shdr_fields);
    }
    if (b->type == ET_REL) {
        FIELDS(b, what, file.offset[3], rela_fields);
        FIELDS(b, what, file.offset[4] + SYM_SIZE, sym_fields);
    }
}

/* ---- Which error ---- */

/* One lie in the linked little-endian file: its header fields by place, and the expected message.
   Section 1 is .sframe, 2 .shstrtab. */
static void check_lies(void)
{
    enum { PHDR = EHDR_SIZE, S1 = -1, S2 = -2 }; /* the offset of section headers is known later */
    static const struct {
        int base;
        size_t at;
        unsigned width;
        uint64_t value;
        enum sfr_elf_route route;
        enum sfr_elf_fault fault;
        const char *text;
    } lies[] = {
        { 0, 0, 1, 0x7e, SFR_ELF_AUTO, SFR_ELF_NOT_ELF, "not an ELF file" },
        { 0, 4, 1, ELFCLASS32, SFR_ELF_AUTO, SFR_ELF_UNSUPPORTED, "a 32-bit ELF file: SFrame is for 64-bit ABIs only" },
        { 0, 4, 1, 3, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "ELF class 3 at offset 0x4 does not exist" },
        { 0, 5, 1, 0, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "ELF byte order 0 at offset 0x5 does not exist" },
        { 0, 5, 1, ELFDATA2MSB, SFR_ELF_AUTO, SFR_ELF_UNSUPPORTED, "ELF type 768 at offset 0x10" },
        { 0, 6, 1, 2, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "ELF version 2 at offset 0x6 does not exist" },
        { 0, 16, 2, ET_CORE, SFR_ELF_AUTO, SFR_ELF_UNSUPPORTED, "ELF type 4 at offset 0x10 is not an object" },
        { 0, 32, 8, UINT64_MAX, SFR_ELF_BY_SEGMENT, SFR_ELF_DAMAGED,
          "1 program headers at offset 0xffffffffffffffff do not fit" },
        { 0, 32, 8, 0, SFR_ELF_BY_SEGMENT, SFR_ELF_DAMAGED, "1 program headers at offset 0x0 do not fit" },
        { 0, 40, 8, UINT64_MAX, SFR_ELF_BY_NAME, SFR_ELF_DAMAGED,
          "3 section headers at offset 0xffffffffffffffff do not fit" },
        { 0, 40, 8, 0, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "3 section headers at offset 0x0 do not fit" },
        { 0, 54, 2, 55, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "each program header has 55 bytes; it has 56" },
        { 0, 56, 2, PN_XNUM - 1, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "65534 program headers at offset 0x40 do not fit" },
        { 0, 58, 2, 0, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "each section header has 0 bytes; it has 64" },
        { 0, 60, 2, 4, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "4 section headers at offset" },
        { 0, 60, 2, 0xfeff, SFR_ELF_BY_TYPE, SFR_ELF_DAMAGED, "65279 section headers at offset" },
        { 0, 60, 2, 0, SFR_ELF_BY_NAME, SFR_ELF_DAMAGED,
          "the section names should be in section 2, but there are 0 sections" },
        { 0, 62, 2, 3, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "the section names should be in section 3, but there are 3 sections" },
        { 0, 62, 2, 1, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "section 1 should have the section names, but is not a string table" },
        { 0, 62, 2, 0, SFR_ELF_BY_NAME, SFR_ELF_NOT_FOUND, "there is no section named .sframe" },
        { 0, 62, 2, SHN_LORESERVE, SFR_ELF_BY_NAME, SFR_ELF_DAMAGED, "section 65280, but there are 3 sections" },
        { PHDR, 8, 8, UINT64_MAX - 4, SFR_ELF_BY_SEGMENT, SFR_ELF_DAMAGED, "segment 0 (PT_GNU_SFRAME), 0x" },
        { PHDR, 32, 8, UINT64_MAX, SFR_ELF_BY_SEGMENT, SFR_ELF_DAMAGED,
          "segment 0 (PT_GNU_SFRAME), 0xffffffffffffffff bytes" },
        { S1, 0, 4, 1000, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "the name of section 1 is at 0x3e8 of a table of 0x13 bytes" },
        { S1, 0, 4, 0x13, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "the name of section 1 is at 0x13 of a table of 0x13 bytes" },
        { S1, 24, 8, UINT64_MAX - 4, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "section 1 (.sframe), 0x44 bytes at offset 0xfffffffffffffffb, does not fit" },
        { S1, 32, 8, UINT64_MAX, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "section 1 (.sframe), 0xffffffffffffffff bytes" },
        { S1, 32, 8, 0, SFR_ELF_AUTO, SFR_ELF_NO_DATA, "section 1 (.sframe) is empty" },
        { S2, 32, 8, 0, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "section 2 (section names) is empty" },
        { S2, 32, 8, 8, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "section 2 (section names) does not end in a zero byte" },
        { S2, 24, 8, UINT64_MAX, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "section 2 (section names), 0x13 bytes at offset 0xffffffffffffffff, does not fit" },
        { S2, 8, 8, SHF_COMPRESSED, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "section 2 should have the section names" },
    };
    const struct build b = linked(false);
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        build_file(&b, &file);
        const size_t base = lies[i].base >= 0 ? (size_t)lies[i].base : file.shoff + (size_t)-lies[i].base * SHDR_SIZE;
        put(file.bytes + base + lies[i].at, lies[i].value, lies[i].width, false);
        enum sfr_elf_fault fault = SFR_ELF_OK;
        const char *broken = try_bytes(file.bytes, file.size, lies[i].route, &fault);
        OK(!broken && fault == lies[i].fault, "refused (%d%s%s): %s", (int)fault, broken ? ", " : "",
           broken ? broken : "", lies[i].text);
        OK(strstr(error.text, lies[i].text) != NULL, "\"%s\"", error.text);
    }
}

/* Numbers in section header 0 may be of any size. */
static void check_extended_lies(void)
{
    struct build b = linked(true);
    b.extended = true;
    static const struct {
        size_t at;
        unsigned width;
        uint64_t value;
        const char *text;
    } lies[] = {
        { 32, 8, UINT64_MAX, "18446744073709551615 section headers at offset" },
        { 32, 8, UINT64_C(1) << 58, "288230376151711744 section headers at offset" },
        { 32, 8, 0, "the section names should be in section 2, but there are 0 sections" },
        { 40, 4, UINT32_MAX, "the section names should be in section 4294967295, but there are 3 sections" },
        { 40, 4, SHN_XINDEX, "section 65535, but there are 3 sections" },
        { 44, 4, UINT32_MAX, "4294967295 program headers at offset 0x40 do not fit" },
        { 44, 4, PN_XNUM, "65535 program headers at offset 0x40 do not fit" },
    };
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        build_file(&b, &file);
        put(file.bytes + file.shoff + lies[i].at, lies[i].value, lies[i].width, true);
        enum sfr_elf_fault fault = SFR_ELF_OK;
        const char *broken = try_bytes(file.bytes, file.size, SFR_ELF_AUTO, &fault);
        OK(!broken && fault == SFR_ELF_DAMAGED, "refused: %s", lies[i].text);
        OK(strstr(error.text, lies[i].text) != NULL, "\"%s\"", error.text);
    }
    check_all_fields(&b, "numbers in section 0");
}

int main(void)
{
    if (!make_arena())
        return 99;
    for (int big = 0; big < 2; big++) {
        struct build link = linked(big), rel = object(big);
        check_lengths(&link, big ? "linked big-endian" : "linked little-endian");
        check_lengths(&rel, big ? "object big-endian" : "object little-endian");
        check_all_fields(&link, big ? "linked big-endian" : "linked little-endian");
        check_all_fields(&rel, big ? "object big-endian" : "object little-endian");
    }
    check_lies();
    check_extended_lies();
    sfr_elf_close(&elf);
    return tap_done();
}
