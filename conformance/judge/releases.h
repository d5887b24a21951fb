/* SPDX-License-Identifier: MIT */
/*
 * releases.h - one name for the adapter files of all releases of an implementation.
 *
 * `readelf` stands for that of readelf-2.40, readelf-2.44, ... which describes the release that is installed, and, as
 * the name of a known-failure file, for the one of the same name.
 */
#ifndef SFC_RELEASES_H
#define SFC_RELEASES_H

#include "config.h"
#include "known.h"

enum sfc_release {
    SFC_RELEASE_FOUND = 0,
    SFC_RELEASE_OTHER,   /* none of the adapter files describes what is installed */
    SFC_RELEASE_MISSING, /* nothing is installed */
    SFC_RELEASE_BROKEN,  /* something that is installed does not tell its version, or an adapter file is bad */
    SFC_RELEASE_UNKNOWN_NAME
};

/* The adapter file that `name` means: a file, one that came with the program, or the one of a release. The caller frees
   it. NULL, *release and *error if there is none. */
char *sfc_adapter_path(const char *name, int stop_fd, enum sfc_release *release, struct sfc_error *error);

/* Of the error that an implementation could not be asked for its version: does it say itself that it is not
   installed? */
bool sfc_says_missing(const struct sfc_error *error);

/* The known-failure file that `known` means, `adapter` (or NULL) being the name that led to `adapter_path`. NULL if
   there is none: with *error, or with that empty if the name stands for a release that has no list. The caller frees
   it. */
char *sfc_known_path(const char *known, const char *adapter, const char *adapter_path, struct sfc_error *error);

/* False and *error if the list (NULL: there is none) came with the program, and was made from another version than this
   one. */
bool sfc_known_is_for(const struct sfc_config *config, const struct sfc_known *known, const char *version,
                      struct sfc_error *error);

#endif
