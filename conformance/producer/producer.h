/* SPDX-License-Identifier: MIT */
/* producer.h - judges an ELF file of an assembler or linker: all that is found in it, and its report. */
#ifndef SFC_PRODUCER_H
#define SFC_PRODUCER_H

#include "producer_elf.h"
#include "producer_judge.h"

/* A violation or a doubt that is not about a single row. */
struct sfc_complaint {
    const char *area; /* container, section, relocation, cfi */
    bool is_doubt;
    char *clause;      /* id of a clause, or a fault's name, or "" */
    const char *fault; /* its name, of area section; else NULL */
    char *text;
};

/* The result of one function, of SFrame or of .eh_frame. */
struct sfc_function_result {
    uint64_t start, end;
    uint64_t ranges[SFC_NUM_AGREEMENTS];
    unsigned differs;
    enum sfc_reason reason; /* of the first range that is not equal */
};

enum sfc_producer_state {
    SFC_PRODUCER_JUDGED = 0,
    SFC_PRODUCER_UNREADABLE, /* not an ELF file, damaged, or of another machine */
    SFC_PRODUCER_NO_SFRAME   /* nothing to judge */
};

struct sfc_producer {
    const char *path;
    bool shows_rows; /* its report has the rows of all functions, on both sides */
    enum sfc_producer_state state;
    char *why; /* why it was not judged */
    char *bytes;
    size_t size;
    enum sfr_profile profile;
    unsigned abi;
    struct sfr_elf *elfs; /* one for each SFrame section */
    struct sfr_section *sections;
    size_t num_elfs, num_sections, num_empty; /* num_empty: SFrame sections without bytes, which have no elf */
    bool is_image;                            /* found by symbols: no loader needs a segment */
    struct sfc_image image;
    struct sfc_cfi cfi;
    size_t num_cfi_sections, num_functions;
    struct sfc_complaint *complaints;
    size_t num_complaints, unlisted_complaints;
    struct sfc_function_result *results;
    size_t num_results;
    struct sfc_functions functions; /* of all sections */
    struct sfc_range *wrong;
    size_t num_wrong;
    uint64_t ranges[SFC_NUM_AGREEMENTS], reasons[SFC_NUM_REASONS], bytes_of[SFC_NUM_AGREEMENTS];
};

/* "judged", "unreadable" or "no-sframe" */
extern const char *const sfc_producer_state_names[];

/* Adds a complaint. */
__attribute__((format(printf, 5, 6))) void sfc_producer_complain(struct sfc_producer *p, const char *area,
                                                                 bool is_doubt, const char *clause, const char *format,
                                                                 ...);

/* Reads and judges one file. AUTO chooses the profile by the contents of the section. `is_image`: it is found by
   symbols, whether or not the file shows it. */
void sfc_producer_judge(struct sfc_producer *p, const char *path, enum sfr_profile profile, bool is_image);
/* The same for a file in allocated memory, which *p takes over. */
void sfc_producer_judge_bytes(struct sfc_producer *p, const char *path, char *bytes, size_t size,
                              enum sfr_profile profile, bool is_image);
void sfc_producer_free(struct sfc_producer *p);

/* Checks name, type, flags, segment, relocations and the code that functions cover. */
void sfc_producer_container(struct sfc_producer *p);
/* Adds a JSON object, of which lab/producer.py makes text. */
void sfc_producer_json(struct sfc_buffer *out, const struct sfc_producer *p);

#endif
