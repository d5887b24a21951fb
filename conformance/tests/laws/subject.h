/* SPDX-License-Identifier: MIT */
/* subject.h - a case, and what is wrong with the reference's answers. */
#ifndef SFC_TESTS_SUBJECT_H
#define SFC_TESTS_SUBJECT_H

#include "case.h"
#include "sfr_text.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
enum { MAX_FINDINGS = 4096, MAX_WHY = 1024 };

/* Tables of changes, tried in every case that allows them. An entry that no case allows would
   test nothing. */
enum table {
    TABLE_WAYS,           /* refusals.c: ways to break a model */
    TABLE_EXACT_WAYS,     /* ways to break its layout */
    TABLE_TEXTS,          /* texts.c: cases whose dumps are broken */
    TABLE_PARSE_ERRORS,   /* parse_errors.c: one case for all texts */
    TABLE_REGISTER_WORDS, /* fixed_fp.c: sections with a negative register in one word */
    NUM_TABLES
};

struct subject {
    const struct sfc_case *c, *before; /* before: with a bare section; NULL at first */
    enum sfr_profile profile;
    const uint8_t *bytes;  /* an unreadable page follows */
    bool in_every_way;     /* decode and encode it in every way: large sections take seconds */
    enum sfr_fault opened; /* of sfr_open(); `section` is set only if it is SFR_FAULT_NONE */
    struct sfr_section section;
    struct sfr_verdict verdict;
    struct sfr_finding findings[MAX_FINDINGS];
    size_t num_findings;        /* as many as fit; the verdict counts all */
    char why[MAX_WHY];          /* the first error, or "" */
    uint64_t tried[NUM_TABLES]; /* a bit for each entry that a case allowed; over all cases */
    size_t entries[NUM_TABLES]; /* the number of entries, at most 64; 0 if none was tried */
};

/* Keeps the first error. Returns false. */
__attribute__((format(printf, 2, 3))) bool fail_law(struct subject *s, const char *format, ...);

/* Returns `good`; if that is false, it is an error. Its text is made only then: nearly all are good. */
#define require(s, good, ...) is_good((good) || fail_law(s, __VA_ARGS__))
static inline bool is_good(bool good)
{
    return good;
}

/* Notes that this case allows entry `index` of a table of `count`. */
void note_tried(struct subject *s, enum table table, size_t index, size_t count);

/* A sink for the reference's text: ctx is a struct sfc_buffer. False if the text is too long for
   any case. */
sfr_text_fn add_text;

/* dumps.c: what readers may leave out of the section is what its dump says. */
void check_shape(struct subject *s);

/* labels.c: the clauses and the level of a case, of any operation. */
void check_labels(struct subject *s);

/* findings.c: laws for every finding. */
void check_findings(struct subject *s);

/* promises.c: the promises of sfr.h for a section that can be opened. */
void check_promises(struct subject *s);

/* lookups.c: look-ups agree with the rows, read one by one. */
void check_lookups(struct subject *s);

/* dumps.c: the promises of sfr_text.h. */
void check_texts(struct subject *s);

/* refusals.c: models that the encoder refuses. For accepted sections. */
void check_refusals(struct subject *s);

/* texts.c: broken dumps of a few accepted sections, which the parser refuses. */
void check_broken_texts(struct subject *s);

/* parse_errors.c: texts that the parser refuses, each with the place of its error; for one case. */
void check_parse_errors(struct subject *s);

/* fixed_fp.c: the section with a fixed FP offset put into its header. */
void check_fixed_fp(struct subject *s);

/* answers.c: laws for every section. */
void check_accepted_section(struct subject *s);
void check_rejected_section(struct subject *s);

/* canonical.c: laws for the canonical encoding of every accepted section. */
void check_canonical(struct subject *s);

/* traces.c: the reference's trace, as text; and whether it ends at a function or a row that cannot be
   read. */
void make_trace(struct subject *s, struct sfc_buffer *text);
bool trace_meets_fault(struct subject *s);

/* sequences.c: the rows of a sequence, as text; each is also that of a single question. */
void make_sequence(struct subject *s, struct sfc_buffer *text);

/* encodes.c: the reference's answer to an encode case. */
void check_encoding(struct subject *s);

/* containers.c: the reference finds the section of an ELF file, or the right error. With
   ELF_HAS_SECTION *section is the case with the bare section, whose bytes the caller frees. */
enum elf_outcome { ELF_SKIPPED, ELF_CHECKED, ELF_HAS_SECTION };
enum elf_outcome check_container(struct subject *s, struct sfc_case *section);

#endif
