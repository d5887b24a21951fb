/* SPDX-License-Identifier: MIT */
/* reader.h - glibc's SFrame reader (sysdeps/generic/sframe-read.c), asked as its only caller, sframe.c, asks it. */
#ifndef SFC_GLIBC_READER_H
#define SFC_GLIBC_READER_H

#include <stdbool.h>
#include <stdint.h>

/* What glibc keeps of a section. */
struct glibc_section;

enum glibc_answer {
    GLIBC_NONE,    /* no row; the reader does not tell one that is damaged from one that is not there */
    GLIBC_GIVE_UP, /* a row of which the CFA or RA cannot be had: glibc gives up the trace */
    GLIBC_ROW
};

struct glibc_row {
    bool from_sp, has_fp;
    int32_t cfa, ra, fp; /* offsets: of the CFA from SP or FP, of RA and FP from the CFA */
};

/* Opens a section of unknown size. NULL if glibc refuses it. Ends the program if there is no memory. */
struct glibc_section *glibc_open(const unsigned char *bytes);
void glibc_close(struct glibc_section *section);

/* The row for the PC at this distance from the section. */
enum glibc_answer glibc_find(struct glibc_section *section, uint64_t distance, struct glibc_row *row);

#endif
