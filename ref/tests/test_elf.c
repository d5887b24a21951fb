/* SPDX-License-Identifier: MIT */
/* The three routes to the SFrame data of an ELF file, over files written here: what the caller is told, and
   the messages, also of files that lie. The corpus has such files for each machine, and the harness fuzz_elf opens each
   of its sections by every route, and any file. */
#include <elf.h>
#include <string.h>

#include "elf_build.h"
#include "sfr.h"
#include "sfr_elf.h"
#include "tap.h"

#define ADDR 0x402000u

static uint8_t sframe[256];
static size_t sframe_size;
static struct built file;
static struct sfr_elf elf;
static struct sfr_elf_error error;

/* A linked file with one section, in a segment that is `extra` bytes longer: of x86-64, or big-endian AArch64. */
static struct build linked(bool big, uint16_t type, uint64_t extra)
{
    struct build b = { .big = big, .type = type, .machine = big ? EM_AARCH64 : EM_X86_64 };
    sframe_size =
        build_sframe(sframe, sizeof sframe,
                     &(struct build_sframe){ .version = 2, .flags = 1, .abi = big ? 1 : 3, .big = big, .num = 1 });
    /* name, type, flags, addr, align, bytes, size, link, info, entsize */
    build_add(&b, (struct build_section){ ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401000, 16,
                                          "0123456789abcdef", 16, 0, 0, 0 });
    const uint32_t s = build_add(
        &b, (struct build_section){ ".sframe", SFR_SHT_GNU_SFRAME, SHF_ALLOC, ADDR, 8, sframe, sframe_size, 0, 0, 0 });
    b.segments[b.num_segments++] = (struct build_segment){ .type = PT_LOAD, .section = s };
    b.segments[b.num_segments++] = (struct build_segment){ .type = SFR_PT_GNU_SFRAME, .section = s, .extra = extra };
    return b;
}

static enum sfr_elf_fault open_file(enum sfr_elf_route route, uint32_t nth)
{
    sfr_elf_close(&elf);
    return sfr_elf_open(&elf, file.bytes, file.size, route, nth, &error);
}

static enum sfr_elf_fault open_built(const struct build *b, enum sfr_elf_route route, uint32_t nth)
{
    build_file(b, &file);
    return open_file(route, nth);
}

/* `file` is refused with a message that has this text, and nothing is kept. */
static void check_refused(enum sfr_elf_route route, uint32_t nth, enum sfr_elf_fault wanted, const char *text)
{
    const enum sfr_elf_fault fault = open_file(route, nth);
    OK(fault == wanted && error.fault == wanted && !elf.data && elf.size == 0 && !elf.copy && !elf.places,
       "refused (%d): %s", (int)fault, text);
    OK(strstr(error.text, text) != NULL, "\"%s\"", error.text);
}

static void check_refusal(const struct build *b, enum sfr_elf_route route, uint32_t nth, enum sfr_elf_fault fault,
                          const char *text, const char *what)
{
    build_file(b, &file);
    check_refused(route, nth, fault, text);
    IS_TEXT(error.text, text, "%s: why", what);
}

static void check_facts(void)
{
    struct build b = linked(false, ET_DYN, 24);
    open_built(&b, SFR_ELF_AUTO, SFR_ELF_ONLY);
    OK(elf.num_named == 1 && elf.num_typed == 1 && elf.num_segments == 1, "auto counts the candidates of every route");
    OK(elf.shdr.index == 2 && elf.shdr.type == SFR_SHT_GNU_SFRAME && elf.shdr.flags == SHF_ALLOC && elf.shdr.align == 8
           && elf.shdr.addr == ADDR && elf.shdr.offset == file.offset[2] && elf.shdr.size == sframe_size
           && elf.shdr.entsize == 0,
       "the section header is given as stored");
    OK(elf.phdr.index == 1 && elf.phdr.flags == PF_R && elf.phdr.offset == file.offset[2] && elf.phdr.vaddr == ADDR
           && elf.phdr.filesz == sframe_size + 24 && elf.phdr.memsz == sframe_size + 24 && elf.phdr.align == 8,
       "and so is the program header");
    open_built(&b, SFR_ELF_BY_SEGMENT, SFR_ELF_ONLY);
    OK(elf.shdr.index == 0 && elf.num_named == 0 && elf.num_typed == 0 && elf.num_segments == 1,
       "by segment, the sections are not looked at");
    uint32_t section;
    uint64_t offset;
    OK(!sfr_elf_locate(&elf, ADDR, &section, &offset), "a linked file has real addresses: none is traced to a section");
}

