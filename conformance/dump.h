/* SPDX-License-Identifier: MIT */
/* dump.h - the lines of a canonical dump (ref/DUMP.md) as keys and values, and how two dumps differ. */
#ifndef SFR_CONFORMANCE_DUMP_H
#define SFR_CONFORMANCE_DUMP_H

#include "text.h"

/* What is asked, and so what the dump is about: a section (`decode`; `encode` gives one too), look-ups, or a trace. */
enum sfr_op { SFR_OP_DECODE = 0, SFR_OP_LOOKUP, SFR_OP_UNWIND, SFR_OP_ENCODE, SFR_NUM_OPS };

const char *sfr_op_name(enum sfr_op op);
bool sfr_op_from_name(const char *name, size_t len, enum sfr_op *out);

enum { SFR_DUMP_MAX_KEYS = 16 };

struct sfr_dump_key {
    const char *name, *value;
    size_t name_len, value_len;
};

/* One line: its kind ("section", "fde", "fre", "pc", "frame", "end"), its id ("0", "0.1", "0x401000", "unsafe" or
   empty), and its keys in order. Everything points into the dump. */
struct sfr_dump_line {
    const char *text, *kind, *id;
    size_t len, id_len;
    size_t num_keys;
    struct sfr_dump_key keys[SFR_DUMP_MAX_KEYS];
};

/* Reads a dump line by line. Set text and left to the whole document. */
struct sfr_dump_reader {
    const char *text;
    size_t left;
    enum sfr_op op;
    unsigned line;               /* the line that was read last, from 1 */
    uint64_t next_fde, next_fre; /* the next frame of a trace counts as next_fde */
    bool ended;                  /* the last line of a trace was read */
};

enum sfr_dump_status { SFR_DUMP_LINE, SFR_DUMP_END, SFR_DUMP_BAD };

/* The next line, holding to the grammar: the first line, kinds in their order, ids counted up, keys in their order, one
   space between, a newline at the end. Values are words of any kind, because an implementation may show what the
   grammar cannot say; keys that the grammar does not have may follow at the end of a line. On SFR_DUMP_BAD *error says
   why. */
enum sfr_dump_status sfr_dump_next(struct sfr_dump_reader *r, struct sfr_dump_line *line, struct sfr_error *error);

/* Is the whole text a dump for `op`? */
bool sfr_dump_check(const char *text, size_t len, enum sfr_op op, struct sfr_error *error);

/* How a dump that was seen differs from what is expected. `keys`: which keys differ, as "fre.ra", sorted, with commas;
   "pc.found" where only one of them finds something at a PC, "lines" where one has a line that the other lacks (what
   follows is not compared). `expected` and `seen`: the first line that differs, "" for a missing one. Free with
   sfr_difference_free(). */
struct sfr_difference {
    char *keys, *expected, *seen;
};

/* Is "KIND.KEY" one that the grammar knows? */
bool sfr_dump_has_key(const char *name, size_t len);

/* Compares; both must be dumps for `op`. A value `?` that was seen is no difference if "KIND.KEY" is one of the words
   of `unobservable`. Returns true if they are the same. Any other `?` sets *undeclared to that key's name. */
bool sfr_dump_compare(const char *expected, const char *seen, enum sfr_op op, const char *unobservable,
                      struct sfr_difference *difference, char undeclared[64]);
void sfr_difference_free(struct sfr_difference *d);

#endif
