/* SPDX-License-Identifier: MIT */
/*
 * cfi.h - reads the DWARF call frame information of .eh_frame or .debug_frame: which code has it, and its
 * rules row by row.
 *
 * Rules have the type of SFrame rules (struct sfr_rule), so that the two can be compared. Every
 * read is bounded by the section, the time is linear in its size, and nothing recurses. AArch64's
 * instructions for signed return addresses are included.
 */
#ifndef SFC_CFI_H
#define SFC_CFI_H

#include "sfr.h"
#include "text.h"

/* The relocated bytes of one section, and the ABI (enum sfr_abi) of the file. */
struct sfc_cfi_section {
    const uint8_t *data;
    size_t size;
    uint64_t addr;
    unsigned abi;
    bool is_debug; /* .debug_frame: a CIE has another mark, and an FDE names its CIE by offset */
};
/* ".eh_frame" or ".debug_frame" */
const char *sfc_cfi_section_name(const struct sfc_cfi_section *section);

/* One rule. If it is an expression, `rule` is not set, and sfc_cfi_rule_at() gives the rule at a
   PC. */
struct sfc_cfi_rule {
    struct sfr_rule rule;
    const uint8_t *expression; /* NULL: not an expression */
    size_t len;
    bool is_value; /* the expression gives the value, not its address */
};

/* The rules of the PCs [start, end). */
struct sfc_cfi_row {
    uint64_t start, end;
    struct sfc_cfi_rule cfa, ra, fp;
    struct sfc_cfi_rule sp; /* the caller's SP; without an instruction the value that the ABI implies */
    bool mangled;           /* AArch64: the return address is signed */
};

/* What all functions of one CIE share. */
struct sfc_cfi_cie {
    uint64_t pos; /* in the section */
    size_t section;
    uint64_t code_factor;
    int64_t data_factor;
    uint64_t ra_column;
    uint8_t pointer_encoding;
    bool has_augmentation, signal, key_b;
    struct sfc_cfi_row initial; /* after its own instructions */
};

struct sfc_cfi_fde {
    uint64_t start, size;
    uint64_t end; /* cut where the next function starts; set by sfc_cfi_sort() */
    uint64_t pos; /* in the section, for messages */
    size_t cie;   /* index */
    const uint8_t *instructions;
    size_t len;
};

struct sfc_cfi {
    struct sfc_cfi_section *sections;
    size_t num_sections;
    struct sfc_cfi_cie *cies;
    size_t num_cies;
    struct sfc_cfi_fde *fdes;
    size_t num_fdes;
};

/* What to add to the CFA to get the caller's SP, where no rule says otherwise. */
int64_t sfc_cfi_implied_sp(unsigned abi);

/* Adds the entries of one section; its bytes must outlive `cfi`. False and *error, which names
   the offset, if the section cannot be read; the entries before that offset stay. */
bool sfc_cfi_add(struct sfc_cfi *cfi, const struct sfc_cfi_section *section, struct sfc_error *error);
/* Sorts the functions by their start. Call it once, after the last section. */
void sfc_cfi_sort(struct sfc_cfi *cfi);
void sfc_cfi_free(struct sfc_cfi *cfi);

/* The rows of one function, in ascending order and without gaps. Neighbours differ. */
struct sfc_cfi_rows {
    struct sfc_cfi_row *rows;
    size_t count;
};
/* Replaces the rows by those of `fde`. False and *error if an instruction cannot be followed;
   the rows before it stay. */
bool sfc_cfi_read_rows(const struct sfc_cfi *cfi, const struct sfc_cfi_fde *fde, struct sfc_cfi_rows *rows,
                       struct sfc_error *error);

/* The rule at `pc`; SFR_RULE_NONE if a struct sfr_rule cannot express it. Sets *varies if
   another PC of the row may have another rule, and otherwise does not change it. */
struct sfr_rule sfc_cfi_rule_at(unsigned abi, const struct sfc_cfi_rule *rule, uint64_t pc, bool *varies);

#endif
