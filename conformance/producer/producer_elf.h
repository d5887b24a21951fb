/* SPDX-License-Identifier: MIT */
/* producer_elf.h - sections, segments, symbols and call frame information of an ELF file. */
#ifndef SFC_PRODUCER_ELF_H
#define SFC_PRODUCER_ELF_H

#include <elf.h>

#include "cfi.h"
#include "sfr_elf.h"

/* A section. In a relocatable object `sh_addr` is from the layout of sfr_elf_open(). */
struct sfc_image_section {
    uint32_t index;
    Elf64_Shdr h;
    char name[SFR_ELF_NAME_MAX];
};

/* A function of the symbol table. */
struct sfc_image_symbol {
    uint64_t addr, size;
    const char *name; /* in the file's bytes; ends with a NUL, or is longer than the part that is used */
};

struct sfc_image {
    const struct sfr_elf *elf;          /* tables and layout; data of one SFrame section */
    struct sfc_image_section *sections; /* in file order; [0] is unused */
    uint32_t num_sections;
    struct sfc_image_section *code; /* executable sections, or segments if there are none, by address */
    size_t num_code;
    Elf64_Phdr *segments;
    uint32_t num_segments;
    struct sfc_image_symbol *symbols; /* functions, by address */
    size_t num_symbols;
    char **copies; /* relocated bytes; the call frame information points to them */
    size_t num_copies;
};

/* `elf` must be open and outlive the image. Damaged or missing parts, mostly names, are left
   out. */
void sfc_image_open(struct sfc_image *image, const struct sfr_elf *elf);
void sfc_image_close(struct sfc_image *image);

/* Reads all .eh_frame sections into `cfi`, relocated in a relocatable object. Without section
   headers, reads what sfc_image_eh_frame() finds; without .eh_frame, .debug_frame. *found is their
   number. False and *error if one cannot be read; the others are still read. *doubt: it is not
   wrong, but unsupported. */
bool sfc_image_cfi(struct sfc_image *image, struct sfc_cfi *cfi, size_t *found, bool *doubt, struct sfc_error *error);

/* Finds .eh_frame by PT_GNU_EH_FRAME. Size 0 if there is no such segment, or no function in it.
   False, *error and *doubt if the segment cannot be followed. */
bool sfc_image_eh_frame(const struct sfc_image *image, struct sfc_cfi_section *found, bool *doubt,
                        struct sfc_error *error);

/* Is [start, end) inside one section of code, or (without sections) one executable segment? */
bool sfc_image_is_code(const struct sfc_image *image, uint64_t start, uint64_t end);

/* Is the data [start, end) of an image that is found by symbols, such as a kernel: there are symbols at both ends, and
   the file has neither a dynamic section nor an interpreter? Then no loader reads its segments. */
bool sfc_image_has_symbols_around(const struct sfc_image *image, uint64_t start, uint64_t end);

/* "name", "name+0x4", ".plt+0x10" or "0x401000", printable and without spaces. */
enum { SFC_IMAGE_NAME_MAX = 128 };
void sfc_image_name(const struct sfc_image *image, uint64_t addr, char name[SFC_IMAGE_NAME_MAX]);

#endif
