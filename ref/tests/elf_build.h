/* SPDX-License-Identifier: MIT */
/* Writes small ELF files byte by byte, in either byte order, for the tests of the ELF access.
   Nothing of libelf or of the code under test is used, so that the two can't agree on a mistake. */
#ifndef SFR_TESTS_ELF_BUILD_H
#define SFR_TESTS_ELF_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUILD_MAX_SECTIONS 12
#define BUILD_MAX_SEGMENTS 4

/* Offsets of the headers of a built file. */
enum { EHDR_SIZE = 64, PHDR_SIZE = 56, SHDR_SIZE = 64, SYM_SIZE = 24, RELA_SIZE = 24 };

struct build_section {
    const char *name;
    uint32_t type;
    uint64_t flags, addr, align;
    const void *data; /* NULL: no bytes in the file */
    uint64_t size;
    uint32_t link, info;
    uint64_t entsize;
};
struct build_segment {
    uint32_t type, section; /* covers this section */
    uint64_t extra;         /* and so many bytes after it */
};

/* Section numbers count from 1, in this order; the section names come last, as .shstrtab. */
struct build {
    bool big;
    uint16_t type, machine;
    struct build_section sections[BUILD_MAX_SECTIONS];
    uint32_t num_sections;
    struct build_segment segments[BUILD_MAX_SEGMENTS];
    uint32_t num_segments;
    bool no_sections; /* leave out the section headers */
    bool extended;    /* put all numbers into section header 0 */
};

struct built {
    uint8_t bytes[8192];
    size_t size, phoff, shoff;
    size_t offset[BUILD_MAX_SECTIONS + 2]; /* of each section's bytes, by number */
};

void put(uint8_t *at, uint64_t value, unsigned width, bool big);
uint32_t build_add(struct build *b, struct build_section section);
void build_file(const struct build *b, struct built *out);
size_t build_sym(uint8_t *at, bool big, uint32_t name, uint16_t section, uint64_t value);
size_t build_rela(uint8_t *at, bool big, uint64_t offset, uint32_t symbol, uint32_t type, int64_t addend);

/* An SFrame section of `num` functions of 16 bytes, each with one row and
   a start field of 0. Returns its size. */
struct build_sframe {
    unsigned version, flags, abi;
    bool big;
    unsigned num;
};
size_t build_sframe(uint8_t *at, size_t room, const struct build_sframe *spec);
/* Offset of the start field of function `i` in such a section. */
uint64_t build_start_field(const struct build_sframe *spec, unsigned i);

#endif
