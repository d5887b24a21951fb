/* SPDX-License-Identifier: MIT */
/*
 * A reader that knows no size may go anywhere that a field of 32 bits leads to. All of that is
 * reserved around the section and cannot be read, so that its answer never depends on what else the
 * program has in memory: a read outside is always a SIGSEGV. It is address space alone.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "place.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ASAN
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(HAVE_ASAN)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#endif

/* A section's start may be aligned, as in a program. Then less than this many bytes can be read after its end. */
#ifndef SECTION_ALIGNMENT
#define SECTION_ALIGNMENT 1
#endif
#define GIB ((size_t)1 << 30)
enum { FILL = 0xa5 };
/* Before: a length of 32 bits, taken as negative, and the section. After: 2^31 functions of 20 bytes, an offset of 32
   bits, and rows. */
static const size_t before = 4 * GIB, after = 48 * GIB;

static bool reserve(struct place *p)
{
    void *base = mmap(NULL, before + after, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return false;
    *p = (struct place){ .base = base, .end = (unsigned char *)base + before };
    return true;
}

const unsigned char *place_section(struct place *p, const unsigned char *bytes, size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (!p->base && !reserve(p))
        return NULL;
    if (size > before / 2)
        return NULL;
    const size_t behind = (SECTION_ALIGNMENT - size % SECTION_ALIGNMENT) % SECTION_ALIGNMENT;
    const size_t used = ((size + behind) / page + 1) * page;
    unsigned char *start = p->end - used, *section = p->end - behind - size;
    if (mprotect(start, used, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    p->used = used;
    memset(start, FILL, used);
    if (size > 0)
        memcpy(section, bytes, size);
    if (mprotect(start, used, PROT_READ) != 0)
        return NULL;
    ASAN_POISON_MEMORY_REGION(start, (size_t)(section - start));
    ASAN_POISON_MEMORY_REGION(section + size, behind);
    return section;
}

void place_clear(struct place *p)
{
    if (p->used == 0)
        return;
    unsigned char *start = p->end - p->used;
    ASAN_UNPOISON_MEMORY_REGION(start, p->used);
    /* New pages in place of those, so that no memory is kept. */
    if (mmap(start, p->used, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED)
        p->used = 0;
}

void place_free(struct place *p)
{
    place_clear(p);
    if (p->base)
        munmap(p->base, before + after);
    *p = (struct place){ 0 };
}
