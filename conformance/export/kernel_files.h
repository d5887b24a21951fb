/* SPDX-License-Identifier: MIT */
/* kernel_files.h - the files of kernel/, which the build makes a table of. */
#ifndef SFC_KERNEL_FILES_H
#define SFC_KERNEL_FILES_H

/* The one file that depends on the cases. */
#define SFC_KERNEL_GROUPS "sframe_groups.h"

struct sfc_kernel_file {
    const char *name;
    const char *const *parts; /* the text without its first line; the last part is NULL */
};
extern const struct sfc_kernel_file sfc_kernel_files[]; /* the last one has no name */

#endif
