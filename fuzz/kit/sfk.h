/* SPDX-License-Identifier: MIT */
/*
 * sfk.h - a kit to fuzz a reader of the SFrame format.
 *
 * From any bytes sfk_generate() makes a valid section, and knows what it means; sfk_spoil() makes one with one fault,
 * and knows which. sfk_mutate() is a custom mutator. sfk_compare() says whether the answers of a reader are right,
 * may be what they are because the format leaves a question open, or are wrong. The folder template/ puts these
 * together.
 *
 * The same arguments give the same results on every machine. Nothing here keeps state or does I/O, and no work is
 * more than linear in the size of a section of at most 64 KiB, but for functions that overlap. Memory is freed by the
 * function named; if there is none left, sfk_generate() and sfk_spoil() end the program. Members are only added to a
 * struct, at its end: set all others to zero. Names of faults and questions are those of sfr.h and REGISTERS.md.
 */
#ifndef SFK_H
#define SFK_H

#include "sfr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Inputs ---- */

/* A section and the rules it is judged by. */
struct sfk_section {
    const uint8_t *data;
    size_t size;
    uint64_t addr;
    enum sfr_profile profile; /* AUTO: that of its version number */
};

/* An input of a fuzzer is a section, so every .sframe file is one. A trailer may follow: the address in 8 bytes,
   little-endian, a byte for the profile, and 4 bytes that mark it. Without one the address is 0x400000. */
enum { SFK_TRAILER_SIZE = 13, SFK_MAX_INPUT = 1 << 16 };
struct sfk_section sfk_take(const uint8_t *input, size_t size);
/* Writes a section and its trailer to out[0..max). Returns the size; 0 if there is no room. */
size_t sfk_put(const struct sfk_section *section, uint8_t *out, size_t max);

/* ---- Sections ---- */

enum sfk_order { SFK_ORDER_ANY = 0, SFK_ORDER_LITTLE, SFK_ORDER_BIG };

/* What to make. Zero: the bytes decide. */
struct sfk_wish {
    unsigned profiles;    /* a bit 1 << enum sfr_profile for each that may be; 0: all */
    unsigned abis;        /* likewise, 1 << enum sfr_abi */
    enum sfk_order order; /* each ABI has one */
    bool plain;           /* nothing that the format leaves open */
};

struct sfk_made {
    struct sfk_section section;
    unsigned abi;
    const char *meaning; /* of the valid section, as a canonical dump (DUMP.md): from the model, not from the bytes */
    const char *doubts[32]; /* the faults of severity doubt that it has, by name */
    size_t num_doubts;
    const char *fault; /* of sfk_spoil(): its name, and the bytes [start, end) that a finding names */
    uint64_t start, end;
    const uint8_t *good; /* the section before the fault: only bytes of the range differ, or are missing */
    size_t good_size;
    void *own;
};

/* False, and nothing to free, only if no such section exists (s390x came with version 2, errata 1). */
bool sfk_generate(const struct sfk_wish *wish, const uint8_t *bytes, size_t size, struct sfk_made *made);
bool sfk_spoil(const struct sfk_wish *wish, const uint8_t *bytes, size_t size, struct sfk_made *made);
void sfk_free(struct sfk_made *made);

/* What a reader must find in the valid section for a PC. NO_FDE: also if no row covers the PC. `question` and `answer`:
   for a reader that settles an open question so ("SFR-LAST-ADDRESS", "end"); NULL: as the reference does. False if
   functions overlap, or there is no such answer. */
bool sfk_meaning(const struct sfk_made *made, const char *question, const char *answer, uint64_t pc,
                 enum sfr_found *found, struct sfr_rules *rules);

/* ---- Mutating ---- */

enum sfk_mode {
    SFK_ANY = 0, /* a changed field, row or function, perhaps with repaired counts; or a new section of either kind */
    SFK_KEEP     /* another encoding of the same functions: their order, flags, widths and byte counts */
};
/* What to change: an input, and a second one to take from (size 0: none). */
struct sfk_input {
    const uint8_t *data, *other;
    size_t size, other_size;
};
/* Writes the changed input to out[0..max), which must not overlap, and returns its size. 0: no room, or, for
   SFK_KEEP, not a valid section. An empty input becomes a new section, or 0. */
