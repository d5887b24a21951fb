/* SPDX-License-Identifier: MIT */
/* toolchain_case.h - the producer cases: sources that assemblers got wrong, with the right
   results. */
#ifndef SFC_TOOLCHAIN_CASE_H
#define SFC_TOOLCHAIN_CASE_H

#include "producer.h"

/* The right results of one function. '|' separates the words of `allowed`: equal (all rows),
   weaker (no row is wrong), absent (no SFrame function), any (not wrong). */
struct sfc_toolchain_function {
    char *name, *allowed;
};

/* One source, described by lines that begin with "#:" (assembly) or with "//:" (C, to be compiled first). */
struct sfc_toolchain_case {
    char *name, *path, *about, *bug;
    char *abi;  /* words; a case in C may have several */
    char *link; /* the linker's options in place of -shared, or NULL */
    bool may_refuse, is_c;
    struct sfc_toolchain_function *functions;
    size_t num_functions;
};

/* Reads the description of one source. On failure false, and *error names file and line. */
bool sfc_toolchain_case_read(struct sfc_toolchain_case *c, const char *path, struct sfc_error *error);
void sfc_toolchain_case_free(struct sfc_toolchain_case *c);

/* Checks a judged file against the case. Adds each error to `detail` and `message`. `part` is a
   prefix for the names of functions. */
void sfc_toolchain_case_check(const struct sfc_toolchain_case *c, const struct sfc_producer *p, const char *part,
                              struct sfc_buffer *detail, struct sfc_buffer *message);

#endif