static void check_fallbacks(void)
{
    struct build b = linked(false, ET_DYN, 0);
    b.sections[1].name = ".other";
    IS_U64(open_built(&b, SFR_ELF_AUTO, SFR_ELF_ONLY), SFR_ELF_OK,
           "auto takes a section of the type under another name");
    IS_U64(elf.route, SFR_ELF_BY_TYPE, "and says so");
    char name[SFR_ELF_NAME_MAX];
    sfr_elf_section_name(&elf, elf.shdr.index, name);
    IS_TEXT(name, ".other", "with the name that it has");
    check_refusal(&b, SFR_ELF_BY_NAME, SFR_ELF_ONLY, SFR_ELF_NOT_FOUND, "there is no section named .sframe",
                  "another name, by name");
    b.sections[1].type = SHT_PROGBITS;
    IS_U64(open_built(&b, SFR_ELF_AUTO, SFR_ELF_ONLY), SFR_ELF_OK,
           "auto takes the segment when no section is recognised");
    IS_U64(elf.route, SFR_ELF_BY_SEGMENT, "and says so");
    check_refusal(&b, SFR_ELF_BY_TYPE, SFR_ELF_ONLY, SFR_ELF_NOT_FOUND, "there is no section of type SHT_GNU_SFRAME",
                  "PROGBITS, by type");
    b.num_segments = 1;
    check_refusal(&b, SFR_ELF_BY_SEGMENT, SFR_ELF_ONLY, SFR_ELF_NOT_FOUND, "there is no segment of type PT_GNU_SFRAME",
                  "no segment");
    check_refusal(&b, SFR_ELF_AUTO, SFR_ELF_ONLY, SFR_ELF_NOT_FOUND,
                  "there is no section named .sframe or of type SHT_GNU_SFRAME and no segment of type PT_GNU_SFRAME",
                  "nothing at all");
    b = linked(false, ET_DYN, 0);
    b.sections[1].name = ".sframe2";
    b.sections[0].name = ".sfram";
    check_refusal(&b, SFR_ELF_BY_NAME, SFR_ELF_ONLY, SFR_ELF_NOT_FOUND, "there is no section named .sframe",
                  "names that only look like it");
}

static void check_tables(void)
{
    struct build b = linked(true, ET_EXEC, 8);
    b.no_sections = true;
    IS_U64(open_built(&b, SFR_ELF_AUTO, SFR_ELF_ONLY), SFR_ELF_OK, "without section headers the segment is taken");
    OK(elf.size == sframe_size + 8 && memcmp(elf.data, sframe, sframe_size) == 0, "with its data");
    check_refusal(&b, SFR_ELF_BY_NAME, SFR_ELF_ONLY, SFR_ELF_NOT_FOUND, "there is no section named .sframe",
                  "no section headers");
    b.no_sections = false;
    b.extended = true;
    IS_U64(open_built(&b, SFR_ELF_AUTO, SFR_ELF_ONLY), SFR_ELF_OK, "the counts may be in section header 0 (%s)",
           error.text);
    OK(elf.route == SFR_ELF_BY_NAME && elf.num_segments == 1, "and both tables are found there");
    IS_U64(open_built(&b, SFR_ELF_BY_SEGMENT, SFR_ELF_ONLY), SFR_ELF_OK, "for the segment route too (%s)", error.text);
    build_file(&b, &file);
    put(file.bytes + 0x3c, b.num_sections + 2, 2, b.big);
    put(file.bytes + file.shoff + 0x20, 0, 8, b.big);
    IS_U64(open_file(SFR_ELF_AUTO, SFR_ELF_ONLY), SFR_ELF_OK,
           "and each number on its own: the names' in section header 0, the count in the ELF header (%s)", error.text);
    /* The section table of a stripped file may be garbage: the segment route does not need it. */
    b.extended = false;
    build_file(&b, &file);
    put(file.bytes + 0x28, UINT64_MAX, 8, b.big);
    sfr_elf_close(&elf);
    IS_U64(sfr_elf_open(&elf, file.bytes, file.size, SFR_ELF_BY_SEGMENT, SFR_ELF_ONLY, NULL), SFR_ELF_OK,
           "by segment, a bad section table does not matter");
    IS_U64(sfr_elf_open(&elf, file.bytes, file.size, SFR_ELF_AUTO, SFR_ELF_ONLY, NULL), SFR_ELF_DAMAGED,
           "to auto it does, with or without a place for the reason");
}

