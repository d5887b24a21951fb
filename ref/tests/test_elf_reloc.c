/* SPDX-License-Identifier: MIT */
/* Relocatable objects: made-up addresses, and the messages about relocations that are refused. The corpus has
   objects of each machine, and the harness fuzz_elf makes one of each of its sections. */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf_build.h"
#include "sfr.h"
#include "sfr_elf.h"
#include "tap.h"

/* Sections of the object, by number. */
enum { TEXT = 1, BSS, COLD, SFRAME, RELA, SYMTAB, STRTAB, NOTE, SHNDX };
/* Symbols, by number. */
enum { SYM_TEXT = 1, SYM_COLD, SYM_UNDEF, SYM_ABS, SYM_NOTE, SYM_FAR, NUM_SYMS };

struct object {
    struct build build;
    struct build_sframe spec;
    uint8_t sframe[256], rela[8 * RELA_SIZE], syms[NUM_SYMS * SYM_SIZE], shndx[NUM_SYMS * 4];
};
static struct object o;
static struct built file;
static struct sfr_elf elf;
static struct sfr_elf_error error;

static const char symbol_names[] = "\0text\0cold\0unde\033ined";

static void relocate(unsigned n, uint64_t offset, uint32_t symbol, uint32_t type, int64_t addend)
{
    build_rela(o.rela + n * RELA_SIZE, o.spec.big, offset, symbol, type, addend);
    o.build.sections[RELA - 1].size = (n + 1) * RELA_SIZE;
}

static void add_symbols(bool big)
{
    memset(o.syms, 0, sizeof o.syms);
    build_sym(o.syms + SYM_TEXT * SYM_SIZE, big, 1, TEXT, 0x10);
    build_sym(o.syms + SYM_COLD * SYM_SIZE, big, 6, COLD, 0);
    build_sym(o.syms + SYM_UNDEF * SYM_SIZE, big, 11, SHN_UNDEF, 0);
    build_sym(o.syms + SYM_ABS * SYM_SIZE, big, 1, SHN_ABS, 0x1234);
    build_sym(o.syms + SYM_NOTE * SYM_SIZE, big, 1, NOTE, 0);
    build_sym(o.syms + SYM_FAR * SYM_SIZE, big, UINT32_MAX, SHN_XINDEX, 0);
    memset(o.shndx, 0, sizeof o.shndx);
    put(o.shndx + SYM_FAR * 4, COLD, 4, big);
}

/* Three functions: .text+0x10, .text.cold+0, .text+0x30 (which is its end). Of x86-64, or big-endian AArch64. */
static void make(bool big, unsigned version, unsigned flags)
{
    static uint8_t code[0x30];
    const uint32_t type = big ? R_AARCH64_PREL32 : version == 3 ? R_X86_64_PC64 : R_X86_64_PC32;
    memset(&o, 0, sizeof o);
    struct build *b = &o.build;
    *b = (struct build){ .big = big, .type = ET_REL, .machine = big ? EM_AARCH64 : EM_X86_64 };
    o.spec = (struct build_sframe){ .version = version, .flags = flags, .abi = big ? 1 : 3, .big = big, .num = 3 };
    const size_t size = build_sframe(o.sframe, sizeof o.sframe, &o.spec);
    add_symbols(big);
    const struct build_section sections[] = {
        /* name, type, flags, addr, align, bytes, size, link, info, entsize */
        { ".text", SHT_PROGBITS, SHF_ALLOC, 0, 16, code, 0x30, 0, 0, 0 },
        { ".bss", SHT_NOBITS, SHF_ALLOC, 0, 64, NULL, 0x1001, 0, 0, 0 },
        { ".text.cold", SHT_PROGBITS, SHF_ALLOC, 0, 2, code, 0x20, 0, 0, 0 },
        { ".sframe", SHT_PROGBITS, SHF_ALLOC, 0, 8, o.sframe, size, 0, 0, 0 },
        { ".rela.sframe", SHT_RELA, 0, 0, 8, o.rela, 0, SYMTAB, SFRAME, RELA_SIZE },
        { ".symtab", SHT_SYMTAB, 0, 0, 8, o.syms, sizeof o.syms, STRTAB, 1, SYM_SIZE },
        { ".strtab", SHT_STRTAB, 0, 0, 1, symbol_names, sizeof symbol_names, 0, 0, 0 },
        { ".note", SHT_NOTE, 0, 0, 4, code, 4, 0, 0, 0 },
        { ".symtab_shndx", SHT_SYMTAB_SHNDX, 0, 0, 4, o.shndx, sizeof o.shndx, SYMTAB, 0, 4 },
    };
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++)
        build_add(b, sections[i]);
    relocate(0, build_start_field(&o.spec, 0), SYM_TEXT, type, 0);
    relocate(1, build_start_field(&o.spec, 1), SYM_COLD, type, 0);
    relocate(2, build_start_field(&o.spec, 2), SYM_TEXT, type, 0x20);
}

