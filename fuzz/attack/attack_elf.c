/* SPDX-License-Identifier: MIT */
/*
 * Any ELF file, with and without .sframe: the properties of the harness `elf` (fuzz_elf.c), which asks the
 * judge of producers too, and the commands of sframe-ref. A command ends with 0, 1 or 2, with 2 it has a
 * message, and what it prints is linear in the size of the file.
 */
#include "attack.h"

#include <stdlib.h>

#include "sfr_elf.h"
#include "tool.h"

enum { MOST_PCS = 12, OUTPUT_START = 1 << 16, OUTPUT_BYTE = 600 };

static struct pair pcs[MOST_PCS];
static size_t num_pcs;

static void add_pc(void *ctx, uint64_t pc)
{
    (void)ctx;
    if (num_pcs < MOST_PCS)
        pcs[num_pcs++].key = pc;
}

/* PCs at the edges of the file's own functions. True if there is a section that can be opened. */
static bool choose_pcs(const uint8_t *data, size_t size)
{
    struct sfr_elf elf;
    struct sfr_section s;

    num_pcs = 0;
    add_pc(NULL, 0x401000);
    if (sfr_elf_open(&elf, data, size, SFR_ELF_AUTO, 0, NULL) != SFR_ELF_OK)
        return false;
    const bool opens = sfr_open(&s, elf.data, elf.size, elf.addr, SFR_PROFILE_AUTO, NULL) == SFR_FAULT_NONE;
    if (opens)
        fuzz_each_pc(&s, MOST_PCS - 1, add_pc, NULL);
    sfr_elf_close(&elf);
    return opens;
}

static void run(int (*command)(const struct options *), const struct options *o, size_t size)
{
    attack_forget_output();
    const int status = command(o);
    const size_t printed = attack_output();

    FUZZ_REQUIRE(status >= STATUS_ACCEPTED && status <= STATUS_TROUBLE, 0, "a command ended with %d", status);
    FUZZ_REQUIRE(status != STATUS_TROUBLE || printed > 0, 0, "status 2 and no message");
    FUZZ_REQUIRE(printed <= OUTPUT_START + size * OUTPUT_BYTE, 0, "%zu bytes printed about %zu bytes", printed, size);
}

static void run_all(const char *path, size_t size)
{
    char *file = (char *)path;
    struct options o = { .max_frames = 64, .files = &file, .num_files = 1, .form = FORM_ELF };

    run(cmd_check, &o, size);
    run(cmd_dump, &o, size);
    o.pcs = (struct list){ pcs, num_pcs, num_pcs };
    run(cmd_find, &o, size);
    o.given = 1u << OPT_NTH;
    o.partial = o.scan = o.json = o.layout = true;
    run(cmd_check, &o, size);
    run(cmd_dump, &o, size);
    run(cmd_find, &o, size);
    o.given |= 1u << OPT_SP | 1u << OPT_FP | 1u << OPT_STACK | 1u << OPT_STACK_ADDR;
    o.pcs.count = 1;
    o.stack_file = path;
    o.stack_addr = o.sp = 0x7fff0000;
    o.fp = o.sp + 16;
    for (size_t i = 0; i < num_pcs; i += 5) {
        o.pcs.items = &pcs[i];
        run(cmd_unwind, &o, size);
    }
    o.json = false;
    run(cmd_extract, &o, size);
}

bool attack_try(const uint8_t *data, size_t size)
{
    if (LLVMFuzzerTestOneInput(data, size) != 0)
        abort();
    const bool opens = choose_pcs(data, size);
    run_all(attack_file(data, size), size);
    return opens;
}
