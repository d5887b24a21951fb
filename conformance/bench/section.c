/* SPDX-License-Identifier: MIT */
/* Large version 1 sections for the benchmarks. */
#include "section.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t *put32(uint8_t *p, uint32_t v)
{
    for (unsigned i = 0; i < 4; i++)
        *p++ = (uint8_t)(v >> 8 * i);
    return p;
}

/* The rows of a function with a frame pointer: entry, push, mov, body, return; then again. */
static uint8_t *put_row(uint8_t *p, uint32_t row, uint32_t start, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        *p++ = (uint8_t)(start >> 8 * i);
    switch (row % 4) {
    case 0: *p++ = 0x03, *p++ = 8; break;               /* sp+8 */
    case 1: *p++ = 0x05, *p++ = 16, *p++ = 0xf0; break; /* sp+16, FP at cfa-16 */
    case 2: *p++ = 0x04, *p++ = 16, *p++ = 0xf0; break; /* fp+16, FP at cfa-16 */
    default: /* sp+400, two bytes wide */ *p++ = 0x25, *p++ = 0x90, *p++ = 0x01, *p++ = 0xf0, *p++ = 0xff; break;
    }
    return p;
}

/* Functions are as uneven as in programs: most are short, one in 64 has up to 17 kB. */
static uint32_t function_size(uint32_t *state, uint32_t least)
{
    *state = *state * 1664525u + 1013904223u;
    const uint32_t r = *state >> 8;
    const uint32_t blocks = r % 64 == 0 ? 64 + r / 64 % 1024 : r % 8 == 0 ? 8 + r / 8 % 64 : 2 + r / 8 % 6;
    const uint32_t needed = (least + 15) / 16;
    return 16 * (blocks > needed ? blocks : needed);
}

struct bench_section bench_section_make(uint32_t num_fdes, uint32_t num_fres)
{
    struct bench_section s = { .addr = 0x70000000, .num_fdes = num_fdes, .num_fres = num_fres };
    const uint32_t least = (num_fres / num_fdes + 1) * 4;
    uint32_t state = 1, sizes = 1;
    uint8_t *const bytes = malloc(28 + (size_t)num_fdes * 17 + (size_t)num_fres * (4 + 5));
    if (!bytes)
        return s;

    for (uint32_t i = 0; i < num_fdes; i++)
        s.text_size += function_size(&sizes, least);
    uint8_t *fde = bytes + 28, *const fres = fde + (size_t)num_fdes * 17, *fre = fres;
    uint64_t done = 0, start = 0;
    for (uint32_t i = 0; i < num_fdes; i++) {
        const uint64_t upto = (uint64_t)num_fres * (i + 1) / num_fdes;
        const uint32_t size = function_size(&state, least), num_rows = (uint32_t)(upto - done);
        const unsigned width = size < 256 ? 1 : size < 65536 ? 2 : 4;
        fde = put32(fde, (uint32_t)(start - s.text_size));
        fde = put32(fde, size);
        fde = put32(fde, (uint32_t)(fre - fres));
        fde = put32(fde, num_rows);
        *fde++ = (uint8_t)(width == 1 ? 0 : width == 2 ? 1 : 2);
        for (uint32_t row = 0; row < num_rows; row++)
            fre = put_row(fre, row, size / num_rows * row, width);
        done = upto;
        start += size;
    }
    static const uint8_t head[8] = { 0xe2, 0xde, 1, 1, 3, 0, 0xf8, 0 };
    memcpy(bytes, head, sizeof head);
    uint8_t *p = put32(bytes + 8, num_fdes);
    p = put32(p, num_fres);
    p = put32(p, (uint32_t)(fre - fres));
    p = put32(p, 0);
    put32(p, num_fdes * 17);
    s.bytes = bytes;
    s.size = (size_t)(fre - bytes);
    return s;
}

int bench_section_write_elf(const struct bench_section *s, const char *path)
{
    static const char names[] = "\0.sframe\0.shstrtab";
    Elf64_Ehdr eh = { .e_type = ET_DYN,
                      .e_machine = EM_X86_64,
                      .e_version = EV_CURRENT,
                      .e_ehsize = sizeof eh,
                      .e_shentsize = sizeof(Elf64_Shdr),
                      .e_shnum = 3,
                      .e_shstrndx = 2 };
    Elf64_Shdr sh[3] = { { .sh_type = SHT_NULL } };
    memcpy(eh.e_ident, ELFMAG, SELFMAG);
    eh.e_ident[EI_CLASS] = ELFCLASS64;
    eh.e_ident[EI_DATA] = ELFDATA2LSB;
    eh.e_ident[EI_VERSION] = EV_CURRENT;
    eh.e_shoff = sizeof eh;
    sh[1] = (Elf64_Shdr){ .sh_name = 1,
                          .sh_type = SHT_PROGBITS,
                          .sh_flags = SHF_ALLOC,
                          .sh_addr = s->addr,
                          .sh_offset = sizeof eh + sizeof sh,
                          .sh_size = s->size,
                          .sh_addralign = 8 };
    sh[2] = (Elf64_Shdr){ .sh_name = 9,
                          .sh_type = SHT_STRTAB,
                          .sh_offset = sizeof eh + sizeof sh + s->size,
                          .sh_size = sizeof names,
                          .sh_addralign = 1 };
    FILE *f = fopen(path, "wb");
    const int good = f && fwrite(&eh, sizeof eh, 1, f) == 1 && fwrite(sh, sizeof sh, 1, f) == 1
                     && fwrite(s->bytes, s->size, 1, f) == 1 && fwrite(names, sizeof names, 1, f) == 1;
    if (f && fclose(f) == 0 && good)
        return 0;
    perror(path);
    return -1;
}
