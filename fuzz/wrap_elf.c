/* SPDX-License-Identifier: MIT */
/* Puts a section into a linked ELF file. */
#include "wrap_elf.h"

#include <elf.h>

#include "sfr.h"
#include "sfr_elf.h"

void fuzz_wrap_elf(const uint8_t *section, size_t size, struct built *out)
{
    static const uint8_t code[16];
    const unsigned abi = size > 4 ? section[4] : 0;
    const bool arm = abi == SFR_ABI_AARCH64_ENDIAN_BIG || abi == SFR_ABI_AARCH64_ENDIAN_LITTLE;
    struct build b = {
        .big = sfr_abi_is_big(abi),
        .type = ET_DYN,
        .machine = arm                               ? EM_AARCH64
                   : abi == SFR_ABI_S390X_ENDIAN_BIG ? EM_S390
                                                     : EM_X86_64,
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
