/* SPDX-License-Identifier: MIT */
/* Shapes of ELF files that no linker writes, made by hand, each with its one right answer: the section's place, or an
   error with its place. Values come from the gABI, "ELF Header" and "Sections". */
#include <elf.h>
#include <string.h>

#include "elf_build.h"
#include "sfr.h"
#include "sfr_elf.h"
#include "tap.h"

enum { ADDR = 0x2000, SFRAME = 1, NAMES = 2 }; /* sections of linked() */
enum { SH_TYPE = 4, SH_FLAGS = 8, SH_OFFSET = 24, SH_SIZE = 32, SH_LINK = 40, SH_INFO = 44 };
enum { E_PHOFF = 32, E_SHOFF = 40, E_PHNUM = 56, E_SHNUM = 60, E_SHSTRNDX = 62 };
enum { P_OFFSET = 8, P_FILESZ = 32 };

static uint8_t sframe[128];
static size_t sframe_size;
static struct built file;
static struct sfr_elf elf;
static struct sfr_elf_error error;

/* One section .sframe of two functions, and a segment for it. */
static void make(void)
{
    struct build b = { .type = ET_DYN, .machine = EM_X86_64, .num_segments = 1 };

    sframe_size =
        build_sframe(sframe, sizeof sframe, &(struct build_sframe){ .version = 2, .flags = 5, .abi = 3, .num = 2 });
    const uint32_t number = build_add(&b, (struct build_section){ .name = ".sframe",
                                                                  .type = SFR_SHT_GNU_SFRAME,
                                                                  .flags = SHF_ALLOC,
                                                                  .addr = ADDR,
                                                                  .align = 8,
                                                                  .data = sframe,
                                                                  .size = sframe_size });
    b.segments[0] = (struct build_segment){ .type = SFR_PT_GNU_SFRAME, .section = number };
    build_file(&b, &file);
}

static void set_header(unsigned at, uint64_t value, unsigned width)
{
    put(file.bytes + at, value, width, false);
}

static void set_section(unsigned index, unsigned at, uint64_t value, unsigned width)
{
    put(file.bytes + file.shoff + index * SHDR_SIZE + at, value, width, false);
}

static enum sfr_elf_fault open_by(enum sfr_elf_route route, uint32_t nth)
{
    sfr_elf_close(&elf);
    return sfr_elf_open(&elf, file.bytes, file.size, route, nth, &error);
}

static void opens_at(enum sfr_elf_route route, uint32_t nth, size_t offset, size_t size, const char *what)
{
    const enum sfr_elf_fault fault = open_by(route, nth);
    OK(fault == SFR_ELF_OK && elf.data == file.bytes + offset && elf.size == size, "%s: opens (%s)", what,
       fault ? error.text : "-");
}

static void refused(enum sfr_elf_route route, enum sfr_elf_fault fault, uint64_t offset, const char *text,
                    const char *what)
{
    IS_U64(open_by(route, SFR_ELF_ONLY), fault, "%s: refused", what);
    IS_U64(error.offset, offset, "%s: where", what);
    OK(strstr(error.text, text) != NULL, "%s: \"%s\"", what, error.text);
}

/* ---- The shapes ---- */

/* The header of ELF32 has 52 bytes: e_shoff is at 32, where ELF64 has e_phoff. */
static void elf32(void)
{
    static const uint8_t header[52] = { 0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT };

    memset(&file, 0, sizeof file);
    memcpy(file.bytes, header, sizeof header);
    put(file.bytes + 16, ET_DYN, 2, false);
    put(file.bytes + 18, EM_386, 2, false);
    put(file.bytes + 20, EV_CURRENT, 4, false);
    file.size = sizeof header;
    refused(SFR_ELF_AUTO, SFR_ELF_UNSUPPORTED, EI_CLASS, "a 32-bit ELF file: SFrame is for 64-bit ABIs only", "ELF32");
    put(file.bytes + 18, EM_X86_64, 2, false);
    refused(SFR_ELF_BY_SEGMENT, SFR_ELF_UNSUPPORTED, EI_CLASS, "a 32-bit ELF file", "x32, ELF32 for x86-64");
    file.bytes[EI_CLASS] = ELFCLASS64;
    refused(SFR_ELF_AUTO, SFR_ELF_DAMAGED, sizeof header, "the file ends at offset 0x34, inside the ELF header",
            "an ELF64 file as short as a header of ELF32");
}

