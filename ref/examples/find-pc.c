/* SPDX-License-Identifier: 0BSD */
/* Prints the rules for some PCs, from a bare section. Uses libsfr (pkg-config sfr). */
#include <stdio.h>
#include <stdlib.h>

#include <sfr.h>
#include <sfr_text.h>

#include "file.h"

static bool print(void *ctx, const char *text, size_t len)
{
    (void)ctx;
    return fwrite(text, 1, len, stdout) == len;
}

static int find(const uint8_t *data, size_t size, uint64_t addr, char **pcs)
{
    struct sfr_section s;
    struct sfr_hit hit;

    if (!sfr_check(data, size, addr, SFR_PROFILE_AUTO, NULL, NULL).accepted
        || sfr_open(&s, data, size, addr, SFR_PROFILE_AUTO, NULL) != SFR_FAULT_NONE) {
        fputs("find-pc: the section is malformed\n", stderr);
        return 1;
    }
    for (; *pcs; pcs++) {
        const uint64_t pc = strtoull(*pcs, NULL, 0);
        if (!sfr_dump_hit(&s, pc, sfr_find(&s, pc, &hit), &hit, print, NULL))
            return 2;
    }
    return fflush(stdout) == 0 ? 0 : 2;
}

int main(int argc, char **argv)
{
    size_t size;

    if (argc < 4) {
        fputs("usage: find-pc SECTION ADDRESS PC...\n", stderr);
        return 64;
    }
    void *data = read_file(argv[1], &size);
    if (!data)
        return 2;
    const int status = find(data, size, strtoull(argv[2], NULL, 0), argv + 3);
    free(data);
    return status;
}
