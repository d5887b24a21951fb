/* SPDX-License-Identifier: MIT */
/* new_folder.h - a folder of files that replaces an earlier one as a whole. */
#ifndef SFC_NEW_FOLDER_H
#define SFC_NEW_FOLDER_H

#include "text.h"

/* Was the file `name` of the folder written by an earlier export? Only such files are replaced. */
typedef bool sfc_is_earlier_fn(const char *folder, const char *name);

/* Set `is_earlier`; the rest is 0. */
struct sfc_new_folder {
    sfc_is_earlier_fn *is_earlier;
    char *path; /* the folder's real path, without links */
    char *made; /* where files are until all are written */
    bool there; /* the folder exists, and `mode` is its mode */
    unsigned mode;
};

/* Refuses a folder with any other file. On failure *error says why, nothing was changed, and nothing
   stays allocated. */
bool sfc_new_folder_begin(struct sfc_new_folder *f, const char *path, struct sfc_error *error);
/* Writes a file in it. */
bool sfc_new_folder_write(struct sfc_new_folder *f, const char *name, const struct sfc_buffer *text,
                          struct sfc_error *error);
/* If `good`, puts the new folder into its place, else removes it: then the earlier one is as it was.
   Returns whether the new one is in place. */
bool sfc_new_folder_end(struct sfc_new_folder *f, bool good, struct sfc_error *error);

#endif
