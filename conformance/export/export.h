/* SPDX-License-Identifier: MIT */
/* export.h - the selected cases in other forms, for those who cannot run a program or have their own test suite. */
#ifndef SFC_EXPORT_H
#define SFC_EXPORT_H

#include "run.h"

/* Writes the selected cases of `run` as one JSON document (corpus/README.md says its shape). The case files are read
   again, so that no key can be lost on the way. */
bool sfc_export_json(struct sfc_buffer *b, const struct sfc_run *run, struct sfc_error *error);

/* Cases of one profile, ABI and byte order: they make one C file. */
struct sfc_export_group {
    const char *profile, *abi, *order;
    const struct sfc_case **cases; /* sorted by id */
    size_t count;
};

/* What every C file of an export starts with. Nothing else may be in a folder that is replaced. */
extern const char sfc_export_c_mark[];
#define SFC_EXPORT_C_PREFIX "sframe_corpus"

/* The header; the table of all groups; the cases of one group. */
void sfc_export_c_header(struct sfc_buffer *b);
void sfc_export_c_table(struct sfc_buffer *b, const struct sfc_export_group *groups, size_t count);
void sfc_export_c_group(struct sfc_buffer *b, const struct sfc_export_group *group);

/* Writes all C files into a new folder, which takes the place of `folder` if that is not there, is empty or holds an
   earlier export and nothing else. On failure what was there is as it was. */
bool sfc_export_c(const char *folder, const struct sfc_run *run, struct sfc_error *error);

#endif
