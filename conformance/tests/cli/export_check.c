/* SPDX-License-Identifier: MIT */
/*
 * Prints the cases of a C export as case files, as far as it has their keys, and a NUL after each;
 * then their number. Compiled with an export by export.py, with nothing else of the runner.
 */
#include <inttypes.h>
#include <stdio.h>

#include "sframe_corpus.h"
#include "sha256.h"

static void print_text(const char *key, const char *value)
{
    if (value)
        printf("%s: %s\n", key, value);
}

static void print_inputs(const struct sframe_case *c)
{
    if (c->num_pcs > 0)
        printf("pcs:");
    for (size_t i = 0; i < c->num_pcs; i++)
        printf(" %s0x%" PRIx64 "%s", c->second && c->in_second[i] ? "2:" : "", c->pcs[i],
               i + 1 == c->num_pcs ? "\n" : "");
    if (c->second) {
        char sha256[SFR_SHA256_TEXT];
        sfr_sha256(c->second, c->second_size, sha256);
        printf("second-addr: 0x%" PRIx64 "\nsecond-sha256: %s\n", c->second_addr, sha256);
    }
    if (c->num_regs > 0)
        printf("regs:");
    for (size_t i = 0; i < c->num_regs; i++)
        printf(" %s=0x%" PRIx64 "%s", c->regs[i].name, c->regs[i].value, i + 1 == c->num_regs ? "\n" : "");
    if (c->num_mem > 0)
        printf("mem:");
    for (size_t i = 0; i < c->num_mem; i++)
        printf(" 0x%" PRIx64 "=0x%" PRIx64 "%s", c->mem[i].addr, c->mem[i].value, i + 1 == c->num_mem ? "\n" : "");
    if (c->pac_mask)
        printf("pac-mask: 0x%" PRIx64 "\n", c->pac_mask);
    if (c->max_frames)
        printf("max: %u\n", c->max_frames);
    if (c->sort)
        printf("sort: yes\n");
    if (c->fit)
        printf("fit: yes\n");
    if (c->result) {
        char sha256[SFR_SHA256_TEXT];
        sfr_sha256(c->result, c->result_size, sha256);
        printf("result: %s\n", sha256);
    }
    print_text("refusal", c->refusal);
    print_text("at", c->refused_at);
}

static void print_case(const struct sframe_case *c)
{
    static const char *const ops[] = { "decode", "lookup", "unwind", "encode", "sequence", "merge" };
    static const char *const expects[] = { "accept", "reject", "policy" };
    static const char *const levels[] = { "", "read", "refuse", "validate", "strict" };
    char sha256[SFR_SHA256_TEXT];
    sfr_sha256(c->section, c->size, sha256);
    printf("id: %s\nrev: %u\ntitle: %s\nclauses: %s\nprofile: %s\n", c->id, c->rev, c->title, c->clauses, c->profile);
    printf("addr: 0x%" PRIx64 "\nsize: %zu\nsha256: %s\nop: %s\n", c->addr, c->size, sha256, ops[c->op]);
    print_inputs(c);
    printf("expect: %s\nlevel: %s\n", expects[c->expect], levels[c->level]);
    print_text("container", c->elf ? "elf" : NULL);
    print_text("error", c->elf_error);
    print_text("class", c->fault);
    if (c->fault)
        printf("range: 0x%zx-0x%zx\n", c->fault_start, c->fault_end);
    for (size_t i = 0; i < c->num_also; i++)
        printf("%s%s 0x%zx-0x%zx%s", i == 0 ? "also: " : "; ", c->also[i].fault, c->also[i].start, c->also[i].end,
               i + 1 == c->num_also ? "\n" : "");
    print_text("policy", c->policy);
    print_text("may-reject", c->may_reject ? "yes" : NULL);
    for (size_t i = 0; i < c->num_readings; i++)
        printf("%s%s%s", i == 0 ? "readings: " : " ", c->readings[i].answer, i + 1 == c->num_readings ? "\n" : "");
    print_text("doubt", c->doubt);
    print_text("multi-fault", c->multi_fault);
    printf("abi: %s\norder: %s\n\n", c->abi, c->order);
    for (size_t i = 0; i < c->num_readings; i++)
        printf("%s%s", i > 0 ? "\n" : "", c->readings[i].expected);
    if (c->num_readings == 0)
        printf("%s", c->expected ? c->expected : "");
    putchar('\0');
}

int main(void)
{
    size_t count = 0;
    for (size_t g = 0; g < sframe_num_case_groups; g++)
        for (size_t i = 0; i < sframe_case_groups[g].count; i++, count++)
            print_case(&sframe_case_groups[g].cases[i]);
    printf("%zu cases\n", count);
    return 0;
}
