/* SPDX-License-Identifier: MIT */
/*
 * toolchain.h - a toolchain by name: the commands that make files of producer cases.
 *
 * `key: value` lines, lines that start with '#', and empty lines. Keys: about, abi, as, ld, cc, known (from the file's
 * own folder), for-version (a pattern for a line of what the assembler says to --version).
 */
#ifndef SFC_TOOLCHAIN_H
#define SFC_TOOLCHAIN_H

#include <regex.h>

#include "text.h"

struct sfc_toolchain {
    char *about, *abi, *as, *ld, *cc, *known, *for_version;
    regex_t pattern; /* for_version, compiled */
    bool has_pattern;
};

/* Reads a toolchain file: FOLDER/toolchains/NAME.conf, or the file itself if `name` has a slash. On failure *error
   names file and line, and nothing stays allocated. */
bool sfc_toolchain_read(struct sfc_toolchain *t, const char *name, const char *folder, struct sfc_error *error);
void sfc_toolchain_free(struct sfc_toolchain *t);

/* Whether the assembler is of the version that the file is for. `path` is where it is looked for. */
bool sfc_toolchain_is_right(const struct sfc_toolchain *t, const char *path, struct sfc_error *error);

/* Prints name and description of each toolchain in FOLDER/toolchains. */
bool sfc_toolchain_list(const char *folder, struct sfc_error *error);

#endif
