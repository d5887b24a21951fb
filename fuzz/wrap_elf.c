/* SPDX-License-Identifier: MIT */
/* Puts a section into an ELF file. */
#include "wrap_elf.h"

#include <elf.h>

#include "sfr_elf.h"

#ifndef R_AARCH64_PREL64
#define R_AARCH64_PREL64 260
#endif

enum { TEXT_SIZE = 0x1000 };

static uint16_t machine_of(unsigned abi)
{
    const bool arm = abi == SFR_ABI_AARCH64_ENDIAN_BIG || abi == SFR_ABI_AARCH64_ENDIAN_LITTLE;
    return arm ? EM_AARCH64 : abi == SFR_ABI_S390X_ENDIAN_BIG ? EM_S390 : EM_X86_64;
}

static uint32_t relocation_of(uint16_t machine, bool wide)
{
    switch (machine) {
    case EM_AARCH64: return wide ? R_AARCH64_PREL64 : R_AARCH64_PREL32;
    case EM_S390: return wide ? R_390_PC64 : R_390_PC32;
    default: return wide ? R_X86_64_PC64 : R_X86_64_PC32;
    }
}

uint64_t fuzz_wrap_target(uint32_t fde)
{
    return (uint64_t)fde * 53 % TEXT_SIZE;
}

void fuzz_wrap_object(const struct sfr_section *s, struct built *out)
{
    enum { TEXT = FUZZ_WRAP_TEXT, SFRAME, RELA, SYMTAB, STRTAB };
    static uint8_t rela[FUZZ_WRAP_MAX_FDES * RELA_SIZE], syms[2 * SYM_SIZE];
    static const char names[] = "\0function";
    static const uint8_t numbers[2][8] = { { [4] = TEXT }, { [7] = TEXT } };
    /* A CIE, and an FDE for 16 bytes. */
    static const uint8_t frames[] = { 20, 0,    0,  0, 0, 0,    0,  0, 1, 'z', 'R', 0,    1,  0x78, 16,
                                      1,  0x1b, 12, 7, 8, 0x90, 1,  0, 0, 16,  0,   0,    0,  28,   0,
                                      0,  0,    0,  0, 0, 0,    16, 0, 0, 0,   0,   0x44, 14, 16 };
    const uint16_t machine = machine_of(s->hdr.sfh_abi_arch);
    const uint32_t num = s->hdr.sfh_num_fdes;
    /* A reader of .sframe looks at the last three only if they are there: names of symbols, their sections if the
       numbers are large, and call frame information. */
    const struct build b = {
        .big = s->big,
        .type = ET_REL,
        .machine = machine,
        .num_sections = 7,
        .sections = {
            /* name, type, flags, address, alignment, bytes, size, link, info, size of an entry */
            { ".text", SHT_NOBITS, SHF_ALLOC, 0, 64, NULL, TEXT_SIZE, 0, 0, 0 },
            { ".sframe", SFR_SHT_GNU_SFRAME, SHF_ALLOC, 0, 8, s->data, s->size, 0, 0, 0 },
            { ".rela.sframe", SHT_RELA, 0, 0, 8, rela, (uint64_t)num * RELA_SIZE, SYMTAB, SFRAME, RELA_SIZE },
            { ".symtab", SHT_SYMTAB, 0, 0, 8, syms, sizeof syms, STRTAB, 1, SYM_SIZE },
            { ".strtab", SHT_STRTAB, 0, 0, 0, names, sizeof names, 0, 0, 0 },
            { ".symtab_shndx", SHT_SYMTAB_SHNDX, 0, 0, 0, numbers[s->big], sizeof numbers[0], SYMTAB, 0, 4 },
            { ".eh_frame", SHT_PROGBITS, 0, 0, 8, frames, sizeof frames, 0, 0, 0 },
        },
    };

    for (uint32_t i = 0; i < num; i++)
        build_rela(rela + i * RELA_SIZE, s->big, s->fde_start + (uint64_t)i * s->fde_size, 1,
                   relocation_of(machine, s->hdr.sfp_version == 3), (int64_t)fuzz_wrap_target(i));
    build_sym(syms + SYM_SIZE, s->big, 1, num % 2 ? SHN_XINDEX : TEXT, 0);
    build_file(&b, out);
}

void fuzz_wrap_elf(const uint8_t *section, size_t size, struct built *out)
{
    static const uint8_t code[16];
    const unsigned abi = size > 4 ? section[4] : 0;
    const struct build b = {
        .big = sfr_abi_is_big(abi),
        .type = ET_DYN,
        .machine = machine_of(abi),
        .num_sections = 2,
        .sections = {
            { ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x401000, 16, code, sizeof code, 0, 0, 0 },
            { ".sframe", SFR_SHT_GNU_SFRAME, SHF_ALLOC, FUZZ_WRAP_ADDR, 8, section, size, 0, 0, 0 },
        },
        .num_segments = 1,
        .segments = { { .type = SFR_PT_GNU_SFRAME, .section = 2 } },
    };
    build_file(&b, out);
}
