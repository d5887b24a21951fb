/* SPDX-License-Identifier: MIT */
/* export.h - the selected cases in other forms, for test suites that cannot use this runner. */
#ifndef SFC_EXPORT_H
#define SFC_EXPORT_H

#include "new_folder.h"
#include "run.h"

/* Writes the selected cases of `run` as one JSON document (see corpus/README.md). Reads the case
   files again, so that no key is lost. */
bool sfc_export_json(struct sfc_buffer *b, const struct sfc_run *run, struct sfc_error *error);

/* Writes the whole corpus as one archive, from which this program reads it: "*.tar.zst", or "*.tar" without
   compression. The same corpus gives the same bytes. *count is how many files it has. */
bool sfc_export_archive(const char *path, const struct sfc_corpus *corpus, size_t *count, struct sfc_error *error);

/* Writes the sections of the selected cases as seeds for fuzzers into a new folder, as sfc_export_c() does: an archive
   "seeds_PROFILE_ABI_ORDER.tar" for each. *count is how many seeds there are. */
bool sfc_export_seeds(const char *folder, const struct sfc_run *run, size_t *count, struct sfc_error *error);

/* Cases of one profile, ABI and byte order: they make one C file. */
struct sfc_export_group {
    const char *profile, *abi, *order;
    const struct sfc_case **cases; /* sorted by id */
    size_t count;
};

/* What every file of an export starts with, after the characters of a comment, such as "# ". A folder
   with any other file is not replaced. */
#define SFC_EXPORT_MARK "Made by `sframe-conform export "
#define SFC_EXPORT_C_PREFIX "sframe_corpus"
/* The mark and a licence as a line of C, and a text in parts. */
void sfc_export_c_mark(struct sfc_buffer *b, const char *licence);
void sfc_export_parts(struct sfc_buffer *b, const char *const *parts);

/* The one file for kernels that depends on the cases. */
#define SFC_KERNEL_GROUPS "sframe_groups.h"
/* The files of kernel/, of which the build makes a table (embed.py). */
struct sfc_kernel_file {
    const char *name;
    const char *const *parts; /* the text without its first line; the last part is NULL */
};
/* The header of all exports in C, in parts, without its first line. */
extern const char *const *const sfc_corpus_header;
extern const struct sfc_kernel_file sfc_kernel_files[]; /* the last one has no name */

/* The table of all groups; the cases of one group. */
void sfc_export_c_table(struct sfc_buffer *b, const struct sfc_export_group *groups, size_t count);
void sfc_export_c_group(struct sfc_buffer *b, const struct sfc_export_group *group);

/* ---- Folders -------------------------------------------------------------------------------- */

/* Writes the groups of cases, which are sorted by name. */
typedef bool sfc_export_fn(struct sfc_new_folder *folder, const struct sfc_export_group *groups, size_t count,
                           void *ctx, struct sfc_error *error);
/* Groups the selected cases and has `write` write them into a new folder, which takes the place of `path`. */
bool sfc_export_into(const char *path, sfc_is_earlier_fn *is_earlier, const struct sfc_run *run, sfc_export_fn *write,
                     void *ctx, struct sfc_error *error);

/* Writes the header, the table and the groups; needs no context. */
sfc_export_fn sfc_export_c_files;
/* Writes a file and frees its text. */
bool sfc_export_file(struct sfc_new_folder *folder, const char *name, struct sfc_buffer *text, struct sfc_error *error);
/* Did an earlier export write the file? Checks its name and its start. */
sfc_is_earlier_fn sfc_export_is_earlier;

/* Writes all C files into a new folder and moves it to `folder`, which must not exist, be empty, or
   have only an earlier export. On failure `folder` stays as it was. */
bool sfc_export_c(const char *folder, const struct sfc_run *run, struct sfc_error *error);

/* The same with the driver for a kernel (kernel/), of those selected cases that a reader inside a kernel can be asked:
   of raw sections, and not for an encoder, nor traces over two sections. *count is how many. They must have one ABI and
   byte order. */
bool sfc_export_kernel(const char *folder, const struct sfc_run *run, size_t *count, struct sfc_error *error);

#endif