static void check_several(void)
{
    struct build b = linked(false, ET_DYN, 0);
    uint8_t other[64];
    const size_t size =
        build_sframe(other, sizeof other, &(struct build_sframe){ .version = 2, .flags = 1, .abi = 3, .num = 0 });
    const uint32_t second = build_add(
        &b, (struct build_section){ ".sframe", SFR_SHT_GNU_SFRAME, SHF_ALLOC, 0x5000, 8, other, size, 0, 0, 0 });
    b.segments[b.num_segments++] = (struct build_segment){ .type = SFR_PT_GNU_SFRAME, .section = second };
    check_refusal(&b, SFR_ELF_BY_NAME, SFR_ELF_ONLY, SFR_ELF_SEVERAL,
                  "there are 2 sections named .sframe (numbers 2, 3): pick one, 0 to 1", "two by name");
    check_refusal(&b, SFR_ELF_BY_SEGMENT, SFR_ELF_ONLY, SFR_ELF_SEVERAL,
                  "there are 2 segments of type PT_GNU_SFRAME (numbers 1, 2): pick one, 0 to 1", "two by segment");
    check_refusal(&b, SFR_ELF_BY_TYPE, SFR_ELF_ONLY, SFR_ELF_SEVERAL,
                  "there are 2 sections of type SHT_GNU_SFRAME (numbers 2, 3): pick one, 0 to 1", "two by type");
    check_refusal(&b, SFR_ELF_BY_TYPE, 2, SFR_ELF_NOT_FOUND,
                  "there is no candidate 2: the file has 2 sections of type SHT_GNU_SFRAME, counted from 0",
                  "a third of two");
    for (uint32_t nth = 0; nth < 2; nth++) {
        IS_U64(open_built(&b, SFR_ELF_BY_NAME, nth), SFR_ELF_OK, "number %u of two by name", nth);
        OK(elf.addr == (nth ? 0x5000 : ADDR) && elf.size == (nth ? size : sframe_size), "is the right one");
        IS_U64(open_built(&b, SFR_ELF_BY_SEGMENT, nth), SFR_ELF_OK, "number %u of two by segment", nth);
        OK(elf.addr == (nth ? 0x5000 : ADDR) && elf.phdr.index == nth + 1, "is the right one");
    }
    build_add(&b, b.sections[2]);
    check_refusal(&b, SFR_ELF_AUTO, SFR_ELF_ONLY, SFR_ELF_SEVERAL,
                  "there are 3 sections named .sframe (numbers 2, 3, ...): pick one, 0 to 2", "three");
}

static void check_no_data(void)
{
    struct build b = linked(false, ET_DYN, 0);
    b.sections[1].type = SHT_NOBITS;
    check_refusal(&b, SFR_ELF_AUTO, SFR_ELF_ONLY, SFR_ELF_NO_DATA,
                  "section 2 (.sframe) has no bytes in this file (SHT_NOBITS): use the program, not its debug file",
                  "NOBITS");
    b = linked(false, ET_DYN, 0);
    b.sections[1].flags |= SHF_COMPRESSED;
    check_refusal(&b, SFR_ELF_AUTO, SFR_ELF_ONLY, SFR_ELF_NO_DATA,
                  "section 2 (.sframe) is compressed (SHF_COMPRESSED), but loaded data cannot be", "compressed");
    b = linked(false, ET_DYN, 0);
    b.sections[1].size = 0;
    check_refusal(&b, SFR_ELF_BY_TYPE, SFR_ELF_ONLY, SFR_ELF_NO_DATA, "section 2 (.sframe) is empty", "empty section");
    check_refusal(&b, SFR_ELF_BY_SEGMENT, SFR_ELF_ONLY, SFR_ELF_NO_DATA, "segment 1 (PT_GNU_SFRAME) is empty",
                  "empty segment");
}

/* ---- Files that lie ---- */

/* One lie in the linked little-endian file: its header fields by place, and the expected message.
   Section 2 is .sframe, 3 .shstrtab. */
