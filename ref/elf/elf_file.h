/* SPDX-License-Identifier: MIT */
/* Checked reading of an ELF file's own tables. */
#ifndef SFR_ELF_FILE_H
#define SFR_ELF_FILE_H

#include <elf.h>
#include <gelf.h>

#include "sfr_elf.h"

/* Sets *error (if there is one) and returns its fault. `section` 0 and SFR_ELF_NO_OFFSET mean none. */
__attribute__((format(printf, 5, 6))) enum sfr_elf_fault sfr_elf_fail(struct sfr_elf_error *error,
                                                                      enum sfr_elf_fault fault, uint32_t section,
                                                                      uint64_t offset, const char *format, ...);

/* The one bound test of this library: are `size` bytes at `offset` inside the image? */
bool sfr_elf_inside(const struct sfr_elf_tables *t, uint64_t offset, uint64_t size);

/* The offset of a section or program header in the file, for messages. */
uint64_t sfr_elf_shdr_at(const struct sfr_elf *elf, uint32_t index);
uint64_t sfr_elf_phdr_at(const struct sfr_elf *elf, uint32_t index);

/* One record of the file in the host's byte order. The caller has checked that it is inside the
   image; a record outside reads as zeros, as does a section header that is inactive (SHT_NULL). */
Elf64_Shdr sfr_elf_get_shdr(const struct sfr_elf *elf, uint32_t index);
Elf64_Phdr sfr_elf_get_phdr(const struct sfr_elf *elf, uint32_t index);
Elf64_Rela sfr_elf_get_rela(const struct sfr_elf *elf, uint64_t offset);
Elf64_Sym sfr_elf_get_sym(const struct sfr_elf *elf, uint64_t offset);
Elf64_Word sfr_elf_get_word(const struct sfr_elf *elf, uint64_t offset);

/* Reads the file header and checks the tables that the route needs. */
enum sfr_elf_fault sfr_elf_read_tables(struct sfr_elf *elf, const void *image, size_t size, bool sections,
                                       bool segments, struct sfr_elf_error *error);

/* Refuses a section whose bytes are not all in the file; the message calls it `what`. */
enum sfr_elf_fault sfr_elf_check_bytes(const struct sfr_elf *elf, uint32_t index, const Elf64_Shdr *shdr,
                                       const char *what, struct sfr_elf_error *error);

/* The name of a section as bytes of the image with their NUL, or NULL if it points outside the
   string table. */
const char *sfr_elf_raw_name(const struct sfr_elf *elf, const Elf64_Shdr *shdr);

/* Copies text for a message: cut to fit, bytes that are not printable ASCII as '?'. */
void sfr_elf_printable(char *out, size_t room, const char *text, size_t len);

/* Gives a relocatable object's sections addresses, relocates a copy of the section elf->shdr and
   sets elf->data, elf->addr and the members for ET_REL. */
enum sfr_elf_fault sfr_elf_relocate(struct sfr_elf *elf, struct sfr_elf_error *error);

#endif
