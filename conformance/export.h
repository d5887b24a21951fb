/* SPDX-License-Identifier: MIT */
/* export.h - the selected cases in other forms, for those who cannot run a program or have their own test suite. */
#ifndef SFR_CONFORMANCE_EXPORT_H
#define SFR_CONFORMANCE_EXPORT_H

#include "run.h"

/* Writes the selected cases of `run` as one JSON document (corpus/README.md says its shape). The case files are read
   again, so that no key can be lost on the way. */
bool sfr_export_json(struct sfr_buffer *b, const struct sfr_run *run, struct sfr_error *error);

/* Cases of one profile, ABI and byte order: they make one C file. */
struct sfr_export_group {
    const char *profile, *abi, *order;
    const struct sfr_case **cases; /* sorted by id */
    size_t count;
};

/* What every C file of an export starts with. Nothing else may be in a folder that is replaced. */
extern const char sfr_export_c_mark[];
#define SFR_EXPORT_C_PREFIX "sframe_corpus"

/* The header; the table of all groups; the cases of one group. */
void sfr_export_c_header(struct sfr_buffer *b);
void sfr_export_c_table(struct sfr_buffer *b, const struct sfr_export_group *groups, size_t count);
void sfr_export_c_group(struct sfr_buffer *b, const struct sfr_export_group *group);

/* Writes all C files into a new folder, which takes the place of `folder` if that is not there, is empty or holds an
   earlier export and nothing else. On failure what was there is as it was. */
bool sfr_export_c(const char *folder, const struct sfr_run *run, struct sfr_error *error);

#endif
