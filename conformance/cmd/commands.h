/* SPDX-License-Identifier: MIT */
/* commands.h - the commands of sframe-conform, apart from `run`. Each returns an exit status. */
#ifndef SFC_COMMANDS_H
#define SFC_COMMANDS_H

#include "run.h"

/* Prints id, op, expectation and title of the selected cases. */
int sfc_command_list(const struct sfc_run *run);

/* Prints the case file and the bytes of the section; with `elf` or `raw` (else NULL) writes the section to that file
   ("-": to stdout) instead, wrapped or bare. */
int sfc_command_show(const struct sfc_case *c, const char *elf, const char *raw);

/* Says what the case is about: title, clauses and fault in the registers' words, bytes with the fault marked, the right
   answer. */
int sfc_command_explain(const struct sfc_case *c);

/* Writes the selected cases as one JSON file, as C files into a folder, or both; NULL is what is not wanted. */
int sfc_command_export(const struct sfc_run *run, const char *json, const char *c_folder);

/* Makes a report (`format`: text, tap, junit, markdown, matrix or html; NULL: text) of results files or the folders
   they are in, and writes it to the file `output`, or prints it (NULL or "-"). */
int sfc_command_report(char *const *paths, size_t count, const char *format, const char *output, bool colour);

/* Says what is new between two results files, as text or Markdown. 1 if something got worse. */
int sfc_command_diff(char *const *paths, size_t count, const char *format, const char *output);

/* sframe-conform produce: runs tools over the cases in the sub-folder `producers` of `data_folder`. argv[0] is the command
   for both. */
int sfc_command_produce(int argc, char **argv, const char *data_folder);
/* sframe-conform producer: judges files. */
int sfc_command_producer(int argc, char **argv);

#endif
