/* SPDX-License-Identifier: MIT */
/* produce.h - the producer cases: sources that assemblers got wrong, and what a right one must make of them. */
#ifndef SFR_CONFORMANCE_PRODUCE_H
#define SFR_CONFORMANCE_PRODUCE_H

#include "producer.h"

/* What must become of one function. Words of `allowed` are separated by '|': equal (all rows), weaker (no row is
   wrong), absent (no SFrame function), any (whatever is not wrong). */
struct sfr_produce_function {
    char *name, *allowed;
};

/* One source, described by lines that begin with "#:" (assembly) or with "//:" (C, to be compiled first). */
struct sfr_produce_case {
    char *name, *path, *about, *bug;
    char *abi;  /* words: C is for several */
    char *link; /* the linker's options in place of -shared; NULL if none */
    bool may_refuse, is_c;
    struct sfr_produce_function *functions;
    size_t num_functions;
};

/* Reads the description of one source. False and *error, which names file and line, if it is not one. */
bool sfr_produce_case_read(struct sfr_produce_case *c, const char *path, struct sfr_error *error);
void sfr_produce_case_free(struct sfr_produce_case *c);

/* Holds a judged file against the case: adds what is wrong to `detail` and `message`, nothing if all is right. `part`
   is put in front of the names of functions. */
void sfr_produce_check(const struct sfr_produce_case *c, const struct sfr_producer *p, const char *part,
                       struct sfr_buffer *detail, struct sfr_buffer *message);

#endif