static enum sfr_elf_fault open_object(void)
{
    build_file(&o.build, &file);
    sfr_elf_close(&elf);
    return sfr_elf_open(&elf, file.bytes, file.size, SFR_ELF_AUTO, SFR_ELF_ONLY, &error);
}

static void check_layout(void)
{
    char name[SFR_ELF_NAME_MAX];
    uint32_t section;
    uint64_t offset;
    make(false, 1, 0);
    open_object();
    IS_U64(elf.num_places, 4, "the loaded sections have addresses");
    const uint64_t expected[] = { 0, 0x40, 0x1042, 0x1068 };
    for (uint32_t i = 0; i < 4; i++)
        OK(elf.places[i].section == i + 1 && elf.places[i].addr == expected[i],
           "section %u is at 0x%" PRIx64 ": aligned, with a byte left free before it", i + 1, elf.places[i].addr);
    IS_U64(elf.addr, 0x1068, "the SFrame section has its own");
    sfr_elf_section_name(&elf, COLD, name);
    IS_TEXT(name, ".text.cold", "a section has its name");
    sfr_elf_section_name(&elf, 1000, name);
    IS_TEXT(name, "", "a section that is not there has none");
    OK(sfr_elf_locate(&elf, 0x1041, &section, &offset) && section == BSS && offset == 0x1001,
       "the end of a section is in it");
    OK(!sfr_elf_locate(&elf, 0x3f, &section, &offset), "the gap after it is in no section");
    OK(!sfr_elf_locate(&elf, elf.addr + elf.size + 1, &section, &offset), "nor is an address after the last section");
    OK(!sfr_elf_locate(&elf, UINT64_MAX, &section, &offset), "nor the highest address");
    o.build.sections[COLD - 1].size = 0x26;
    OK(open_object() == SFR_ELF_OK && elf.addr == 0x1070,
       "a section that ends where the next could start pushes it on");
    OK(sfr_elf_locate(&elf, 0x1068, &section, &offset) && section == COLD && offset == 0x26,
       "so that its end has an address of its own");
    o.build.sections[COLD - 1].size = 0x20;
    /* A section that will not be loaded still gets an address if it is the one that was asked for. */
    o.build.sections[SFRAME - 1].flags = 0;
    IS_U64(open_object(), SFR_ELF_OK, "an SFrame section without SHF_ALLOC is still read");
    OK(elf.addr == 0x1068 && elf.shdr.flags == 0, "at its address, with its flags to be seen");
}

static void check_refused(const char *text, const char *what)
{
    const enum sfr_elf_fault fault = open_object();
    OK(fault != SFR_ELF_OK && elf.copy == NULL && elf.places == NULL, "%s: refused", what);
    OK(strstr(error.text, text) != NULL, "%s: \"%s\" says \"%s\"", what, error.text, text);
    OK(error.section != 0, "%s: and the section, %u", what, error.section);
}

