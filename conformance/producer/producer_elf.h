/* SPDX-License-Identifier: MIT */
/* producer_elf.h - what a judge of producers needs of an ELF file beside its SFrame data. */
#ifndef SFC_PRODUCER_ELF_H
#define SFC_PRODUCER_ELF_H

#include "cfi.h"
#include "sfr_elf.h"

/* A section header in the host's byte order; `addr` is where sfr_elf_open() laid it out in a relocatable object. */
struct sfc_image_section {
    uint32_t index, type, link, info;
    uint64_t flags, addr, offset, size, entsize;
    char name[SFR_ELF_NAME_MAX];
};

/* A program header. */
struct sfc_image_segment {
    uint32_t type, flags;
    uint64_t offset, vaddr, filesz, memsz;
};

/* A function's name and place, as the symbol table gives them. */
struct sfc_image_symbol {
    uint64_t addr, size;
    const char *name; /* in the file's own image; ends with a NUL there, or is longer than what is used of a name */
};

struct sfc_image {
    const struct sfr_elf *elf;          /* tables and layout; data of one SFrame section */
    struct sfc_image_section *sections; /* in the order of the file, [0] is the unused one */
    uint32_t num_sections;
    struct sfc_image_section *code; /* those that are executed, by address */
    size_t num_code;
    struct sfc_image_segment *segments;
    uint32_t num_segments;
    struct sfc_image_symbol *symbols; /* functions, by address */
    size_t num_symbols;
    char **copies; /* relocated bytes that the call frame information points into */
    size_t num_copies;
};

/* `elf` must be open and outlive the image. What is damaged or missing is left out: names, mostly. */
void sfc_image_open(struct sfc_image *image, const struct sfr_elf *elf);
void sfc_image_close(struct sfc_image *image);

/* Reads all .eh_frame sections into `cfi`, relocated in a relocatable object; where no section header tells of one,
   what the segments lead to. *found tells how many there are. False and *error where one cannot be read; the rest is
   read all the same. *doubt: no rule is broken, but what is there is not read here. */
bool sfc_image_cfi(struct sfc_image *image, struct sfc_cfi *cfi, size_t *found, bool *doubt, struct sfc_error *error);

/* The same bytes where no section header tells of them: what PT_GNU_EH_FRAME leads to. Size 0 if there is no such
   segment, or no function in it; false, *error and *doubt where it cannot be followed. */
bool sfc_image_eh_frame(const struct sfc_image *image, struct sfc_cfi_section *found, bool *doubt,
                        struct sfc_error *error);

/* Is [start, end) inside one section of code, or (without sections) one executable segment? */
bool sfc_image_is_code(const struct sfc_image *image, uint64_t start, uint64_t end);

/* "name", "name+0x4", ".plt+0x10" or "0x401000", printable and without spaces. */
enum { SFC_IMAGE_NAME_MAX = 128 };
void sfc_image_name(const struct sfc_image *image, uint64_t addr, char name[SFC_IMAGE_NAME_MAX]);

#endif
