/* SPDX-License-Identifier: MIT */
/* Finds .eh_frame in a file without section headers, by the search table in PT_GNU_EH_FRAME. */
#include <elf.h>
#include <inttypes.h>

#include "cfi_bytes.h"
#include "producer_elf.h"

enum { ENCODING_OMIT = 0xff, PC_RELATIVE = 0x10, TABLE_RELATIVE = 0x30, TABLE_OF_WORDS = 0x3b };

static const Elf64_Phdr *find_segment(const struct sfc_image *image, uint32_t type)
{
    for (uint32_t i = 0; i < image->num_segments; i++)
        if (image->segments[i].p_type == type)
            return &image->segments[i];
    return NULL;
}

/* The bytes of the file that are loaded at `addr`; `bad` if there are none. */
static struct sfc_cfi_bytes loaded_at(const struct sfc_image *image, uint64_t addr)
{
    const struct sfr_elf_tables *t = &image->elf->tables;
    for (uint32_t i = 0; i < image->num_segments; i++) {
        const Elf64_Phdr *s = &image->segments[i];
        if (s->p_type != PT_LOAD || addr < s->p_vaddr || addr - s->p_vaddr >= s->p_filesz || s->p_offset > t->size
            || s->p_filesz > t->size - s->p_offset)
            continue;
        const uint8_t *start = t->image + s->p_offset;
        return (struct sfc_cfi_bytes){ start + (addr - s->p_vaddr), start + s->p_filesz, image->elf->big, false };
    }
    return (struct sfc_cfi_bytes){ t->image, t->image, image->elf->big, true };
}

/* Reads a pointer at `at` of the header, which lies at `base`. */
static bool read_pointer(struct sfc_cfi_bytes *b, uint8_t encoding, uint64_t base, uint64_t at, uint64_t *value)
{
    const uint8_t kind = encoding & 0x70;
    if (encoding == ENCODING_OMIT || (encoding & 0x80) || !sfc_cfi_encoded(b, encoding, value))
        return false;
    *value += kind == PC_RELATIVE ? at : kind == TABLE_RELATIVE ? base : 0;
    return kind == PC_RELATIVE || kind == TABLE_RELATIVE || kind == 0;
}

/* The address of the last entry in .eh_frame. The table is sorted by code, not by entries. */
static uint64_t last_entry(struct sfc_cfi_bytes *b, uint64_t base, uint64_t count)
{
    uint64_t last = 0;
    for (uint64_t i = 0; i < count && !b->bad; i++) {
        sfc_cfi_fixed(b, 4);
        const uint64_t entry = base + (uint64_t)(int64_t)(int32_t)sfc_cfi_fixed(b, 4);
        if (!b->bad && entry > last)
            last = entry;
    }
    return last;
}

/* The end of the entry at `addr`, or 0. */
static uint64_t end_of_entry(const struct sfc_image *image, uint64_t addr)
{
    struct sfc_cfi_bytes b = loaded_at(image, addr);
    const uint8_t *start = b.at;
    uint64_t len = sfc_cfi_fixed(&b, 4);
    if (len == UINT32_MAX)
        len = sfc_cfi_fixed(&b, 8);
    sfc_cfi_skip(&b, len);
    return b.bad ? 0 : addr + (uint64_t)(b.at - start);
}

/* Reads the header's fields before the table. False, *error and *doubt as in
   sfc_image_eh_frame(). */
static bool read_header(struct sfc_cfi_bytes *b, uint64_t addr, uint64_t *start, uint64_t *count, bool *doubt,
                        struct sfc_error *error)
{
    const uint64_t version = sfc_cfi_fixed(b, 1);
    const uint8_t pointer = (uint8_t)sfc_cfi_fixed(b, 1), number = (uint8_t)sfc_cfi_fixed(b, 1);
    const uint64_t table = sfc_cfi_fixed(b, 1);
    if (b->bad || version != 1)
        return sfc_fail(error, "PT_GNU_EH_FRAME at 0x%" PRIx64 " has no header of version 1", addr);
    *doubt = true;
    if (number == ENCODING_OMIT || table == ENCODING_OMIT)
        return sfc_fail(error, "PT_GNU_EH_FRAME at 0x%" PRIx64 " has no search table to find .eh_frame by", addr);
    /* A count cannot be relative to an address. */
    if (table != TABLE_OF_WORDS || (number & 0x70) != 0 || !read_pointer(b, pointer, addr, addr + 4, start)
        || !read_pointer(b, number, 0, 0, count))
        return sfc_fail(error, "PT_GNU_EH_FRAME at 0x%" PRIx64 " has an unsupported encoding", addr);
    *doubt = false;
    return true;
}

bool sfc_image_eh_frame(const struct sfc_image *image, struct sfc_cfi_section *found, bool *doubt,
                        struct sfc_error *error)
{
    const Elf64_Phdr *s = find_segment(image, PT_GNU_EH_FRAME);
    *found = (struct sfc_cfi_section){ .abi = image->elf->abi };
    *doubt = false;
    if (!s)
        return true;
    struct sfc_cfi_bytes b = loaded_at(image, s->p_vaddr);
    uint64_t start = 0, count = 0;
    if ((uint64_t)(b.end - b.at) > s->p_filesz)
        b.end = b.at + s->p_filesz;
    if (!read_header(&b, s->p_vaddr, &start, &count, doubt, error))
        return false;
    const uint64_t last = last_entry(&b, s->p_vaddr, count);
    if (b.bad)
        return sfc_fail(error, "PT_GNU_EH_FRAME at 0x%" PRIx64 " is too short for its %" PRIu64 " functions",
                        s->p_vaddr, count);
    if (count == 0)
        return true;
    const uint64_t end = end_of_entry(image, last);
    const struct sfc_cfi_bytes data = loaded_at(image, start);
    if (data.bad || end <= start || end - start > (uint64_t)(data.end - data.at))
        return sfc_fail(error,
                        "PT_GNU_EH_FRAME at 0x%" PRIx64
                        " does not lead to call frame information: it would be 0x%" PRIx64 "..0x%" PRIx64,
                        s->p_vaddr, start, end);
    found->data = data.at;
    found->size = (size_t)(end - start);
    found->addr = start;
    return true;
}
