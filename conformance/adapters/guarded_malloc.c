/* SPDX-License-Identifier: MIT */
/*
 * A malloc for code that may overrun its buffers: each block ends where unreadable pages begin.
 *
 * Any access after the end of a block is a SIGSEGV, whatever the memory layout. A block is aligned
 * by its size, so that there is no gap before the unreadable pages. The bytes before a block always
 * have the same value. Freed blocks are unmapped. It is slow, and each block takes at least 136 KiB
 * of address space.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "libsframe_load.h"

enum { FILL = 0xa5, MAGIC = 0x5f4d, GUARD = 1 << 17 };

/* At the start of the first page of a block. */
struct block {
    uint64_t magic;
    size_t mapped, size;
};

static size_t num_failed;

static size_t page_size(void)
{
    static size_t size;
    if (size == 0)
        size = (size_t)sysconf(_SC_PAGESIZE);
    return size;
}

size_t guarded_malloc_failures(void)
{
    return num_failed;
}

static void *fail(void)
{
    num_failed++;
    errno = ENOMEM;
    return NULL;
}

static void *allocate(size_t size, size_t align)
{
    const size_t page = page_size(), room = size + sizeof(struct block) + align + page;
    if (room < size)
        return fail();
    const size_t pages = room / page * page, mapped = pages + GUARD;
    char *base = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return fail();
    if (mprotect(base + pages, GUARD, PROT_NONE) != 0) {
        munmap(base, mapped);
        return fail();
    }
    char *start = (char *)(((uintptr_t)base + pages - size) / align * align);
    memset(start, FILL, size < page ? size : page);
    memset(start + size, FILL, (size_t)(base + pages - (start + size)));
    *(struct block *)(void *)base = (struct block){ MAGIC, mapped, size };
    return start;
}

/* The alignment of a block of this size; the size is a multiple of it. */
static size_t alignment_of(size_t size)
{
    const size_t lowest = size & (~size + 1);
    return size == 0 || lowest > 16 ? 16 : lowest;
}

/* The head is in the first page of the block, at most 3 pages before its start. A freed block is
   not mapped. */
static struct block *find_block(void *start)
{
    uintptr_t page = (uintptr_t)start / page_size() * page_size();
    for (unsigned i = 0; i < 4; i++, page -= page_size()) {
        struct block *b = (struct block *)page;
        if ((uintptr_t)start - page >= sizeof *b && b->magic == MAGIC)
            return b;
    }
    return NULL;
}

void *malloc(size_t size)
{
    return allocate(size, alignment_of(size));
}

void free(void *start)
{
    struct block *b = start ? find_block(start) : NULL;
    if (!b)
        return;
    const size_t mapped = b->mapped;
    munmap(b, mapped);
}

void *calloc(size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size)
        return fail();
    void *start = malloc(count * size);
    if (start && count * size > 0)
        memset(start, 0, count * size);
    return start;
}

void *realloc(void *start, size_t size)
{
    void *grown = malloc(size);
    const struct block *b = start ? find_block(start) : NULL;
    if (!grown || !b)
        return grown;
    memcpy(grown, start, b->size < size ? b->size : size);
    free(start);
    return grown;
}

void *aligned_alloc(size_t align, size_t size)
{
    return align > page_size() ? fail() : allocate(size, align > 0 ? align : 1);
}

void *memalign(size_t align, size_t size);
void *memalign(size_t align, size_t size)
{
    return aligned_alloc(align, size);
}

int posix_memalign(void **out, size_t align, size_t size)
{
    *out = aligned_alloc(align, size);
    return *out ? 0 : ENOMEM;
}
