/* SPDX-License-Identifier: MIT */
/*
 * sframe_reader.h - the reader under test: three functions that you fill in.
 *
 * Copy sframe_reader_template.c, call your unwinder from it, and name its object: make
 * SFRAME_READER=../reader.o. Define one `sframe_reader`. The driver is single-threaded and keeps nothing
 * between two cases. It asks each case twice, with the section at the end and at the start of mapped
 * memory, and an answer must be the same both times.
 *
 * A reader that crashes takes the kernel down with it: run this in a virtual machine, and read the last
 * "# asks" line of the console.
 */
#ifndef SFRAME_READER_H
#define SFRAME_READER_H

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#include <stdint.h>
#endif

/* What each function returns. Any other number counts as SFRAME_FAILED. */
enum {
    SFRAME_GOOD = 0,      /* done, and the results are set */
    SFRAME_REFUSED = 1,   /* the section is bad, or the part of it that is needed here */
    SFRAME_NOT_ASKED = 2, /* the reader cannot do this for any section: the case is skipped. It is no refusal */
    SFRAME_FAILED = 3     /* the reader failed, as without memory; never right, and never taken for a refusal */
};

/* A section to open. `data` is valid until it is closed. The byte order of the data may contradict `order`, and
   the ABI byte `abi`: refuse the section then. */
struct sframe_input {
    const uint8_t *data; /* 0 of a reader of user memory */
    size_t size;
    uint64_t addr;                     /* virtual address of the first byte */
    uint64_t text_start, text_end;     /* the text that it is for; the end is exclusive; 0 and 0: all of memory */
    const char *profile, *abi, *order; /* "v3", "amd64", "little": the manual to read it by */
    /* Like copy_from_user(): copies `size` bytes of the section, which is in user memory at `addr`. Returns 1; or 0 if
       not all of them can be read, and then copies nothing. Valid until the section is closed. */
    int (*copy)(void *ctx, void *to, uint64_t from, size_t size);
    void *ctx;
};

/* How a reader learns where a section is. */
enum {
    SFRAME_WHERE_TOLD = 0, /* `data` is anywhere, and `addr` is its address as far as the section is concerned */
    /* It takes the address of `data` for that of the section. `addr` is the same. Look-ups are asked with PCs that are
       moved along; a trace is asked only if the section could be put to its own address, which a program can do and a
       module cannot. */
    SFRAME_WHERE_OWN,
    SFRAME_WHERE_USER /* it reads the section with `copy` only, as one of a program's memory */
};

/* A section that is open: yours alone, and all 0 before `open`. Two can be open at a time. */
union sframe_opened {
    unsigned char bytes[512];
    uint64_t number;
    void *pointer;
};

/* How to compute a value. Register numbers are those of DWARF: SP of AMD64 is 7. */
enum {
    SFRAME_RULE_NONE = 0,  /* no rule can be given */
    SFRAME_RULE_SAME,      /* unchanged: still in its own register */
    SFRAME_RULE_UNDEFINED, /* of RA: there is no caller */
    SFRAME_RULE_REG,       /* reg + offset */
    SFRAME_RULE_CFA,       /* CFA + offset */
    SFRAME_RULE_MEM_REG,   /* the 8 bytes at reg + offset */
    SFRAME_RULE_MEM_CFA    /* the 8 bytes at CFA + offset */
};
struct sframe_rule {
    int kind;
    uint32_t reg;
    int64_t offset;
};

/* The row that applies at a PC. An outermost row has the rules none, undefined and none. `fde` and `fre` number
   the function and its row from 0; they are SFRAME_NO_INDEX before `find`, and are compared only if you set them. */
#define SFRAME_NO_INDEX ((uint32_t)-1)
struct sframe_row {
    int found;              /* 0: no function contains the PC, or none of its rows covers it */
    int outermost_function; /* version 3: a default function without rows; `fre` and the rules do not count */
    uint32_t fde, fre;
    struct sframe_rule cfa, ra, fp;
};

/* The stopped program. Both functions return 1, or 0 if the value cannot be read. SP and FP are in the topmost frame;
   `reg` knows the other registers of the topmost frame. `mem` reads 8 bytes, in the byte order of the data. */
struct sframe_machine {
    int (*reg)(void *ctx, uint32_t number, uint64_t *value);
    int (*mem)(void *ctx, uint64_t address, uint64_t *value);
    void *ctx;
    uint64_t pac_mask; /* bits to clear from a return address whose row says that it is mangled */
};

/* A stack trace. frames[0] is the topmost frame and is set. Fill in its callers, up to `max` frames in all, and say
   how many there are and why the trace ends. Look up the last of `max` frames too: LIMIT means that it has a caller. */
enum {
    SFRAME_END_NONE = 0,  /* not set */
    SFRAME_END_OUTERMOST, /* the section says that there is no caller */
    SFRAME_END_NO_FDE,    /* no function contains the PC */
    SFRAME_END_NO_FRE,    /* no row covers it */
    SFRAME_END_BAD_READ,  /* a register or memory cannot be read */
    SFRAME_END_UNSAFE,    /* a register is needed that is known in the topmost frame only */
    SFRAME_END_LIMIT
};
struct sframe_frame {
    uint64_t pc, sp, fp;
};
struct sframe_trace {
    struct sframe_frame *frames;
    size_t max, count; /* count is 1 */
    int end;
};

struct sframe_reader {
    const char *name;
    /* 1 if `open` checks all of a section that the reader ever checks. 0 if it checks a function only when a PC
       asks for it: then the cases of SFRAME_OP_DECODE, which have no PC, are not asked. */
    int checks_all;
    int where; /* SFRAME_WHERE_TOLD, OWN or USER */
    int (*open)(union sframe_opened *opened, const struct sframe_input *input);
    /* These may be 0: then the cases that need them are not asked. */
    int (*find)(union sframe_opened *opened, uint64_t pc, struct sframe_row *row);
    int (*unwind)(union sframe_opened *opened, const struct sframe_machine *machine, struct sframe_trace *trace);
    /* May be 0: after the last question to a section whose `open` returned SFRAME_GOOD. */
    void (*close)(union sframe_opened *opened);
};
extern const struct sframe_reader sframe_reader;

#endif
