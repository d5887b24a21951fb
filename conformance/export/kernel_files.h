/* SPDX-License-Identifier: MIT */
/* kernel_files.h - sframe_corpus.h, and the files of kernel/, which the build makes a table of. */
#ifndef SFC_KERNEL_FILES_H
#define SFC_KERNEL_FILES_H

/* The one file that depends on the cases. */
#define SFC_KERNEL_GROUPS "sframe_groups.h"

struct sfc_kernel_file {
    const char *name;
    const char *const *parts; /* the text without its first line; the last part is NULL */
};
/* The header of all exports in C, in parts, without its first line. */
extern const char *const *const sfc_corpus_header;
extern const struct sfc_kernel_file sfc_kernel_files[]; /* the last one has no name */

#endif
