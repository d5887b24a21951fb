/* SPDX-License-Identifier: MIT */
/* Finds the SFrame segments of the objects that make up this process, and the bounds of its stack. */
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <string.h>

#include "realstack.h"

#define PT_GNU_SFRAME_NUMBER 0x6474e554

static int add_object(struct dl_phdr_info *info, size_t size, void *ctx)
{
    struct objects *o = ctx;
    (void)size;
    if (o->count == MAX_OBJECTS)
        return 1;
    struct object *x = &o->list[o->count++];
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        const uint64_t addr = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD && x->num_loads < MAX_LOADS) {
            x->low[x->num_loads] = addr;
            x->high[x->num_loads++] = addr + p->p_memsz;
        } else if (p->p_type == PT_GNU_SFRAME_NUMBER) {
            x->has_sframe =
                sfr_open(&x->sframe, (const void *)(uintptr_t)addr, p->p_memsz, addr, SFR_PROFILE_AUTO, NULL) == 0;
        }
    }
    return 0;
}

bool find_objects(struct objects *o)
{
    pthread_attr_t attr;
    void *low;
    size_t size;
    memset(o, 0, sizeof *o);
    if (dl_iterate_phdr(add_object, o) != 0 || pthread_getattr_np(pthread_self(), &attr) != 0)
        return false;
    const bool known = pthread_attr_getstack(&attr, &low, &size) == 0;
    pthread_attr_destroy(&attr);
    o->stacks[0] = (struct stack){ (uint64_t)(uintptr_t)low, (uint64_t)(uintptr_t)low + size };
    return known;
}

const struct object *object_of(const struct objects *o, uint64_t pc)
{
    for (size_t i = 0; i < o->count; i++)
        for (size_t j = 0; j < o->list[i].num_loads; j++)
            if (pc >= o->list[i].low[j] && pc < o->list[i].high[j])
                return &o->list[i];
    return NULL;
}

bool is_in(const struct objects *o, uint64_t pc, uint64_t function)
{
    const struct object *x = object_of(o, pc);
    struct sfr_fde fde;
    return x && x->has_sframe && sfr_find_fde_scan(&x->sframe, pc, &fde) && fde.start == function;
}
