/* SPDX-License-Identifier: MIT */
/* Lines go to the kernel's log, and sections to memory between unmapped pages. */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "sframe_linux.h"

static void *placed[2];

static void print(void *ctx, const char *line)
{
    (void)ctx;
    printk(KERN_INFO "%s\n", line);
    cond_resched();
}

static const uint8_t *place(void *ctx, int second, int at_end, const uint8_t *bytes, size_t size, uint64_t addr)
{
    const size_t room = PAGE_ALIGN(size + 1);
    (void)ctx;
    (void)addr;
    vfree(placed[second]);
    placed[second] = vmalloc(room);
    if (!placed[second])
        return NULL;
    uint8_t *start = (uint8_t *)placed[second] + (at_end ? room - size : 0);
    memset(placed[second], at_end ? 0xa5 : 0x5a, room);
    memcpy(start, bytes, size);
    return start;
}

const struct sframe_host sframe_linux_host = { .print = print, .place = place };

void sframe_linux_free(void)
{
    vfree(placed[0]);
    vfree(placed[1]);
    placed[0] = placed[1] = NULL;
}
