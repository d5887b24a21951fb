/* SPDX-License-Identifier: MIT */
/* Compares our reading of call frame information with libdw's: each row of each file must be
   equal. */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "producer_elf.h"
#include "sfr_text.h"
#include "tap.h"

/* A register, or for a CFA a register and an offset. */
static struct sfr_rule register_from(const Dwarf_Op *op, bool is_cfa)
{
    if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31)
        return (struct sfr_rule){ SFR_RULE_REG, op->atom - DW_OP_reg0, 0 };
    if (op->atom == DW_OP_regx)
        return (struct sfr_rule){ SFR_RULE_REG, (uint32_t)op->number, 0 };
    if (is_cfa && op->atom == DW_OP_bregx)
        return (struct sfr_rule){ SFR_RULE_REG, (uint32_t)op->number, (int64_t)op->number2 };
    if (is_cfa && op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
        return (struct sfr_rule){ SFR_RULE_REG, op->atom - DW_OP_breg0, (int64_t)op->number };
    return (struct sfr_rule){ SFR_RULE_NONE, 0, 0 };
}

/* Converts a rule of libdw. A rule that starts with the CFA is relative to the CFA. */
static struct sfr_rule rule_from(const Dwarf_Op *ops, size_t count, bool is_cfa)
{
    if (count == 0)
        return (struct sfr_rule){ ops == NULL ? SFR_RULE_SAME : SFR_RULE_UNDEFINED, 0, 0 };
    if (ops[0].atom == DW_OP_call_frame_cfa) {
        const bool adds = count >= 2 && ops[1].atom == DW_OP_plus_uconst;
        const bool is_value = count > 1u + adds && ops[1 + adds].atom == DW_OP_stack_value;
        if (count == 1u + adds + is_value)
            return (struct sfr_rule){ is_value ? SFR_RULE_CFA : SFR_RULE_MEM_CFA, 0,
                                      adds ? (int64_t)ops[1].number : 0 };
    } else if (count == 1) {
        return register_from(&ops[0], is_cfa);
    }
    return (struct sfr_rule){ SFR_RULE_NONE, 0, 0 };
}

struct tally {
    size_t rows, expressions, different;
};

static bool same(const struct sfr_rule *a, const struct sfr_rule *b)
{
    return a->kind == b->kind && a->reg == b->reg && a->offset == b->offset;
}

/* Compares one rule. Expressions are only counted; other tests compare their results. */
static void compare_rule(struct tally *t, const char *what, uint64_t pc, const struct sfc_cfi_rule *ours,
                         const struct sfr_rule *theirs)
{
    char a[SFR_RULE_TEXT_MAX], b[SFR_RULE_TEXT_MAX];
    if (ours->expression) {
        t->expressions++;
        return;
    }
    /* For a column without an instruction libdw has `undefined`, and we have no rule. */
    if (same(&ours->rule, theirs) || (ours->rule.kind == SFR_RULE_NONE && theirs->kind == SFR_RULE_UNDEFINED))
        return;
    t->different++;
    sfr_rule_text(a, &ours->rule, 0);
    sfr_rule_text(b, theirs, 0);
    if (t->different < 10)
        printf("# 0x%" PRIx64 " %s: ours %s, libdw's %s\n", pc, what, a, b);
}

/* libdw's rule for a register, or for the CFA if the number is below 0. */
static struct sfr_rule ask(struct tally *t, Dwarf_Frame *frame, int number)
{
    Dwarf_Op *ops, memory[3];
    size_t count;
    const bool is_cfa = number < 0;
    const int failed =
        is_cfa ? dwarf_frame_cfa(frame, &ops, &count) : dwarf_frame_register(frame, number, memory, &ops, &count);
    if (failed != 0)
        t->different++;
    return failed != 0 ? (struct sfr_rule){ SFR_RULE_NONE, 0, 0 } : rule_from(ops, count, is_cfa);
}

