/* SPDX-License-Identifier: MIT */
/* places.h - finds the files that came with the program. The caller frees the paths. */
#ifndef SFC_PLACES_H
#define SFC_PLACES_H

#include "text.h"

/* The named corpus; NULL: the one that came with the program. */
char *sfc_corpus_path(const char *named);

/* The file `name`, or else the one of that name that came with this program: FOLDER/NAME and the
   ending. NULL and *error, which lists the names, if there is neither. `what` is the word for
   it: "adapter". */
char *sfc_shipped_path(const char *name, const char *what, const char *folder, const char *ending,
                       struct sfc_error *error);

/* How this program was called, for commands that a person can repeat; "sframe-conform" if it was not
   said. `name` must live as long as the program. */
void sfc_set_program_name(const char *name);
const char *sfc_program_name(void);

/* PATH, then the folders of the tools and adapters that were built with this program. */
char *sfc_program_path(void);

/* The path of this program itself, for programs that it starts. */
char *sfc_own_path(void);
/* A folder of the program's data: adapters, known, a Python program (report, lab); and that of registers.json. */
char *sfc_data_path(const char *name);
char *sfc_report_data(void);

#endif