static void check_lies(void)
{
    enum {
        PHDR = EHDR_SIZE + PHDR_SIZE,
        ZERO = -1,
        SFRAME = -3,
        NAMES = -4
    }; /* the offset of section headers is known later */
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
          "2 program headers at offset 0xffffffffffffffff do not fit" },
        { 0, 32, 8, 0, SFR_ELF_BY_SEGMENT, SFR_ELF_DAMAGED, "2 program headers at offset 0x0 do not fit" },
        { 0, 40, 8, UINT64_MAX, SFR_ELF_BY_NAME, SFR_ELF_DAMAGED,
          "4 section headers at offset 0xffffffffffffffff do not fit" },
        { 0, 40, 8, 0, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "4 section headers at offset 0x0 do not fit" },
        { 0, 54, 2, 55, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "each program header has 55 bytes; it has 56" },
        { 0, 56, 2, PN_XNUM - 1, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "65534 program headers at offset 0x40 do not fit" },
        { 0, 58, 2, 0, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "each section header has 0 bytes; it has 64" },
        { 0, 60, 2, 5, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "5 section headers at offset" },
        { 0, 60, 2, 0xfeff, SFR_ELF_BY_TYPE, SFR_ELF_DAMAGED, "65279 section headers at offset" },
        { 0, 60, 2, 0, SFR_ELF_BY_NAME, SFR_ELF_DAMAGED,
          "the section names should be in section 3, but there are 0 sections" },
        { 0, 62, 2, 4, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "the section names should be in section 4, but there are 4 sections" },
        { 0, 62, 2, 1, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "section 1 should have the section names, but is not a string table" },
        { 0, 62, 2, 0, SFR_ELF_BY_NAME, SFR_ELF_NOT_FOUND, "there is no section named .sframe" },
        { 0, 62, 2, SHN_LORESERVE, SFR_ELF_BY_NAME, SFR_ELF_DAMAGED, "section 65280, but there are 4 sections" },
        { PHDR, 8, 8, UINT64_MAX - 4, SFR_ELF_BY_SEGMENT, SFR_ELF_DAMAGED, "segment 1 (PT_GNU_SFRAME), 0x" },
        { PHDR, 32, 8, UINT64_MAX, SFR_ELF_BY_SEGMENT, SFR_ELF_DAMAGED,
          "segment 1 (PT_GNU_SFRAME), 0xffffffffffffffff bytes" },
        { SFRAME, 0, 4, 1000, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "the name of section 2 is at 0x3e8 of a table of 0x19 bytes" },
        { SFRAME, 0, 4, 0x19, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "the name of section 2 is at 0x19 of a table of 0x19 bytes" },
        { SFRAME, 24, 8, UINT64_MAX - 4, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "section 2 (.sframe), 0x33 bytes at offset 0xfffffffffffffffb, does not fit" },
        { SFRAME, 32, 8, UINT64_MAX, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "section 2 (.sframe), 0xffffffffffffffff bytes" },
        { SFRAME, 32, 8, 0, SFR_ELF_AUTO, SFR_ELF_NO_DATA, "section 2 (.sframe) is empty" },
        { NAMES, 32, 8, 0, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "section 3 (section names) is empty" },
        { NAMES, 32, 8, 8, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "section 3 (section names) does not end in a zero byte" },
        { NAMES, 24, 8, UINT64_MAX, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "section 3 (section names), 0x19 bytes at offset 0xffffffffffffffff, does not fit" },
        { NAMES, 8, 8, SHF_COMPRESSED, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "section 3 should have the section names" },
        /* Numbers in section header 0 may be of any size. */
        { ZERO, 32, 8, UINT64_MAX, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "18446744073709551615 section headers at offset" },
        { ZERO, 32, 8, UINT64_C(1) << 58, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "288230376151711744 section headers at offset" },
        { ZERO, 32, 8, 0, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "the section names should be in section 3, but there are 0 sections" },
        { ZERO, 40, 4, UINT32_MAX, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "the section names should be in section 4294967295, but there are 4 sections" },
        { ZERO, 40, 4, SHN_XINDEX, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "section 65535, but there are 4 sections" },
        { ZERO, 44, 4, UINT32_MAX, SFR_ELF_AUTO, SFR_ELF_DAMAGED,
          "4294967295 program headers at offset 0x40 do not fit" },
        { ZERO, 44, 4, PN_XNUM, SFR_ELF_AUTO, SFR_ELF_DAMAGED, "65535 program headers at offset 0x40 do not fit" },
    };
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        const bool extended = lies[i].base == ZERO;
        struct build b = linked(extended, ET_DYN, 8);
        b.extended = extended;
        build_file(&b, &file);
        const size_t base =
            lies[i].base >= 0 ? (size_t)lies[i].base : file.shoff + (size_t)(-1 - lies[i].base) * SHDR_SIZE;
        put(file.bytes + base + lies[i].at, lies[i].value, lies[i].width, b.big);
        check_refused(lies[i].route, SFR_ELF_ONLY, lies[i].fault, lies[i].text);
    }
}

static void check_names(void)
{
    enum sfr_elf_route route = SFR_ELF_BY_TYPE;
    OK(!sfr_elf_route_from_name("Segment", &route) && route == SFR_ELF_BY_TYPE, "an unknown route leaves the value");
    OK(sfr_elf_is_elf("\177ELF", 4) && !sfr_elf_is_elf("\177EL", 3) && !sfr_elf_is_elf("\177ELf", 4)
           && !sfr_elf_is_elf(NULL, 0),
       "an ELF file is known by four bytes");
}

TESTS(check_facts, check_fallbacks, check_tables, check_several, check_no_data, check_lies, check_names)
