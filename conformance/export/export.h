/* SPDX-License-Identifier: MIT */
/* export.h - the selected cases in other forms, for test suites that cannot use this runner. */
#ifndef SFC_EXPORT_H
#define SFC_EXPORT_H

#include "run.h"

/* Writes the selected cases of `run` as one JSON document (see corpus/README.md). Reads the case
   files again, so that no key is lost. */
bool sfc_export_json(struct sfc_buffer *b, const struct sfc_run *run, struct sfc_error *error);

/* Cases of one profile, ABI and byte order: they make one C file. */
struct sfc_export_group {
    const char *profile, *abi, *order;
    const struct sfc_case **cases; /* sorted by id */
    size_t count;
};

/* The start of every C file of an export. A folder with any other file is not replaced. */
extern const char sfc_export_c_mark[];
#define SFC_EXPORT_C_PREFIX "sframe_corpus"

/* The header; the table of all groups; the cases of one group. */
void sfc_export_c_header(struct sfc_buffer *b);
void sfc_export_c_table(struct sfc_buffer *b, const struct sfc_export_group *groups, size_t count);
void sfc_export_c_group(struct sfc_buffer *b, const struct sfc_export_group *group);

/* Writes all C files into a new folder and moves it to `folder`, which must not exist, be empty, or
   have only an earlier export. On failure `folder` stays as it was. */
bool sfc_export_c(const char *folder, const struct sfc_run *run, struct sfc_error *error);

#endif
