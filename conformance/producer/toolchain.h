/* SPDX-License-Identifier: MIT */
/*
 * toolchain.h - the commands of a toolchain, which make files of producer cases.
 *
 * A toolchain file has `key: value` lines, comments that start with '#', and empty lines. Keys:
 * about, abi, as, ld, cc, known and known-random (relative to the file's folder), for-version (a
 * pattern for a line of the assembler's answer to --version).
 */
#ifndef SFC_TOOLCHAIN_H
#define SFC_TOOLCHAIN_H

#include <regex.h>

#include "text.h"

struct sfc_toolchain {
    char *about, *abi, *as, *ld, *cc, *known, *known_random, *for_version;
    regex_t pattern; /* for_version, compiled */
    bool has_pattern;
};

/* Reads a toolchain file: FOLDER/toolchains/NAME.conf, or the file itself if `name` has a slash.
   On failure *error names file and line, and nothing is allocated. */
bool sfc_toolchain_read(struct sfc_toolchain *t, const char *name, const char *folder, struct sfc_error *error);
void sfc_toolchain_free(struct sfc_toolchain *t);

/* Whether the assembler has the version that the file is for. `path` is the search path. */
bool sfc_toolchain_is_right(const struct sfc_toolchain *t, const char *path, struct sfc_error *error);

/* Prints name and description of each toolchain in FOLDER/toolchains. */
bool sfc_toolchain_list(const char *folder, struct sfc_error *error);

#endif