static void compare_row(struct tally *t, Dwarf_CFI *cfi, const struct sfc_cfi_row *row, unsigned abi)
{
    Dwarf_Frame *frame;
    Dwarf_Addr start, end;
    bool is_signal;
    t->rows++;
    if (dwarf_cfi_addrframe(cfi, row->start, &frame) != 0) {
        t->different++;
        printf("# 0x%" PRIx64 ": libdw: %s\n", row->start, dwarf_errmsg(-1));
        return;
    }
    const int ra = dwarf_frame_info(frame, &start, &end, &is_signal);
    /* We merge rows that differ only in other registers, so libdw's may end earlier. In libdw
       0.188 a row that begins by restoring a state begins where the remembered row did. */
    if (start > row->start || end > row->end) {
        printf("# 0x%" PRIx64 "..0x%" PRIx64 ": libdw has 0x%" PRIx64 "..0x%" PRIx64 "\n", row->start, row->end, start,
               end);
        t->different++;
    }
    struct sfr_rule rule = ask(t, frame, -1);
    compare_rule(t, "CFA", row->start, &row->cfa, &rule);
    rule = ask(t, frame, ra);
    /* libdw takes a return column that no instruction names as lost if calls do not preserve that register. */
    const struct sfr_rule own = { SFR_RULE_REG, (uint32_t)ra, 0 };
    if (rule.kind != SFR_RULE_UNDEFINED || !same(&row->ra.rule, &own))
        compare_rule(t, "RA", row->start, &row->ra, &rule);
    rule = ask(t, frame, (int)sfr_abi_fp(abi));
    compare_rule(t, "FP", row->start, &row->fp, &rule);
    const struct sfr_rule implied = { SFR_RULE_CFA, 0, sfc_cfi_implied_sp(abi) };
    rule = ask(t, frame, (int)sfr_abi_sp(abi));
    if (!same(&row->sp.rule, &implied))
        compare_rule(t, "SP", row->start, &row->sp, &rule);
    free(frame);
}

static bool find_eh_frame(Elf *elf, GElf_Shdr *header, Elf_Data **data)
{
    size_t names;
    Elf_Scn *section = NULL;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return false;
    while ((section = elf_nextscn(elf, section)) != NULL) {
        const char *name = gelf_getshdr(section, header) ? elf_strptr(elf, names, header->sh_name) : NULL;
        if (name && strcmp(name, ".eh_frame") == 0)
            return (*data = elf_rawdata(section, NULL)) != NULL;
    }
    return false;
}

static unsigned abi_of(Elf *elf)
{
    GElf_Ehdr header;
    if (!gelf_getehdr(elf, &header))
        return 0;
    const bool big = header.e_ident[EI_DATA] == ELFDATA2MSB;
    return header.e_machine == EM_X86_64 ? SFR_ABI_AMD64_ENDIAN_LITTLE
           : header.e_machine == EM_S390 ? SFR_ABI_S390X_ENDIAN_BIG
           : big                         ? SFR_ABI_AARCH64_ENDIAN_BIG
                                         : SFR_ABI_AARCH64_ENDIAN_LITTLE;
}

static void compare_file(const char *path, Elf *elf)
{
    struct tally t = { 0 };
    struct sfc_cfi cfi = { 0 };
    struct sfc_cfi_rows rows = { 0 };
    struct sfc_error error = { "" };
    GElf_Shdr header;
    Elf_Data *data = NULL;
    const unsigned abi = abi_of(elf);
    Dwarf_CFI *theirs = dwarf_getcfi_elf(elf);
    if (!OK(theirs && find_eh_frame(elf, &header, &data), "%s has .eh_frame", path))
        return;
    const struct sfc_cfi_section s = { data->d_buf, data->d_size, header.sh_addr, abi, false };
    OK(sfc_cfi_add(&cfi, &s, &error), "%s: ours reads it %s", path, error.text);
    sfc_cfi_sort(&cfi);
    bool good = true;
    for (size_t i = 0; i < cfi.num_fdes; i++) {
        good = sfc_cfi_read_rows(&cfi, &cfi.fdes[i], &rows, &error) && good;
        for (size_t k = 0; k < rows.count; k++)
            compare_row(&t, theirs, &rows.rows[k], abi);
    }
    OK(good, "%s: the rows of %zu functions can be followed %s", path, cfi.num_fdes, error.text);
    IS_U64(t.different, 0, "%s: %zu rows are the same (%zu rules are expressions)", path, t.rows, t.expressions);
    /* Expressions are not compared, so they must be few. */
    OK(t.rows > 0 && t.expressions <= t.rows / 100, "%s: there are rows, and few rules are expressions", path);
    free(rows.rows);
    sfc_cfi_free(&cfi);
    dwarf_cfi_end(theirs);
}

int main(int argc, char **argv)
{
    elf_version(EV_CURRENT);
    for (int i = 1; i < argc; i++) {
        const int fd = open(argv[i], O_RDONLY);
        Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
        if (elf && elf_kind(elf) == ELF_K_ELF)
            compare_file(argv[i], elf);
        else
            printf("ok %d - %s # SKIP not here\n", ++tap_count, argv[i]);
        elf_end(elf);
        if (fd >= 0)
            close(fd);
    }
    return tap_done();
}
