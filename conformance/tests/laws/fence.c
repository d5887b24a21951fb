/* SPDX-License-Identifier: MIT */
/* Memory that ends at an unreadable page. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fence.h"

const uint8_t *fence_put(struct fence *fence, const uint8_t *bytes, size_t size)
{
    fence->page = (size_t)sysconf(_SC_PAGESIZE);
    if (fence->room < size || !fence->pages) {
        fence_free(fence);
        fence->room = (size / fence->page + 16) * fence->page;
        fence->pages =
            mmap(NULL, fence->room + fence->page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (fence->pages == MAP_FAILED || mprotect(fence->pages + fence->room, fence->page, PROT_NONE) != 0) {
            fprintf(stderr, "error: there is no memory left\n");
            exit(2);
        }
    }
    uint8_t *to = fence->pages + fence->room - size;
    const size_t before = (size_t)(to - fence->pages) < fence->page ? (size_t)(to - fence->pages) : fence->page;
    memset(to - before, 0xa5, before);
    if (size > 0)
        memcpy(to, bytes, size);
    return to;
}

void fence_free(struct fence *fence)
{
    if (fence->pages)
        munmap(fence->pages, fence->room + fence->page);
    fence->pages = NULL;
    fence->room = 0;
}
