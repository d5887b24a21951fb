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

/* Sections that a reader of .sframe looks at only if they are there: names of symbols, their sections if the numbers
   are large, and call frame information (a CIE, and an FDE for 16 bytes). */
static void add_optional(struct build *b, uint32_t symtab)
{
    static const char names[] = "\0function";
    static const uint8_t numbers[2][8] = { { [4] = FUZZ_WRAP_TEXT }, { [7] = FUZZ_WRAP_TEXT } };
    static const uint8_t frames[] = { 20, 0,    0,  0, 0, 0,    0,  0, 1, 'z', 'R', 0,    1,  0x78, 16,
                                      1,  0x1b, 12, 7, 8, 0x90, 1,  0, 0, 16,  0,   0,    0,  28,   0,
                                      0,  0,    0,  0, 0, 0,    16, 0, 0, 0,   0,   0x44, 14, 16 };

    build_add(b, (struct build_section){ .name = ".strtab", .type = SHT_STRTAB, .data = names, .size = sizeof names });
    build_add(b, (struct build_section){ .name = ".symtab_shndx",
                                         .type = SHT_SYMTAB_SHNDX,
                                         .data = numbers[b->big],
                                         .size = sizeof numbers[0],
                                         .link = symtab,
                                         .entsize = 4 });
    build_add(b, (struct build_section){
                     .name = ".eh_frame", .type = SHT_PROGBITS, .align = 8, .data = frames, .size = sizeof frames });
}

void fuzz_wrap_object(const struct sfr_section *s, struct built *out)
{
    enum { TEXT = FUZZ_WRAP_TEXT, SFRAME, RELA, SYMTAB, STRTAB };
    static uint8_t rela[FUZZ_WRAP_MAX_FDES * RELA_SIZE], syms[2 * SYM_SIZE];
    const uint16_t machine = machine_of(s->hdr.sfh_abi_arch);
    struct build b = { .big = s->big, .type = ET_REL, .machine = machine };

    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++)
        build_rela(rela + i * RELA_SIZE, s->big, s->fde_start + (uint64_t)i * s->fde_size, 1,
                   relocation_of(machine, s->hdr.sfp_version == 3), (int64_t)fuzz_wrap_target(i));
    build_sym(syms + SYM_SIZE, s->big, 1, s->hdr.sfh_num_fdes % 2 ? SHN_XINDEX : TEXT, 0);
    build_add(&b, (struct build_section){
                      .name = ".text", .type = SHT_NOBITS, .flags = SHF_ALLOC, .align = 64, .size = TEXT_SIZE });
    build_add(&b, (struct build_section){ .name = ".sframe",
                                          .type = SFR_SHT_GNU_SFRAME,
                                          .flags = SHF_ALLOC,
                                          .align = 8,
                                          .data = s->data,
                                          .size = s->size });
    build_add(&b, (struct build_section){ .name = ".rela.sframe",
                                          .type = SHT_RELA,
                                          .align = 8,
                                          .data = rela,
                                          .size = s->hdr.sfh_num_fdes * (uint64_t)RELA_SIZE,
                                          .link = SYMTAB,
                                          .info = SFRAME,
                                          .entsize = RELA_SIZE });
    build_add(&b, (struct build_section){ .name = ".symtab",
                                          .type = SHT_SYMTAB,
                                          .align = 8,
                                          .data = syms,
                                          .size = sizeof syms,
                                          .link = STRTAB,
                                          .info = 1,
                                          .entsize = SYM_SIZE });
    add_optional(&b, SYMTAB);
    build_file(&b, out);
}

void fuzz_wrap_elf(const uint8_t *section, size_t size, struct built *out)
{
    static const uint8_t code[16];
    const unsigned abi = size > 4 ? section[4] : 0;
    struct build b = {
        .big = sfr_abi_is_big(abi),
        .type = ET_DYN,
        .machine = machine_of(abi),
        .num_segments = 1,
    };
    build_add(&b, (struct build_section){ .name = ".text",
                                          .type = SHT_PROGBITS,
                                          .flags = SHF_ALLOC | SHF_EXECINSTR,
                                          .addr = 0x401000,
                                          .align = 16,
                                          .data = code,
                                          .size = sizeof code });
    const uint32_t number = build_add(&b, (struct build_section){ .name = ".sframe",
                                                                  .type = SFR_SHT_GNU_SFRAME,
                                                                  .flags = SHF_ALLOC,
                                                                  .addr = FUZZ_WRAP_ADDR,
                                                                  .align = 8,
                                                                  .data = section,
                                                                  .size = size });
    b.segments[0] = (struct build_segment){ .type = SFR_PT_GNU_SFRAME, .section = number };
    build_file(&b, out);
}
