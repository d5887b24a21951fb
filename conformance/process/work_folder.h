/* SPDX-License-Identifier: MIT */
/* work_folder.h - folders of their own, for programs that run and for files that nobody wants. */
#ifndef SFC_WORK_FOLDER_H
#define SFC_WORK_FOLDER_H

#include "text.h"

/* Makes an empty folder below TMPDIR; NULL and *error on failure. sfc_work_folder_remove() removes and frees it. */
char *sfc_work_folder_make(struct sfc_error *error);
/* Removes what is in it, and follows no links. */
void sfc_work_folder_empty(const char *folder);
void sfc_work_folder_remove(char *folder);

/* The words of a command that runs in another folder: those after the first that name a file here become its absolute
   path. Free them with sfc_words_free(). */
char **sfc_words_from_here(char *const *words);

#endif