static void check_bad_entries(void)
{
    const uint64_t first = 28;
    static const struct {
        uint64_t offset;
        uint32_t symbol, type;
        int64_t addend;
        const char *text;
    } entries[] = {
        { 28, SYM_UNDEF, R_X86_64_PC32, 0, "symbol 3 (unde?ined) is not defined in this file" },
        { 28, SYM_ABS, R_X86_64_PC32, 0, "symbol 4 (text) is in no section (0xfff1)" },
        { 28, SYM_NOTE, R_X86_64_PC32, 0, "symbol 5 (text) is in section 8, which is not loaded" },
        { 28, 0, R_X86_64_PC32, 0, "symbol 0 of 7 does not exist" },
        { 28, NUM_SYMS, R_X86_64_PC32, 0, "symbol 7 of 7 does not exist" },
        { 28, UINT32_MAX, R_X86_64_PC32, 0, "symbol 4294967295 of 7 does not exist" },
        { 28, SYM_TEXT, R_X86_64_32, 0, "its type 10 is not a PC-relative one of 4 or 8 bytes for machine 62" },
        { 28, SYM_TEXT, UINT32_MAX, 0, "its type 4294967295 is not" },
        { 28, SYM_TEXT, R_X86_64_PC64, 0, "it is 8 bytes wide, unlike the start field at 0x1c" },
        { 29, SYM_TEXT, R_X86_64_PC32, 0, "it changes offset 0x1d, where no FDE's start field is" },
        { 0, SYM_TEXT, R_X86_64_PC32, 0, "it changes offset 0x0, where no FDE's start field is" },
        { 79, SYM_TEXT, R_X86_64_PC32, 0, "it changes offset 0x4f, where no FDE's start field is" },
        { 85, SYM_TEXT, R_X86_64_PC32, 0, "it changes 4 bytes at 0x55 of a section of 0x58 bytes" },
        { UINT64_MAX, SYM_TEXT, R_X86_64_PC32, 0, "it changes 4 bytes at 0xffffffffffffffff" },
        { 28, SYM_TEXT, R_X86_64_PC32, 0x21,
          "symbol 1 (text) and addend lead to 0x31 of section 1, which has 0x30 bytes" },
        { 28, SYM_TEXT, R_X86_64_PC32, -0x11, "and addend lead to 0xffffffffffffffff of section 1" },
    };
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        make(false, 1, 0);
        relocate(0, entries[i].offset, entries[i].symbol, entries[i].type, entries[i].addend);
        check_refused(entries[i].text, entries[i].text);
        OK(strncmp(error.text, "relocation 0 of section 5, at offset 0x", 39) == 0, "and which relocation");
    }
    make(false, 1, 0);
    relocate(3, first, SYM_COLD, R_X86_64_PC32, 0);
    check_refused("relocation 3 of section 5", "the same field again");
    make(false, 1, 0);
    relocate(3, 45, SYM_TEXT, R_X86_64_NONE, 0);
    OK(open_object() == SFR_ELF_OK && elf.num_relocations == 3, "a relocation of type NONE does nothing");
    make(false, 1, 0);
    relocate(2, build_start_field(&o.spec, 2), SYM_TEXT, R_X86_64_NONE, 0);
    check_refused("function 2 of the SFrame section has no relocation", "a function that is not relocated");
    make(false, 3, SFR_F_FDE_FUNC_START_PCREL);
    relocate(0, first, SYM_TEXT, R_X86_64_PC32, 0);
    check_refused("it is 4 bytes wide, unlike the start field at 0x1c", "4 bytes in version 3");
    make(false, 1, 0);
    o.build.sections[BSS - 1].size = UINT64_C(0x80000000);
    check_refused("does not fit into 4 bytes", "a function too far away");
    make(false, 3, SFR_F_FDE_FUNC_START_PCREL);
    o.build.sections[BSS - 1].size = UINT64_C(0x80000000);
    IS_U64(open_object(), SFR_ELF_OK, "8 bytes reach it");
    make(false, 1, 0);
    o.build.machine = EM_RISCV;
    check_refused("its type 2 is not a PC-relative one of 4 or 8 bytes for machine 243",
                  "a machine whose relocations are not known");
}

static void check_extended_symbols(void)
{
    make(true, 2, 0);
    relocate(0, 28, SYM_FAR, R_AARCH64_PREL32, 4);
    relocate(1, build_start_field(&o.spec, 1), SYM_COLD, R_AARCH64_PREL32, 0);
    relocate(2, build_start_field(&o.spec, 2), SYM_TEXT, R_AARCH64_PREL32, 0x20);
    struct sfr_section s;
    struct sfr_fde fde;
    uint32_t section;
    uint64_t offset;
    IS_U64(open_object(), SFR_ELF_OK, "a symbol's section may be in the table of large numbers (%s)", error.text);
    OK(sfr_open(&s, elf.data, elf.size, elf.addr, SFR_PROFILE_AUTO, NULL) == 0 && sfr_read_fde(&s, 0, &fde) == 0
           && sfr_elf_locate(&elf, fde.start, &section, &offset) && section == COLD && offset == 4,
       "and its function is there");
    static const uint8_t others[NUM_SYMS * 4];
    build_add(&o.build,
              (struct build_section){ ".other_shndx", SHT_SYMTAB_SHNDX, 0, 0, 4, others, sizeof others, STRTAB, 0, 4 });
    IS_U64(open_object(), SFR_ELF_OK, "such a table of other symbols does not matter (%s)", error.text);
    o.build.sections[SHNDX - 1].size = SYM_FAR * 4;
    check_refused("symbol 6 () has no entry in a SHT_SYMTAB_SHNDX section", "that table is too short");
}

