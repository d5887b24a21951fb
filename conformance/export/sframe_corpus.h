/* SPDX-License-Identifier: MIT */
#ifndef SFRAME_CORPUS_H
#define SFRAME_CORPUS_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#include <stdint.h>
#endif

/* What to ask: the meaning of the whole section, the rows of `pcs`, the stack trace from `regs` and `mem`, the
   section that an encoder makes of a dump, or the rows of `pcs` one after another, from sections that are
   opened once. */
enum {
    SFRAME_OP_DECODE = 0,
    SFRAME_OP_LOOKUP = 1,
    SFRAME_OP_UNWIND = 2,
    SFRAME_OP_ENCODE = 3,
    SFRAME_OP_SEQUENCE = 4,
    SFRAME_OP_MERGE = 5
};

/* ACCEPT: the section must be read with the meaning in `expected`. REJECT: it must be refused. POLICY: the
   texts leave it open; read it with the meaning in `expected` or in one of the `readings`, or refuse it if it
   says `may_reject`. Of an unwind with `open_end` only the end of the trace is open. Of an
   encode: a section with that meaning must be made; or none can be. REJECT of a sequence: refuse the section,
   or give exactly the rows in `expected`, which say `reject` where the section is damaged. */
enum { SFRAME_EXPECT_ACCEPT = 0, SFRAME_EXPECT_REJECT = 1, SFRAME_EXPECT_POLICY = 2 };

/* What a reader has to be able to do to get the case right: read sections, refuse those that cannot be read
   without inventing data, refuse what the manual or all tools forbid, refuse what follows only indirectly. */
enum { SFRAME_LEVEL_READ = 1, SFRAME_LEVEL_REFUSE = 2, SFRAME_LEVEL_VALIDATE = 3, SFRAME_LEVEL_STRICT = 4 };

/* Another thing that is wrong with a section. */
struct sframe_violation {
    const char *fault;
    size_t start, end;
};

/* The dump of one answer to an open question. */
struct sframe_reading {
    const char *answer, *expected;
};

/* A register of the topmost frame: "pc", "sp", "fp", or "r" and a DWARF number. What is not named
   cannot be read. */
struct sframe_register {
    const char *name;
    uint64_t value;
};

/* Eight bytes of memory that can be read, as a number. Other addresses cannot be read. */
struct sframe_memory {
    uint64_t addr, value;
};

/* One case. Pointers that do not apply are 0. */
struct sframe_case {
    const char *id, *title;
    const char *clauses;               /* ids separated by spaces */
    const char *profile, *abi, *order; /* "v2", "amd64", "little" */
    unsigned int rev;
    int op, expect, level;
    uint64_t addr;          /* virtual address of the section */
    const uint8_t *section; /* of an encode the dump; see `elf` */
    int elf;                /* `section` is an ELF file, which has the section and its address */
    size_t size;            /* of the section; may be 0 */
    const uint64_t *pcs;    /* of a look-up or a sequence */
    size_t num_pcs;
    const uint8_t *second; /* of a merge, a sequence or a trace, as are the next two: the second section, or 0 */
    size_t second_size;
    uint64_t second_addr;
    const uint8_t *in_second;           /* of a sequence, for each PC: 1 if it is asked of the second section */
    const struct sframe_register *regs; /* of an unwind, as are the next five */
    size_t num_regs;
    const struct sframe_memory *mem;
    size_t num_mem;
    uint64_t pac_mask;       /* bits to clear from a return address that its row calls mangled */
    unsigned int max_frames; /* how many frames to give at most */
    int sort;                /* of an encode, as are the next five: sort the functions */
    int fit;                 /* choose the smallest width of row starts, whatever the dump says */
    const uint8_t *result;   /* ACCEPT or POLICY: the section in the canonical encoding */
    size_t result_size;
    const char *refusal;                 /* REJECT: why no section says this */
    const char *refused_at;              /* REJECT: the line of the dump, if any: "fde 0", "fre 0.1" */
    const char *elf_error;               /* REJECT or POLICY: what is wrong with the ELF file, or 0 */
    const char *fault;                   /* REJECT: the fault class */
    size_t fault_start, fault_end;       /* REJECT: the bytes at fault; the end is exclusive */
    const struct sframe_violation *also; /* REJECT: what else is wrong; a reader may name any one */
    size_t num_also;
    const char *multi_fault;               /* REJECT: set for several deliberate faults; informational */
    const char *policy;                    /* POLICY: the open question */
    int may_reject;                        /* POLICY: refusing the section is one of its answers */
    const char *doubt;                     /* POLICY: the fault class under which it is mentioned, if any */
    const char *expected;                  /* ACCEPT, POLICY, and REJECT of a sequence: canonical dump, lines
                                             that end with \n; the first one if there are `readings` */
    const struct sframe_reading *readings; /* POLICY: each is right; none if all answers have one dump */
    size_t num_readings;
    const char *open_end; /* POLICY of an unwind. "unsafe": a reader may stop where a register of a caller is
                             needed, or go on; "sooner": a guard may end the trace sooner */
    /* The text that a section is for: what can be read of its functions, and the PCs of the case, lie in
       [text_start, text_end). 0 and 0 if that wraps around the end of memory, and of an encode and of an ELF file. */
    uint64_t text_start, text_end, second_text_start, second_text_end;
};

/* The cases of one profile, ABI and byte order, sorted by id; and all of them. */
struct sframe_case_group {
    const char *profile, *abi, *order;
    const struct sframe_case *cases;
    size_t count;
};
extern const struct sframe_case_group sframe_case_groups[];
extern const size_t sframe_num_case_groups;

#endif