/* Elf64_Chdr: type, a reserved word, size, alignment. */
static void compressed(void)
{
    make();
    const size_t at = file.offset[SFRAME];
    put(file.bytes + at, ELFCOMPRESS_ZLIB, 8, false);
    put(file.bytes + at + 8, UINT64_MAX, 8, false);
    set_section(SFRAME, SH_FLAGS, SHF_ALLOC | SHF_COMPRESSED, 8);
    refused(SFR_ELF_AUTO, SFR_ELF_NO_DATA, file.shoff + SHDR_SIZE,
            "section 1 (.sframe) is compressed (SHF_COMPRESSED), but loaded data cannot be", "compressed, and a lie");
    opens_at(SFR_ELF_BY_SEGMENT, SFR_ELF_ONLY, at, sframe_size, "what is loaded is not compressed");
    IS_U64(sfr_check(elf.data, elf.size, elf.addr, SFR_PROFILE_AUTO, NULL, NULL).first.fault, SFR_FAULT_BAD_MAGIC,
           "so these bytes are judged");
}

static void overlapping(void)
{
    make();
    set_section(SFRAME, SH_OFFSET, 0, 8);
    opens_at(SFR_ELF_BY_NAME, SFR_ELF_ONLY, 0, sframe_size, "the section is the file's own header");
    OK(!sfr_check(elf.data, elf.size, elf.addr, SFR_PROFILE_AUTO, NULL, NULL).accepted, "which is no section");
    set_section(SFRAME, SH_OFFSET, file.shoff, 8);
    opens_at(SFR_ELF_BY_NAME, SFR_ELF_ONLY, file.shoff, sframe_size, "the section is the table of sections");
    set_section(SFRAME, SH_OFFSET, 0, 8);
    set_section(SFRAME, SH_SIZE, file.size, 8);
    opens_at(SFR_ELF_BY_TYPE, SFR_ELF_ONLY, 0, file.size, "the section is the whole file");
    set_section(SFRAME, SH_OFFSET, 1, 8);
    refused(SFR_ELF_BY_TYPE, SFR_ELF_DAMAGED, file.shoff + SHDR_SIZE, "does not fit into the file", "one byte further");

    make();
    put(file.bytes + EHDR_SIZE + P_OFFSET, file.offset[SFRAME] + 4, 8, false);
    opens_at(SFR_ELF_BY_SEGMENT, SFR_ELF_ONLY, file.offset[SFRAME] + 4, sframe_size, "a segment beside its section");
    opens_at(SFR_ELF_AUTO, SFR_ELF_ONLY, file.offset[SFRAME], sframe_size, "the section comes first");
    put(file.bytes + EHDR_SIZE + P_FILESZ, file.size - file.offset[SFRAME] - 3, 8, false);
    refused(SFR_ELF_BY_SEGMENT, SFR_ELF_DAMAGED, EHDR_SIZE, "segment 0 (PT_GNU_SFRAME)", "a segment past the end");

    /* Two headers with the same bytes: that of the names becomes one more of SFrame's type. */
    make();
    set_section(NAMES, SH_TYPE, SFR_SHT_GNU_SFRAME, 4);
    set_section(NAMES, SH_OFFSET, file.offset[SFRAME], 8);
    set_section(NAMES, SH_SIZE, sframe_size, 8);
    set_header(E_SHSTRNDX, 0, 2);
    refused(SFR_ELF_BY_TYPE, SFR_ELF_SEVERAL, SFR_ELF_NO_OFFSET, "there are 2 sections of type SHT_GNU_SFRAME",
            "two sections of the same bytes");
    opens_at(SFR_ELF_BY_TYPE, 0, file.offset[SFRAME], sframe_size, "the first");
    opens_at(SFR_ELF_BY_TYPE, 1, file.offset[SFRAME], sframe_size, "the second");
}