static void check_bad_sections(void)
{
    static const struct {
        uint32_t section;
        size_t field;
        uint64_t value;
        unsigned width;
        const char *text;
    } changes[] = {
        { RELA, 0x20, 71, 8, "section 5 with 0x47 bytes is not a table of 24-byte relocations" },
        { RELA, 0x38, 23, 8, "is not a table of 24-byte relocations" },
        { RELA, 0x08, SHF_COMPRESSED, 8, "is not a table of 24-byte relocations" },
        { RELA, 0x18, UINT64_MAX, 8, "section 5 (relocations), 0x48 bytes at offset 0xffffffffffffffff, does not fit" },
        { RELA, 0x20, UINT64_C(24) << 40, 8, "section 5 (relocations), 0x180000000000 bytes" },
        { RELA, 0x28, 0, 4, "section 5 (relocations) has its symbols in section 0, but there are 11 sections" },
        { RELA, 0x28, 11, 4, "has its symbols in section 11, but there are 11 sections" },
        { RELA, 0x28, TEXT, 4, "section 1 should have the symbols, but is not a table of 24-byte symbols" },
        { RELA, 0x04, SHT_REL, 4, "section 5 relocates section 4, but not with SHT_RELA" },
        { SYMTAB, 0x38, 0, 8, "section 6 should have the symbols" },
        { SYMTAB, 0x18, UINT64_MAX - 8, 8,
          "section 6 (symbols), 0xa8 bytes at offset 0xfffffffffffffff7, does not fit" },
        { TEXT, 0x30, 3, 8, "section 1 has an alignment of 0x3, which is not a power of two" },
        { BSS, 0x20, UINT64_MAX, 8, "section 2 with 0xffffffffffffffff bytes does not fit into the address space" },
        { COLD, 0x30, UINT64_C(1) << 63, 8, "section 4 with 0x58 bytes does not fit into the address space" },
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        make(false, 1, 0);
        if (changes[i].section == COLD)
            o.build.sections[SFRAME - 1].align = UINT64_C(1) << 63; /* and .text.cold ends above it already */
        build_file(&o.build, &file);
        put(file.bytes + file.shoff + changes[i].section * SHDR_SIZE + changes[i].field, changes[i].value,
            changes[i].width, false);
        sfr_elf_close(&elf);
        OK(sfr_elf_open(&elf, file.bytes, file.size, SFR_ELF_AUTO, SFR_ELF_ONLY, &error) != SFR_ELF_OK, "refused: %s",
           changes[i].text);
        OK(strstr(error.text, changes[i].text) != NULL && error.section != 0, "\"%s\"", error.text);
    }
    make(false, 1, 0);
    build_add(&o.build, o.build.sections[RELA - 1]);
    check_refused("sections 5 and 10 both relocate section 4", "two relocation sections");
    make(false, 1, 0);
    put(o.sframe, 0, 2, false);
    IS_U64(open_object(), SFR_ELF_OK, "a section that is no SFrame data is relocated as it is (%s)", error.text);
    IS_U64(elf.num_relocations, 3, "wherever the relocations point");
    make(false, 1, 0);
    o.build.sections[RELA - 1].type = SHT_PROGBITS;
    check_refused("function 0 of the SFrame section has no relocation", "without relocations nothing says where");
    put(o.sframe, 0, 2, false);
    OK(open_object() == SFR_ELF_OK && elf.num_relocations == 0, "data that is not SFrame needs no relocation");
    make(false, 1, 0);
    relocate(0, 28, SYM_UNDEF, R_X86_64_PC32, 0);
    build_file(&o.build, &file);
    put(file.bytes + file.shoff + STRTAB * SHDR_SIZE + 0x20, 15, 8, false);
    sfr_elf_close(&elf);
    OK(sfr_elf_open(&elf, file.bytes, file.size, SFR_ELF_AUTO, SFR_ELF_ONLY, &error) == SFR_ELF_BAD_RELOCATION
           && strstr(error.text, "symbol 3 (unde) is not") != NULL,
       "a name ends where the string table does: %s", error.text);
    o.build.sections[STRTAB - 1].type = SHT_PROGBITS;
    check_refused("symbol 3 () is not defined in this file", "without a string table symbols have no names");
}

TESTS(check_layout, check_bad_entries, check_extended_symbols, check_bad_sections)
