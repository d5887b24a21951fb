/* SPDX-License-Identifier: MIT */
/* The commands of sframe-ref about an ELF file. */
#define _GNU_SOURCE
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "sfr_elf.h"
#include "tool.h"

#ifdef __GLIBC__
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

/* What the command prints goes to a buffer, which the output of a crash does not. */
static void run(int (*command)(const struct options *), const struct options *o, size_t size)
{
    FILE *const kept_out = stdout, *const kept_err = stderr;
    char *text = NULL;
    size_t printed = 0;
    FILE *const sink = open_memstream(&text, &printed);

    FUZZ_REQUIRE(sink != NULL, 0, "no memory");
    stdout = stderr = sink;
    const int status = command(o);
    stdout = kept_out;
    stderr = kept_err;
    fclose(sink);
    free(text);
    FUZZ_REQUIRE(status >= STATUS_ACCEPTED && status <= STATUS_TROUBLE, 0, "a command ended with %d", status);
    FUZZ_REQUIRE(status != STATUS_TROUBLE || printed > 0, 0, "status 2 and no message");
    FUZZ_REQUIRE(printed <= OUTPUT_START + size * OUTPUT_BYTE, 0, "%zu bytes printed about %zu bytes", printed, size);
}

static void run_all(const char *path, size_t size)
{
    char *file = (char *)path;
    struct options o = { .max_frames = 64, .files = &file, .num_files = 1, .given = 1u << OPT_ELF };

    run(cmd_check, &o, size);
    run(cmd_dump, &o, size);
    o.pcs = (struct list){ pcs, num_pcs, num_pcs };
    run(cmd_find, &o, size);
    o.given |= 1u << OPT_NTH | 1u << OPT_PARTIAL | 1u << OPT_SCAN | 1u << OPT_JSON | 1u << OPT_LAYOUT;
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
    run(cmd_extract, &o, size);
}

void fuzz_check_commands(const uint8_t *data, size_t size)
{
    fuzz_parsed = choose_pcs(data, size);
    run_all(fuzz_file(data, size), size);
}
#else
/* Only there a program may replace its standard output by a buffer. */
void fuzz_check_commands(const uint8_t *data, size_t size)
{
    (void)data;
    (void)size;
}
#endif
