/* SPDX-License-Identifier: MIT */
/* The module as an adapter, and what libelf does for the reader of ELF files. */
#include <libelf.h>

#include "adapter.h"
#include "explore.h"

int EX_API(ex_serve)(void)
{
    return sfa_serve(sfa_adapter_1(), 0, 1);
}

/* How many bytes the members of a record have, in their order. */
static const char *widths_of(Elf_Type type)
{
    switch (type) {
    case ELF_T_EHDR:
        return "1111111111111111"
               "2248884222222";
    case ELF_T_SHDR: return "4488884488";
    case ELF_T_PHDR: return "44888888";
    case ELF_T_RELA: return "888";
    case ELF_T_SYM: return "411288";
    case ELF_T_WORD: return "4";
    default: return "";
    }
}

/* The one function of libelf that ref/elf/ calls: a record from the file's byte order to this machine's, which is
   little-endian. */
Elf_Data *elf64_xlatetom(Elf_Data *to, const Elf_Data *from, unsigned encode)
{
    unsigned char *out = (unsigned char *)to->d_buf;
    const unsigned char *in = (const unsigned char *)from->d_buf;
    size_t at = 0;
    for (const char *w = widths_of(from->d_type); *w; w++) {
        const size_t width = (size_t)(*w - '0');
        if (width > from->d_size - at || width > to->d_size - at)
            return NULL;
        for (size_t i = 0; i < width; i++)
            out[at + i] = in[at + (encode == ELFDATA2MSB ? width - 1 - i : i)];
        at += width;
    }
    to->d_size = at;
    return at > 0 ? to : NULL;
}
