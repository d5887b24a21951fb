/* SPDX-License-Identifier: MIT */
/* Writes a minimal ELF file, field by field in the order of the ELF specification. */
#include <string.h>

#include "wrap.h"

enum {
    EHDR_SIZE = 64,
    SHDR_SIZE = 64,
    NUM_SECTIONS = 3,
    ET_EXEC = 2,
    EM_S390 = 22,
    EM_X86_64 = 62,
    EM_AARCH64 = 183,
    SHT_PROGBITS = 1,
    SHT_STRTAB = 3,
    SHT_GNU_SFRAME = 0x6ffffff4,
    SHF_ALLOC = 2
};

static const char names[] = "\0.sframe\0.shstrtab";
enum { NAME_SFRAME = 1, NAME_SHSTRTAB = 9 };

struct writer {
    struct sfc_buffer *out;
    bool big;
};

static void put(const struct writer *w, uint64_t value, unsigned width)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < width; i++)
        bytes[w->big ? width - 1 - i : i] = (uint8_t)(value >> 8 * i);
    sfc_buffer_add(w->out, bytes, width);
}

struct section_header {
    uint32_t name, type;
    uint64_t flags, addr, offset, size, align;
};

static void put_section_header(const struct writer *w, const struct section_header *h)
{
    put(w, h->name, 4);   /* sh_name */
    put(w, h->type, 4);   /* sh_type */
    put(w, h->flags, 8);  /* sh_flags */
    put(w, h->addr, 8);   /* sh_addr */
    put(w, h->offset, 8); /* sh_offset */
    put(w, h->size, 8);   /* sh_size */
    put(w, 0, 4);         /* sh_link */
    put(w, 0, 4);         /* sh_info */
    put(w, h->align, 8);  /* sh_addralign */
    put(w, 0, 8);         /* sh_entsize */
}

static unsigned machine_of(const char *abi)
{
    return strcmp(abi, "amd64") == 0 ? EM_X86_64 : strcmp(abi, "aarch64") == 0 ? EM_AARCH64 : EM_S390;
}

void sfc_wrap_elf(const struct sfc_request *request, struct sfc_buffer *elf)
{
    const struct writer w = { elf, strcmp(request->order, "big") == 0 };
    const uint8_t ident[16] = { 0x7f, 'E', 'L', 'F', 2 /* 64 bits */, w.big ? 2 : 1, 1 /* EV_CURRENT */ };
    const bool early = strcmp(request->profile, "v1") == 0 || strcmp(request->profile, "v2") == 0;
    const uint64_t names_at = EHDR_SIZE + (uint64_t)request->size;
    const uint64_t headers_at = (names_at + sizeof names + 7) / 8 * 8;
    const size_t start = elf->len;

    sfc_buffer_add(elf, ident, sizeof ident);
    put(&w, ET_EXEC, 2);                  /* e_type */
    put(&w, machine_of(request->abi), 2); /* e_machine */
    put(&w, 1, 4);                        /* e_version */
    put(&w, 0, 8);                        /* e_entry */
    put(&w, 0, 8);                        /* e_phoff */
    put(&w, headers_at, 8);               /* e_shoff */
    put(&w, 0, 4);                        /* e_flags */
    put(&w, EHDR_SIZE, 2);                /* e_ehsize */
    put(&w, 0, 2);                        /* e_phentsize */
    put(&w, 0, 2);                        /* e_phnum */
    put(&w, SHDR_SIZE, 2);                /* e_shentsize */
    put(&w, NUM_SECTIONS, 2);             /* e_shnum */
    put(&w, 2, 2);                        /* e_shstrndx */

    sfc_buffer_add(elf, request->bytes, request->size);
    sfc_buffer_add(elf, names, sizeof names);
    while (elf->len - start < headers_at)
        sfc_buffer_add(elf, "", 1);
    const struct section_header headers[NUM_SECTIONS] = {
        { .name = 0 },
        { NAME_SFRAME, early ? SHT_PROGBITS : SHT_GNU_SFRAME, SHF_ALLOC, request->addr, EHDR_SIZE, request->size,
          request->addr % 8 == 0 ? 8 : 1 },
        { NAME_SHSTRTAB, SHT_STRTAB, 0, 0, names_at, sizeof names, 1 },
    };
    for (unsigned i = 0; i < NUM_SECTIONS; i++)
        put_section_header(&w, &headers[i]);
}
