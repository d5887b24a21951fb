/* SPDX-License-Identifier: MIT */
/* list, show and explain: what is in the corpus, for a person. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "markup.h"
#include "options.h"
#include "registers.h"
#include "wrap.h"

/* More bytes than this are not printed: nobody reads them. */
enum { MAX_DUMPED = 4096 };

int sfc_command_list(const struct sfc_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        const struct sfc_case *c = run->cases[i];
        printf("%s\t%s\t%s\t%s\n", c->id, sfc_op_name(c->op), sfc_expect_name(c->expect), c->title);
    }
    return 0;
}

static void print_bytes(const struct sfc_case *c)
{
    struct sfc_buffer b = { 0 };
    const size_t size = (size_t)c->size;
    struct sfc_shown_bytes shown = { c->bytes, size < MAX_DUMPED ? size : MAX_DUMPED, 0, size, 0, 0 };
    if (c->expect == SFC_EXPECT_REJECT && !c->elf) {
        shown.start = (size_t)c->range_start;
        shown.end = (size_t)c->range_end;
    }
    sfc_add_hexdump(&b, &shown, false);
    fputs(sfc_buffer_text(&b), stdout);
    sfc_buffer_free(&b);
}

static int write_section(const struct sfc_case *c, const char *path, bool wrapped)
{
    const struct sfc_request request = sfc_case_request(c);
    struct sfc_buffer b = { 0 };
    struct sfc_error error = { "" };
    if (wrapped && !c->elf)
        sfc_wrap_elf(&request, &b);
    else
        sfc_buffer_add(&b, c->bytes, (size_t)c->size);
    bool good;
    if (strcmp(path, "-") != 0)
        good = sfc_write_file(path, b.data, b.len, &error);
    else if (isatty(1))
        good = sfc_fail(&error, "a section is bytes, not text: send it to a file or a pipe");
    else
        good = (fwrite(sfc_buffer_text(&b), 1, b.len, stdout) == b.len && fflush(stdout) == 0)
               || sfc_fail(&error, "standard output cannot be written to");
    sfc_buffer_free(&b);
    return good ? 0 : sfc_complain(error.text);
}

int sfc_command_show(const struct sfc_case *c, const char *elf, const char *raw)
{
    if (elf || raw) {
        const int status = elf ? write_section(c, elf, true) : 0;
        return status == 0 && raw ? write_section(c, raw, false) : status;
    }
    size_t len = 0;
    struct sfc_error error = { "" };
    char *text = sfc_read_file(c->path, SIZE_MAX / 2, &len, &error);
    if (!text)
        return sfc_complain(error.text);
    fwrite(text, 1, len, stdout);
    printf("\n%s:\n", c->file);
    print_bytes(c);
    sfc_buffer_free(&(struct sfc_buffer){ text, len, len + 1 });
    return 0;
}

/* The header's fields in their order, which no version changes. */
static const struct {
    const char *name;
    unsigned at, width;
} header_fields[] = {
    { "magic", 0, 2 },
    { "version", 2, 1 },
    { "flags", 3, 1 },
    { "ABI", 4, 1 },
    { "fixed FP offset", 5, 1 },
    { "fixed RA offset", 6, 1 },
    { "length of the auxiliary header", 7, 1 },
    { "number of functions", 8, 4 },
    { "number of rows", 12, 4 },
    { "bytes of rows", 16, 4 },
    { "where the functions start", 20, 4 },
    { "where the rows start", 24, 4 },
};

static uint64_t read_number(const struct sfc_case *c, unsigned at, unsigned width)
{
    const bool big = strcmp(c->order, "big") == 0;
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)c->bytes[at + (big ? width - 1 - i : i)] << 8 * i;
    return value;
}

/* As far as the section goes, and whatever is wrong with it. */
static void print_header(const struct sfc_case *c)
{
    printf("\nHeader\n");
    for (size_t i = 0; i < sizeof header_fields / sizeof header_fields[0]; i++) {
        const unsigned at = header_fields[i].at, width = header_fields[i].width;
        const bool marked = c->expect == SFC_EXPECT_REJECT && c->range_start < at + width && c->range_end > at;
        if (c->size < at + width) {
            printf("  (the section ends here)\n");
            return;
        }
        const uint64_t value = read_number(c, at, width);
        printf("  %04x  0x%-8" PRIx64 "  %s%s\n", at, value, header_fields[i].name, marked ? "   <- at fault" : "");
    }
}

