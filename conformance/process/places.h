/* SPDX-License-Identifier: MIT */
/* places.h - where the files are that came with the program. Whoever calls frees what is returned. */
#ifndef SFC_PLACES_H
#define SFC_PLACES_H

#include "text.h"

/* FOLDER/NAME and what it ends with. */
char *sfc_format_path(const char *folder, const char *name, const char *ending);

/* The corpus that was named, or (NULL) the one that came with the program. */
char *sfc_corpus_path(const char *named);

/* A file; or, where there is none, what came with this program under that name: FOLDER/NAME.ENDING. NULL and *error,
   which lists the names that there are, if there is neither. `what` is the word for it: "adapter". */
char *sfc_shipped_path(const char *name, const char *what, const char *folder, const char *ending,
                       struct sfc_error *error);

/* PATH, and behind it the folders of the tools and adapters that were built with this program. */
char *sfc_program_path(void);

/* The folder that has the program's data. */
const char *sfc_data_folder(void);

#endif
