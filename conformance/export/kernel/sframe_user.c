/* SPDX-License-Identifier: MIT */
/* The same cases as an ordinary program, to debug a reader without a kernel: sframe_user [--level N] [--only ID].
   exit status: 0 all right; 1 something is wrong; 2 nothing was asked, or the command line is wrong. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sframe_driver.h"

static struct {
    unsigned char *base; /* the unreadable page before it */
    size_t mapped;
} placed[2];

static void print(void *ctx, const char *line)
{
    (void)ctx;
    puts(line);
}

/* Maps the pages of [addr, addr + size), unless one is used already. */
static uint8_t *place_at(int second, int at_end, const uint8_t *bytes, size_t size, uint64_t addr)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (size_t)(addr % page);
    const size_t mapped = (before + size + page) / page * page;
    if (addr > UINTPTR_MAX - mapped)
        return NULL;
    void *start = (void *)(uintptr_t)(addr - before);
    void *base = mmap(start, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (base == MAP_FAILED)
        return NULL;
    placed[second].base = base;
    placed[second].mapped = mapped;
    memset(base, at_end ? 0xa5 : 0x5a, mapped);
    return base == start ? memcpy(placed[second].base + before, bytes, size) : NULL;
}

static const uint8_t *place(void *ctx, int second, int at_end, const uint8_t *bytes, size_t size, uint64_t addr)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (size / page + 1) * page;
    (void)ctx;
    if (placed[second].base)
        munmap(placed[second].base, placed[second].mapped);
    placed[second].base = NULL;
    uint8_t *there = addr != 0 ? place_at(second, at_end, bytes, size, addr) : NULL;
    if (there)
        return there;
    if (placed[second].base)
        munmap(placed[second].base, placed[second].mapped);
    placed[second].mapped = room + 2 * page;
    void *base = mmap(NULL, placed[second].mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    placed[second].base = base == MAP_FAILED ? NULL : base;
    if (!placed[second].base || mprotect(placed[second].base + page, room, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    unsigned char *start = placed[second].base + page + (at_end ? room - size : 0);
    memset(placed[second].base + page, at_end ? 0xa5 : 0x5a, room);
    memcpy(start, bytes, size);
    return start;
}

int main(int argc, char **argv)
{
    static const struct sframe_host host = { .print = print, .place = place };
    const char *only = NULL;
    int level = SFRAME_LEVEL_VALIDATE, good = argc % 2;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--only") == 0)
            only = argv[i + 1];
        else if (strcmp(argv[i], "--level") == 0)
            level = atoi(argv[i + 1]);
        else
            good = 0;
    }
    if (!good || level < SFRAME_LEVEL_READ || level > SFRAME_LEVEL_STRICT) {
        fputs("usage: sframe_user [--level 1..4] [--only ID]\n", stderr);
        return 2;
    }
    /* A crash loses nothing. */
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    return sframe_run(&host, level, only);
}
