/* SPDX-License-Identifier: 0BSD */
/* Prints how many functions the SFrame data of an ELF file describe. Uses libsfr_elf (pkg-config sfr-elf). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <sfr.h>
#include <sfr_elf.h>

#include "file.h"

static int count(const void *image, size_t size)
{
    struct sfr_elf elf;
    struct sfr_elf_error error;
    struct sfr_section s;
    int status = 1;

    if (sfr_elf_open(&elf, image, size, SFR_ELF_AUTO, SFR_ELF_ONLY, &error) != SFR_ELF_OK) {
        fprintf(stderr, "count-functions: %s\n", error.text);
        return 2;
    }
    if (sfr_check(elf.data, elf.size, elf.addr, SFR_PROFILE_AUTO, NULL, NULL).accepted
        && sfr_open(&s, elf.data, elf.size, elf.addr, SFR_PROFILE_AUTO, NULL) == SFR_FAULT_NONE) {
        printf("%" PRIu32 "\n", s.hdr.sfh_num_fdes);
        status = fflush(stdout) == 0 ? 0 : 2;
    } else {
        fputs("count-functions: the section is malformed\n", stderr);
    }
    sfr_elf_close(&elf);
    return status;
}

int main(int argc, char **argv)
{
    size_t size;

    if (argc != 2) {
        fputs("usage: count-functions FILE\n", stderr);
        return 64;
    }
    void *image = read_file(argv[1], &size);
    if (!image)
        return 2;
    const int status = count(image, size);
    free(image);
    return status;
}
