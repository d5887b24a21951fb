/* SPDX-License-Identifier: MIT */
/* Writes registers and stack at a probe to files, so that sframe-ref can unwind them elsewhere with
   the program's file. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "realstack.h"

enum { MAX_STACK = 1 << 20, MAX_REGISTERS = 32 };

/* The last probe. It is taken in a signal handler, so its memory is allocated before. */
static struct {
    bool taken;
    uint64_t section, pc, sp, fp, low;
    uint64_t values[MAX_REGISTERS];
    bool known[MAX_REGISTERS];
    size_t stack_len, num_pcs;
    uint64_t pcs[MAX_FRAMES];
    uint8_t stack[MAX_STACK];
} last;

static bool wanted;

void capture_begin(void)
{
    wanted = true;
}

static bool take_stack(const struct objects *o)
{
    for (size_t i = 0; i < 2; i++) {
        const struct stack *s = &o->stacks[i];
        last.low = last.sp - RED_ZONE;
        if (last.low < s->low || last.low >= s->high || s->high - last.low > MAX_STACK)
            continue;
        last.stack_len = (size_t)(s->high - last.low);
        memcpy(last.stack, (const void *)(uintptr_t)last.low, last.stack_len);
        return true;
    }
    return false;
}

/* Down to the first PC in no function of the program's section: the file has no data for the frames
   after it. */
static void take_pcs(const struct objects *o, void *const *pcs, size_t count)
{
    const struct object *program = &o->list[0];
    struct sfr_fde fde;
    bool inside = true;
    last.num_pcs = 0;
    for (size_t i = 0; i < count && inside; i++) {
        const uint64_t pc = i == 0 ? last.pc : (uint64_t)(uintptr_t)pcs[i];
        last.pcs[last.num_pcs++] = pc;
        inside = object_of(o, pc) == program && sfr_find_fde_scan(&program->sframe, pc, &fde);
    }
}

void capture_take(const struct objects *o, const struct registers *r, void *const *pcs, size_t count)
{
    const struct sfr_section *s = &o->list[0].sframe;
    if (!wanted)
        return;
    last.section = s->addr;
    last.pc = r->pc;
    last.sp = r->sp;
    last.fp = r->fp;
    for (uint32_t i = 0; i < MAX_REGISTERS; i++)
        last.known[i] = register_of(r->ucontext, i, &last.values[i]);
    take_pcs(o, pcs, count);
    last.taken = take_stack(o);
}

static FILE *open_file(const char *folder, const char *kind, const char *ending)
{
    char path[512];
    const int len = snprintf(path, sizeof path, "%s/%s%s", folder, kind, ending);
    return len > 0 && (size_t)len < sizeof path ? fopen(path, "w") : NULL;
}

static void print_options(FILE *f)
{
    fprintf(f, "--addr 0x%" PRIx64 " --pc 0x%" PRIx64 " --sp 0x%" PRIx64 " --fp 0x%" PRIx64 " --stack-addr 0x%" PRIx64,
            last.section, last.pc, last.sp, last.fp, last.low);
    fprintf(f, " --pac-mask 0x%" PRIx64, signature_bits());
    for (unsigned i = 0; i < MAX_REGISTERS; i++)
        if (last.known[i])
            fprintf(f, " --reg %u=0x%" PRIx64, i, last.values[i]);
    fprintf(f, "\n");
}

bool capture_write(const char *folder, const char *kind)
{
    FILE *options = open_file(folder, kind, ".options"), *pcs = open_file(folder, kind, ".pcs");
    FILE *stack = open_file(folder, kind, ".stack");
    bool good = last.taken && options && pcs && stack;
    if (good) {
        print_options(options);
        for (size_t i = 0; i < last.num_pcs; i++)
            fprintf(pcs, "0x%" PRIx64 "\n", last.pcs[i]);
        good = fwrite(last.stack, 1, last.stack_len, stack) == last.stack_len;
    }
    FILE *const files[] = { options, pcs, stack };
    for (size_t i = 0; i < 3; i++)
        if (files[i] && fclose(files[i]) != 0)
            good = false;
    last.taken = false;
    return good;
}
