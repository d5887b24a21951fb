/* SPDX-License-Identifier: MIT */
/* dump.h - the lines of a canonical dump (ref/DUMP.md) as keys and values, and how two dumps
   differ. */
#ifndef SFC_DUMP_H
#define SFC_DUMP_H

#include "text.h"

/* The question, and so the subject of the dump: a section (`decode`, `encode` and `merge`), look-ups
   (`lookup` and `sequence`), or a stack trace. */
enum sfc_op {
    SFC_OP_DECODE = 0,
    SFC_OP_LOOKUP,
    SFC_OP_UNWIND,
    SFC_OP_ENCODE,
    SFC_OP_SEQUENCE,
    SFC_OP_MERGE,
    SFC_NUM_OPS
};

const char *sfc_op_name(enum sfc_op op);
/* Is the answer to this question a section, and no dump? */
bool sfc_op_makes_section(enum sfc_op op);

enum { SFC_DUMP_MAX_KEYS = 16 };

struct sfc_dump_key {
    const char *name, *value;
    size_t name_len, value_len;
};

/* One line: its kind ("section", "fde", "fre", "pc", "frame", "end"), its id ("0", "0.1",
   "0x401000", "unsafe" or empty), and its keys in order. Everything points into the dump. */
struct sfc_dump_line {
    const char *text, *kind, *id;
    size_t len, id_len;
    bool rejects; /* a look-up of a sequence whose function is damaged */
    size_t num_keys;
    struct sfc_dump_key keys[SFC_DUMP_MAX_KEYS];
};

/* Reads a dump line by line. Set text and left to the whole document. */
struct sfc_dump_reader {
    const char *text;
    size_t left;
    enum sfc_op op;
    unsigned line;               /* the line that was read last, from 1 */
    uint64_t next_fde, next_fre; /* the next frame of a trace counts as next_fde */
    bool ended;                  /* the last line of a trace was read */
};

enum sfc_dump_status { SFC_DUMP_LINE, SFC_DUMP_END, SFC_DUMP_BAD };

/* Reads the next line and checks its grammar: the first line, kinds in their order, ids counted
   up, keys in their order, one space between words, a newline at the end. A value is any word,
   because the text of a tool may show what the grammar cannot express. Keys that the grammar does
   not have may follow at the end of a line. On SFC_DUMP_BAD *error says why. */
enum sfc_dump_status sfc_dump_next(struct sfc_dump_reader *r, struct sfc_dump_line *line, struct sfc_error *error);

/* Cuts up one line, as far as it has the form of one, whatever comes before it. False if it is of no kind. */
bool sfc_dump_split(const char *text, struct sfc_dump_line *line);

/* Is the whole text a dump for `op`, with values of the grammar or `?`, and no keys beside the
   grammar's? Those of `--layout` may follow, all of them. */
bool sfc_dump_check(const char *text, size_t len, enum sfc_op op, struct sfc_error *error);

/* Of a text that is no dump: is a value that the grammar does not have the first thing that is wrong with it?
   Then `key` is its name, such as "fre.cfa". */
enum { SFC_DUMP_KEY_TEXT = 64 };
bool sfc_dump_odd_key(const char *text, size_t len, enum sfc_op op, char key[SFC_DUMP_KEY_TEXT]);

/* How a dump differs from the expected one. `keys`: the keys that differ, such as "fre.ra",
   sorted, with commas; "pc.found" if only one of the dumps finds a row for a PC; "pc.reject" if
   only one of them rejects its function; "lines" if one
   has a line that the other lacks (the rest is not compared). `expected` and `seen`: the first
   line that differs, "" for a missing one. Free with sfc_difference_free(). */
struct sfc_difference {
    char *keys, *expected, *seen;
    unsigned line;                      /* of the first difference, as the expected dump counts them: from 1 */
    char undeclared[SFC_DUMP_KEY_TEXT]; /* the first key with a `?` that it may not have, or "" */
};

/* The keys that an implementation cannot show: words "KIND.KEY" or, for one ABI, "KIND.KEY@ABI";
   and the ABI of the section at hand. Both may be NULL. */
struct sfc_hidden {
    const char *keys, *abi;
};
/* Is the key "KIND.KEY" among them? */
bool sfc_dump_hides(const struct sfc_hidden *hidden, const char *name);

/* Does the grammar know the key of this "KIND.KEY" or "KIND.KEY@ABI"? */
bool sfc_dump_has_key(const char *word, size_t len);
/* Is there such an ABI? True if the word names none. */
bool sfc_dump_key_has_abi(const char *word, size_t len);
/* Is the key one that an implementation has to show to be told right from wrong: places and rules of
   functions and rows, rules of look-ups, values of frames? */
bool sfc_dump_key_is_answer(const char *word, size_t len);
/* Adds all keys, with a space between. */
void sfc_dump_add_keys(struct sfc_buffer *b);

/* Is the text "fde N" or "fre N.M", which name a line of a dump? */
bool sfc_dump_is_place(const char *text);

/* Compares two valid dumps for `op`. Returns true if they are the same. A value `?` in `seen` is
   no difference if `hidden` has the key. */
bool sfc_dump_compare(const char *expected, const char *seen, enum sfc_op op, const struct sfc_hidden *hidden,
                      struct sfc_difference *difference);
void sfc_difference_free(struct sfc_difference *d);
/* The same, if it does not matter how they differ. */
bool sfc_dump_same(const char *expected, const char *seen, enum sfc_op op, const struct sfc_hidden *hidden);

#endif
