/* SPDX-License-Identifier: MIT */
/* reporter.h - starts the Python programs beside this one: one makes reports and sites, one runs toolchains. */
#ifndef SFC_REPORTER_H
#define SFC_REPORTER_H

#include "command.h"

/* Its command line: COMMAND, options by their long names, then files. */
struct sfc_reporter {
    char **words;      /* the program and its arguments; ends with NULL */
    const char *kept;  /* where the results are kept if it cannot be started */
    const char *needs; /* what to install then */
};

/* `folder`: "report" or "lab". */
void sfc_reporter_make(struct sfc_reporter *r, const char *folder, const char *command);
/* Adds `--name value`; nothing if the value is NULL. */
void sfc_reporter_option(struct sfc_reporter *r, const char *name, const char *value);
/* Adds `--name`. */
void sfc_reporter_flag(struct sfc_reporter *r, const char *name);
/* Adds the files, after `--`. */
void sfc_reporter_files(struct sfc_reporter *r, char *const *files, size_t count);

/* Starts it and waits for its end. 0: it wrote what it was to write. SFC_STATUS_ERROR: something could not be written,
   which it said; 128 + N: signal N ended it; SFC_REPORTER_MISSING: there is no Python, no Jinja2 or no
   such program beside this one, which was said. */
enum { SFC_REPORTER_MISSING = 69 };
int sfc_reporter_run(struct sfc_reporter *r);
/* Makes this its standard input: another process writes it. */
bool sfc_reporter_input(const struct sfc_buffer *text, struct sfc_error *error);
/* Becomes it. Returns an exit status if it does not. */
int sfc_reporter_become(struct sfc_reporter *r);

/* ---- Commands that such a program does --------------------------------------------------------- */

/* The options of such a command, and their values in the order of its table: NULL if not given, "" of a flag. */
enum { SFC_MOST_GIVEN = 32 };
struct sfc_given {
    const struct sfr_command *command;
    const char *values[SFC_MOST_GIVEN];
};
/* The value of the option of this name. */
const char *sfc_given(const struct sfc_given *g, const char *name);
/* Is one of the options given whose names are words of the list? */
bool sfc_any_given(const struct sfc_given *g, const char *names);
/* What is wrong with the options beside that many files, or NULL. */
typedef const char *sfc_misused_fn(const struct sfc_given *g, int num_files);
/* Reads the options; *first is the index of the first file. Returns -1, or the exit status with which it ends here. */
int sfc_given_read(struct sfc_given *g, const struct sfr_command *command, int argc, char **argv,
                   sfc_misused_fn *misused, int *first);
/* Becomes the program in this folder, with the same options and files. Returns an exit status if it does not. */
int sfc_given_become(const struct sfc_given *g, int num_files, char *const *files, const char *folder);
/* Both. */
int sfc_given_run(const struct sfr_command *command, int argc, char **argv, sfc_misused_fn *misused,
                  const char *folder);

#endif
