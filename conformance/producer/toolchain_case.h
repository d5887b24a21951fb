/* SPDX-License-Identifier: MIT */
/* toolchain_case.h - the producer cases: sources that assemblers got wrong, and what a right one must make of them. */
#ifndef SFC_TOOLCHAIN_CASE_H
#define SFC_TOOLCHAIN_CASE_H

#include "producer.h"

/* What must become of one function. Words of `allowed` are separated by '|': equal (all rows), weaker (no row is
   wrong), absent (no SFrame function), any (whatever is not wrong). */
struct sfc_toolchain_function {
    char *name, *allowed;
};

/* One source, described by lines that begin with "#:" (assembly) or with "//:" (C, to be compiled first). */
struct sfc_toolchain_case {
    char *name, *path, *about, *bug;
    char *abi;  /* words: C is for several */
    char *link; /* the linker's options in place of -shared; NULL if none */
    bool may_refuse, is_c;
    struct sfc_toolchain_function *functions;
    size_t num_functions;
};

/* Reads the description of one source. False and *error, which names file and line, if it is not one. */
bool sfc_toolchain_case_read(struct sfc_toolchain_case *c, const char *path, struct sfc_error *error);
void sfc_toolchain_case_free(struct sfc_toolchain_case *c);

/* Holds a judged file against the case: adds what is wrong to `detail` and `message`, nothing if all is right. `part`
   is put in front of the names of functions. */
void sfc_toolchain_case_check(const struct sfc_toolchain_case *c, const struct sfc_producer *p, const char *part,
                              struct sfc_buffer *detail, struct sfc_buffer *message);

#endif
