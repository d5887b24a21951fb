/* SPDX-License-Identifier: MIT */
/* Writes a minimal ELF file, field by field in the order of the ELF specification. */
#include <elf.h>
#include <string.h>

#include "wrap.h"

/* Older headers lack it. */
enum { NUM_SECTIONS = 3, TYPE_SFRAME = 0x6ffffff4 };

static const char names[] = "\0.sframe\0.shstrtab";
enum { NAME_SFRAME = 1, NAME_SHSTRTAB = 9 };

/* The members of a header, each as many bytes wide as its digit says. */
static void put(struct sfc_buffer *out, bool big, const char *widths, const uint64_t *values)
{
    for (; *widths; widths++, values++) {
        const unsigned width = (unsigned)(*widths - '0');
        uint8_t bytes[8];
        for (unsigned i = 0; i < width; i++)
            bytes[big ? width - 1 - i : i] = (uint8_t)(*values >> 8 * i);
        sfc_buffer_add(out, bytes, width);
    }
}

static unsigned machine_of(const char *abi)
{
    return strcmp(abi, "amd64") == 0 ? EM_X86_64 : strcmp(abi, "aarch64") == 0 ? EM_AARCH64 : EM_S390;
}

void sfc_wrap_elf(const struct sfc_request *request, struct sfc_buffer *elf)
{
    const bool big = strcmp(request->order, "big") == 0;
    const uint8_t ident[EI_NIDENT] = { 0x7f, 'E', 'L', 'F', ELFCLASS64, big ? ELFDATA2MSB : ELFDATA2LSB, EV_CURRENT };
    const bool early = strcmp(request->profile, "v1") == 0 || strcmp(request->profile, "v2") == 0;
    const uint64_t names_at = sizeof(Elf64_Ehdr) + (uint64_t)request->size;
    const uint64_t headers_at = (names_at + sizeof names + 7) / 8 * 8;
    const size_t start = elf->len;

    sfc_buffer_add(elf, ident, sizeof ident);
    /* e_type e_machine e_version e_entry e_phoff e_shoff e_flags e_ehsize e_phentsize e_phnum e_shentsize e_shnum
       e_shstrndx */
    put(elf, big, "2248884222222",
        (const uint64_t[]){ ET_EXEC, machine_of(request->abi), 1, 0, 0, headers_at, 0, sizeof(Elf64_Ehdr), 0, 0,
                            sizeof(Elf64_Shdr), NUM_SECTIONS, 2 });

    sfc_buffer_add(elf, request->bytes, request->size);
    sfc_buffer_add(elf, names, sizeof names);
    while (elf->len - start < headers_at)
        sfc_buffer_add(elf, "", 1);
    /* sh_name sh_type sh_flags sh_addr sh_offset sh_size sh_link sh_info sh_addralign sh_entsize */
    const uint64_t headers[NUM_SECTIONS][10] = {
        { 0 },
        { NAME_SFRAME, early ? SHT_PROGBITS : TYPE_SFRAME, SHF_ALLOC, request->addr, sizeof(Elf64_Ehdr), request->size,
          0, 0, request->addr % 8 == 0 ? 8 : 1, 0 },
        { NAME_SHSTRTAB, SHT_STRTAB, 0, 0, names_at, sizeof names, 0, 0, 1, 0 },
    };
    for (unsigned i = 0; i < NUM_SECTIONS; i++)
        put(elf, big, "4488884488", headers[i]);
}
