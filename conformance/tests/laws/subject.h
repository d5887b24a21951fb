/* SPDX-License-Identifier: MIT */
/* subject.h - one case put before the reference, and what is wrong with the answers. */
#ifndef SFC_TESTS_SUBJECT_H
#define SFC_TESTS_SUBJECT_H

#include "case.h"
#include "sfr_text.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
enum { MAX_FINDINGS = 4096, MAX_WHY = 1024 };

/* Tables of what is tried wherever a case allows it: an entry that no case of the corpus allows would test nothing. */
enum table {
    TABLE_WAYS,           /* refusals.c: ways to break a model */
    TABLE_EXACT_WAYS,     /* those that are about its layout */
    TABLE_TEXTS,          /* texts.c: cases whose dumps are broken */
    TABLE_WORDS,          /* words that are put in place of others there */
    TABLE_PARSE_ERRORS,   /* parse_errors.c: the case that stands for all */
    TABLE_REGISTER_WORDS, /* fixed_fp.c: sections with a negative register in one word */
    NUM_TABLES
};

struct subject {
    const struct sfc_case *c;
    enum sfr_profile profile;
    const uint8_t *bytes;  /* end at a page that cannot be read */
    enum sfr_fault opened; /* what sfr_open() gave; only if it is SFR_FAULT_NONE, section is set */
    struct sfr_section section;
    struct sfr_verdict verdict;
    struct sfr_finding findings[MAX_FINDINGS];
    size_t num_findings;        /* those that had room; the verdict counts all */
    char why[MAX_WHY];          /* the first thing that is wrong; empty if nothing is */
    uint64_t tried[NUM_TABLES]; /* a bit for each entry that some case allowed; kept from case to case */
    size_t entries[NUM_TABLES]; /* how many there are, at most 64; 0 if none was tried */
};

/* Keeps the first thing that is wrong. Returns `good`. */
__attribute__((format(printf, 3, 4))) bool require(struct subject *s, bool good, const char *format, ...);

/* Notes that this case allows entry `index` of a table of `count`. */
void note_tried(struct subject *s, enum table table, size_t index, size_t count);

/* A sink for the reference's text: ctx is a struct sfc_buffer. False when there is more than any case can give. */
sfr_text_fn add_text;

/* findings.c: what holds for every finding, whatever the case. */
void check_findings(struct subject *s);

/* promises.c: what sfr.h promises of a section that can be opened. */
void check_promises(struct subject *s);

/* lookups.c: look-ups agree with the rows, read one by one. */
void check_lookups(struct subject *s);

/* dumps.c: what sfr_text.h promises of the text. */
void check_texts(struct subject *s);

/* refusals.c: models that the encoder refuses. For accepted sections. */
void check_refusals(struct subject *s);

/* texts.c: texts that the parser refuses, made of the dumps of a few accepted sections. */
void check_broken_texts(struct subject *s);

/* parse_errors.c: texts that it refuses, written by hand with the place of each error; for one case. */
void check_parse_errors(struct subject *s);

/* fixed_fp.c: the section with a fixed FP offset put into its header. */
void check_fixed_fp(struct subject *s);

/* answers.c: what holds for every section, whatever the case. */
void check_accepted_section(struct subject *s);
void check_rejected_section(struct subject *s);

/* canonical.c: what holds for the canonical encoding of every accepted section. */
void check_canonical(struct subject *s);

/* traces.c: the trace that the reference gives, as text. */
void make_trace(struct subject *s, struct sfc_buffer *text);

/* encodes.c: what the reference makes of the dump of an encode case. */
void check_encoding(struct subject *s);

/* containers.c: whether the reference finds the section of an ELF file, or the right error. With ELF_HAS_SECTION
   *section is the case with the section alone, whose bytes the caller frees. */
enum elf_outcome { ELF_SKIPPED, ELF_CHECKED, ELF_HAS_SECTION };
enum elf_outcome check_container(struct subject *s, struct sfc_case *section);

#endif