size_t sfk_mutate(const struct sfk_wish *wish, const struct sfk_input *in, enum sfk_mode mode, uint64_t seed,
                  uint8_t *out, size_t max);
/* Input number `number` of an endless series: half of them valid, half with a fault or changed. */
size_t sfk_draw(const struct sfk_wish *wish, uint64_t number, uint8_t *out, size_t max);

/* ---- Comparing ---- */

/* What a reader is, and how it settles open questions. */
struct sfk_reader {
    struct sfk_wish reads;
    enum sfr_level level; /* what it promises to refuse; 0: SFR_LEVEL_REFUSE */
    bool late;            /* it reads functions only when it is asked for a PC in them */
    unsigned hides;       /* what its answers do not show: bits of enum sfk_hidden */
    uint8_t answers[256]; /* by enum sfr_policy: 1 + the number of the answer in the register; 0: not declared */
    unsigned refuses;     /* valid sections that it may refuse on purpose: bits of enum sfk_refused */
};
enum sfk_hidden { SFK_HIDES_CFA = 1, SFK_HIDES_RA = 2, SFK_HIDES_FP = 4, SFK_HIDES_MANGLED = 8 };
/* Those without a flag (sorted, pcrel), without a function, and with a flexible one. */
enum sfk_refused { SFK_REFUSES_UNSORTED = 1, SFK_REFUSES_UNPCREL = 2, SFK_REFUSES_EMPTY = 4, SFK_REFUSES_FLEXIBLE = 8 };
/* "AMB-077", "pc". False for another question or answer. */
bool sfk_declare(struct sfk_reader *reader, const char *question, const char *answer);
/* Is the input for this reader? Sets section->profile: one that it reads. */
bool sfk_is_for(const struct sfk_reader *reader, struct sfk_section *section);

/* PCs worth asking, at and around the edges of functions and rows; any section has some. */
enum { SFK_MAX_PCS = 96, SFK_MAX_FRAMES = 12 };
struct sfk_questions {
    uint64_t pcs[SFK_MAX_PCS];
    size_t num_pcs;
};
void sfk_ask(const struct sfk_section *section, struct sfk_questions *questions);

/* A stopped program for a trace: its registers and memory are a function of their numbers, and lead into the section's
   functions. `frame` is the topmost one. */
struct sfk_program {
    struct sfr_machine machine; /* its ctx is this struct: do not copy it */
    struct sfr_frame frame;
    uint64_t seed, addr;
    const struct sfk_questions *questions;
};
void sfk_stop(const struct sfk_section *section, const struct sfk_questions *questions, struct sfk_program *program);

struct sfk_answer {
    bool accepted;
    const enum sfr_found *found;    /* for each PC. BAD: refused now. Other than these: not answered */
    const struct sfr_rules *rules;  /* of those with FOUND */
    const char *dump;               /* canonical, without layout keys; NULL: none */
    const struct sfr_frame *frames; /* of a trace, the topmost one first, at most SFK_MAX_FRAMES; NULL: none */
    size_t num_frames;
    enum sfr_stop stop;
};

enum sfk_outcome { SFK_EQUAL = 0, SFK_OPEN, SFK_WRONG };
struct sfk_difference {
    const char *question; /* OPEN: its id, or "level", "late"; WRONG: one whose declared answer it is not; or NULL */
    char text[512];       /* for people, on one line */
};
/* `program` may be NULL if there are no frames. */
enum sfk_outcome sfk_compare(const struct sfk_reader *reader, const struct sfk_section *section,
                             const struct sfk_questions *questions, struct sfk_program *program,
                             const struct sfk_answer *theirs, struct sfk_difference *difference);

#ifdef __cplusplus
}
#endif
#endif