/* e_shnum 0 means no sections if e_shoff is 0, else that their number is the size of section 0. */
static void no_number(void)
{
    make();
    set_header(E_SHNUM, 0, 2);
    set_header(E_SHOFF, 0, 8);
    opens_at(SFR_ELF_AUTO, SFR_ELF_ONLY, file.offset[SFRAME], sframe_size, "e_shnum and e_shoff 0: the segment");
    refused(SFR_ELF_BY_NAME, SFR_ELF_NOT_FOUND, SFR_ELF_NO_OFFSET, "there is no section named .sframe",
            "and no section");
    set_header(E_SHOFF, file.shoff, 8);
    refused(SFR_ELF_AUTO, SFR_ELF_DAMAGED, E_SHSTRNDX,
            "the section names should be in section 2, but there are 0 sections", "e_shnum 0, and section 0 says 0");
    set_header(E_SHSTRNDX, 0, 2);
    opens_at(SFR_ELF_AUTO, SFR_ELF_ONLY, file.offset[SFRAME], sframe_size, "no names are asked for: the segment");
    set_header(E_SHSTRNDX, NAMES, 2);
    set_section(0, SH_SIZE, 3, 8);
    opens_at(SFR_ELF_BY_NAME, SFR_ELF_ONLY, file.offset[SFRAME], sframe_size, "e_shnum 0, and section 0 says 3");
    set_section(0, SH_SIZE, 4, 8);
    refused(SFR_ELF_BY_NAME, SFR_ELF_DAMAGED, E_SHOFF, "4 section headers at offset", "section 0 says one too many");
    set_section(0, SH_SIZE, UINT64_MAX, 8);
    refused(SFR_ELF_BY_NAME, SFR_ELF_DAMAGED, E_SHOFF, "18446744073709551615 section headers", "section 0 says 2^64-1");
}

static void extended_numbers(void)
{
    make();
    set_header(E_SHSTRNDX, SHN_XINDEX, 2);
    set_section(0, SH_LINK, NAMES, 4);
    opens_at(SFR_ELF_BY_NAME, SFR_ELF_ONLY, file.offset[SFRAME], sframe_size, "the names' number is in section 0");
    set_section(0, SH_LINK, SHN_XINDEX, 4);
    refused(SFR_ELF_BY_NAME, SFR_ELF_DAMAGED, E_SHSTRNDX, "section 65535, but there are 3 sections",
            "section 0 says the escape again");
    set_header(E_SHSTRNDX, SHN_LORESERVE, 2);
    refused(SFR_ELF_BY_NAME, SFR_ELF_DAMAGED, E_SHSTRNDX, "section 65280, but there are 3 sections",
            "another reserved number is no escape");

    make();
    set_header(E_PHNUM, PN_XNUM, 2);
    set_section(0, SH_INFO, 1, 4);
    opens_at(SFR_ELF_BY_SEGMENT, SFR_ELF_ONLY, file.offset[SFRAME], sframe_size,
             "the segments' number is in section 0");
    set_section(0, SH_INFO, 0, 4);
    refused(SFR_ELF_BY_SEGMENT, SFR_ELF_NOT_FOUND, SFR_ELF_NO_OFFSET, "there is no segment of type PT_GNU_SFRAME",
            "section 0 says none");
    set_section(0, SH_INFO, PN_XNUM, 4);
    refused(SFR_ELF_BY_SEGMENT, SFR_ELF_DAMAGED, E_PHOFF, "65535 program headers at offset 0x40 do not fit",
            "section 0 says 65535");
    set_header(E_SHOFF, file.size - SHDR_SIZE + 1, 8);
    refused(SFR_ELF_BY_SEGMENT, SFR_ELF_DAMAGED, E_SHOFF, "section header 0 at offset", "section 0 is cut off");
}

int main(void)
{
    elf32();
    compressed();
    overlapping();
    no_number();
    extended_numbers();
    sfr_elf_close(&elf);
    return tap_done();
}
