/* SPDX-License-Identifier: MIT */
/*
 * sfr_elf.h - SFrame data in ELF files.
 *
 * Finds the data in a file image that the caller has mapped or read, by any of three routes
 * (AMBIGUITY AMB-111), with what the file's own headers say about it. It takes 64-bit files of
 * either byte order, on any host. It never writes to the image, never reads outside it, and checks
 * every header against the image first. It is not part of the core reader: it needs libelf, and it
 * allocates for relocatable objects.
 *
 * Relocatable objects (ET_REL) have no addresses yet, so they get some: the sections that will be
 * loaded are laid out in the order of their numbers from address 0, each with its alignment and
 * followed by at least one unused byte, so that no two places have the same address. Then the
 * relocations of the SFrame section are applied, in a copy. The result reads like a linked section;
 * sfr_elf_locate() turns an address back into section and offset.
 *
 * In versions 1 and 2 (start-is-field-relative flag clear) such a relocation makes the start field
 * relative to the field itself, but every reader takes it as relative to the section (AMBIGUITY
 * AMB-010, AMBIGUITY AMB-011). So the stored value is S + A - P plus the field's offset in the
 * section: section address + value is the function, as in a linked file. With the flag set, and in
 * version 3, the value S + A - P is stored as it is.
 */
#ifndef SFR_ELF_H
#define SFR_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ELF-04. Older <elf.h> files do not know them. */
#define SFR_SHT_GNU_SFRAME UINT32_C(0x6ffffff4)
#define SFR_PT_GNU_SFRAME UINT32_C(0x6474e554)

enum sfr_elf_route {
    SFR_ELF_AUTO = 0, /* by name, else by type, else by segment */
    SFR_ELF_BY_NAME,  /* a section named .sframe */
    SFR_ELF_BY_TYPE,  /* a section of type SHT_GNU_SFRAME */
    /* a segment of type PT_GNU_SFRAME; may end in zero bytes that are not the section's
       (AMBIGUITY AMB-112) */
    SFR_ELF_BY_SEGMENT
};

enum sfr_elf_fault {
    SFR_ELF_OK = 0,
    SFR_ELF_NOT_ELF,        /* the file does not start like an ELF file */
    SFR_ELF_UNSUPPORTED,    /* an ELF file of a kind that is not supported */
    SFR_ELF_DAMAGED,        /* its headers contradict the file or each other */
    SFR_ELF_NOT_FOUND,      /* the route finds nothing */
    SFR_ELF_SEVERAL,        /* it finds more than one, and the caller picked none */
    SFR_ELF_NO_DATA,        /* there is a section or segment, but without readable bytes */
    SFR_ELF_BAD_RELOCATION, /* a relocation that cannot be applied */
    SFR_ELF_NO_MEMORY
};

#define SFR_ELF_NO_OFFSET UINT64_MAX

/* An error: its place and a message. */
struct sfr_elf_error {
    enum sfr_elf_fault fault;
    /* in the file, of the header or entry that is wrong; SFR_ELF_NO_OFFSET if something is missing */
    uint64_t offset;
    uint32_t section; /* number of the section, or 0 */
    char text[240];
};

/* A section header and a program header, in the host's byte order; `index` is the number of each. A
   section with index 0 is none; for segments see num_segments. */
struct sfr_elf_shdr {
    uint32_t index, type;
    uint64_t flags, addr, offset, size, align, entsize;
};
struct sfr_elf_phdr {
    uint32_t index, flags;
    uint64_t offset, vaddr, filesz, memsz, align;
};

/* Where a section of a relocatable object was laid out. */
struct sfr_elf_place {
    uint32_t section;
    uint64_t addr, size;
};

/* The file's own tables, which were checked to be inside the image. Zero if the route does not need
   them. */
struct sfr_elf_tables {
    const uint8_t *image;
    size_t size;
    uint64_t shoff, phoff, names_offset, names_size;
    uint32_t num_sections, num_segments;
};

/* SFrame data of a file. Valid after sfr_elf_open() succeeded, until sfr_elf_close(). */
struct sfr_elf {
    /* Arguments for sfr_open() or sfr_check(). Points into the image, or into `copy`. */
    const uint8_t *data;
    size_t size;
    uint64_t addr;

    /* The file. */
    bool big;
    uint16_t type, machine; /* e_type and e_machine */
    unsigned abi;           /* enum sfr_abi of this machine and byte order, 0 if there is none (ELF-06) */

    /* How the data was found. */
    enum sfr_elf_route route;                    /* the one that found it, never AUTO */
    uint32_t num_named, num_typed, num_segments; /* how many each route finds; 0 if its table was not read */
    struct sfr_elf_shdr shdr;                    /* the section taken; index 0 if the segment was */
    struct sfr_elf_phdr phdr; /* the first PT_GNU_SFRAME segment, or the one taken; unset if num_segments is 0 */

    /* ET_REL only. */
    uint32_t num_relocations;     /* number of relocated start fields */
    struct sfr_elf_place *places; /* in ascending order of section and address */
    uint32_t num_places;
    uint8_t *copy; /* of the section, with its relocations applied */

    struct sfr_elf_tables tables;
};

#define SFR_ELF_ONLY UINT32_MAX

/* Do the bytes start like an ELF file of any kind? */
bool sfr_elf_is_elf(const void *image, size_t size);

/* Finds the SFrame data of a file. `nth` picks one of several candidates of the route, from 0 in
   file order; with SFR_ELF_ONLY there must be only one. AUTO reads the section and segment tables
   and refuses a file in which either is damaged; another route reads the table that it needs. On a
   fault nothing is kept and *error (may be NULL) is set. `image` must outlive *elf. */
enum sfr_elf_fault sfr_elf_open(struct sfr_elf *elf, const void *image, size_t size, enum sfr_elf_route route,
                                uint32_t nth, struct sfr_elf_error *error);
/* Frees what sfr_elf_open() allocated and sets *elf to zeros; it may be called again, and after a
   fault. */
void sfr_elf_close(struct sfr_elf *elf);

/* ET_REL: the section and offset of `addr`. The end of a section belongs to it. Returns false, and
   leaves both alone, if the address is in no section, and for other files. */
bool sfr_elf_locate(const struct sfr_elf *elf, uint64_t addr, uint32_t *section, uint64_t *offset);

/* Name of a section, cut to fit, with bytes that are not printable ASCII as '?'; empty if it has
   none or the names were not read. */
#define SFR_ELF_NAME_MAX 64
void sfr_elf_section_name(const struct sfr_elf *elf, uint32_t section, char name[SFR_ELF_NAME_MAX]);

/* "name", "type", "segment", "auto". The _from_name function returns false for anything else and
   leaves *out alone. */
const char *sfr_elf_route_name(enum sfr_elf_route route);
bool sfr_elf_route_from_name(const char *name, enum sfr_elf_route *out);

#ifdef __cplusplus
}
#endif
#endif
