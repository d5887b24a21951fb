/* SPDX-License-Identifier: MIT */
/* Lying ELF files: which error, and its message. The harness fuzz_elf has the properties of any file. */
#include <elf.h>
#include <string.h>

#include "elf_build.h"
#include "sfr.h"
#include "sfr_elf.h"
#include "tap.h"

static uint8_t sframe[128];
static struct built file;
static struct sfr_elf elf;
static struct sfr_elf_error error;

static struct build linked(bool big)
{
    struct build b = { .big = big, .type = ET_DYN, .machine = EM_AARCH64 };
    const size_t size =
        build_sframe(sframe, sizeof sframe,
                     &(struct build_sframe){ .version = 1, .flags = 1, .abi = big ? 1 : 2, .big = big, .num = 2 });
    const uint32_t s = build_add(
        &b, (struct build_section){ ".sframe", SFR_SHT_GNU_SFRAME, SHF_ALLOC, 0x2000, 8, sframe, size, 0, 0, 0 });
    b.segments[b.num_segments++] = (struct build_segment){ .type = SFR_PT_GNU_SFRAME, .section = s, .extra = 8 };
    return b;
}

static void check_refused(enum sfr_elf_route route, enum sfr_elf_fault wanted, const char *text)
{
    const enum sfr_elf_fault fault = sfr_elf_open(&elf, file.bytes, file.size, route, SFR_ELF_ONLY, &error);
    OK(fault == wanted && error.fault == wanted && !elf.data && !elf.copy && !elf.places, "refused (%d): %s",
       (int)fault, text);
    OK(strstr(error.text, text) != NULL, "\"%s\"", error.text);
    sfr_elf_close(&elf);
}

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
        check_refused(lies[i].route, lies[i].fault, lies[i].text);
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
        check_refused(SFR_ELF_AUTO, SFR_ELF_DAMAGED, lies[i].text);
    }
}

TESTS(check_lies, check_extended_lies)