/* What is asked besides the meaning of the whole. */
static void print_question(const struct sfc_case *c)
{
    static const char *const questions[SFC_NUM_OPS] = {
        "What does the section say?",
        "Which row applies at these addresses?",
        "What is the stack trace from here?",
        "What are the bytes of a section that says this?",
    };
    printf("\nQuestion\n  %s\n", questions[c->op]);
    for (size_t i = 0; i < c->num_pcs; i++)
        printf("  pc 0x%" PRIx64 "\n", c->pcs[i]);
    if (c->regs)
        printf("  registers %s\n", c->regs);
    if (c->mem)
        printf("  memory    %s\n", c->mem);
    if (c->pac_mask)
        printf("  bits of a signature in return addresses %s\n", c->pac_mask);
    if (c->max)
        printf("  %s frames at most\n", c->max);
}

static void print_clauses(const char *words)
{
    const char *word;
    size_t len;
    printf("\nClauses\n");
    while ((word = sfc_next_word(&words, &len))) {
        const struct sfr_clause_info *clause = sfc_find_clause(word, len);
        printf("  %s (%s, %s)\n    %s\n", clause->id, clause->source, clause->strength, clause->statement);
    }
}

static void print_expectation(const struct sfc_case *c)
{
    const struct sfr_fault_info *fault = c->fault_class ? sfc_find_fault(c->fault_class, strlen(c->fault_class)) : NULL;
    const struct sfr_policy_info *policy = c->policy ? sfc_find_policy(c->policy, strlen(c->policy)) : NULL;
    printf("\nRight answer\n");
    if (fault)
        printf("  reject: %s, bytes 0x%" PRIx64 "-0x%" PRIx64 "\n    %s\n", fault->name, c->range_start, c->range_end,
               fault->message);
    if (c->elf_error)
        printf("  %s: the ELF file is at fault: %s (corpus/README.md)\n",
               c->expect == SFC_EXPECT_REJECT ? "reject" : "reject, or accept", c->elf_error);
    if (c->refusal)
        printf("  refuse: %s%s%s\n    %s\n", c->refusal, c->at ? ", at " : "", c->at ? c->at : "",
               sfc_find_refusal(c->refusal, strlen(c->refusal))->message);
    if (policy)
        printf("  %s: the texts leave this open\n  %s: %s\n    the reference's answer: %s\n",
               sfc_case_has_open_end(c) ? "accept, with the trace below or one that ends sooner"
                                        : "reject, or accept with the meaning below",
               policy->id, policy->question, policy->answer);
    if (c->expect == SFC_EXPECT_ACCEPT)
        printf("  accept, with this meaning\n");
    if (c->expect != SFC_EXPECT_REJECT)
        printf("\n%s", c->body);
    if (c->result) {
        struct sfc_buffer b = { 0 };
        const size_t size = c->result_size;
        sfc_add_hexdump(
            &b, &(struct sfc_shown_bytes){ c->result_bytes, size < MAX_DUMPED ? size : MAX_DUMPED, 0, size, 0, 0 },
            false);
        printf("\n  the canonical bytes (%s)\n%s", c->result, sfc_buffer_text(&b));
        sfc_buffer_free(&b);
    }
}

int sfc_command_explain(const struct sfc_case *c)
{
    printf("%s\n  %s\n\n", c->id, c->title);
    printf("Judged as %s at address 0x%" PRIx64 ", op %s, %s, %s-endian, %" PRIu64 " bytes\n", c->profile, c->addr,
           sfc_op_name(c->op), c->abi, c->order, c->size);
    if (c->parent)
        printf("Made from %s by %s\n", c->parent, c->patch ? c->patch : c->change);
    if (c->multi_fault)
        printf("Has several faults and gates nothing: %s\n", c->multi_fault);
    if (c->catches)
        printf("Catches %s\n", c->catches);
    print_question(c);
    if (c->op == SFC_OP_ENCODE) {
        const uint64_t shown = c->size < MAX_DUMPED ? c->size : MAX_DUMPED;
        printf("\nDump (%s)\n\n%.*s", c->file, (int)shown, (const char *)c->bytes);
    } else {
        printf("\nBytes (%s)\n", c->file);
        print_bytes(c);
        if (!c->elf)
            print_header(c);
    }
    print_clauses(c->clauses);
    print_expectation(c);
    return 0;
}
