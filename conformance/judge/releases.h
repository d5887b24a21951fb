/* SPDX-License-Identifier: MIT */
/*
 * releases.h - one name for the adapter files of all releases of an implementation.
 *
 * `readelf` is the one of readelf-2.40, readelf-2.44, ... that describes the installed release. As
 * the name of a known-failure file, it is the file of the same name.
 */
#ifndef SFC_RELEASES_H
#define SFC_RELEASES_H

#include "config.h"
#include "known.h"

enum sfc_release {
    SFC_RELEASE_FOUND = 0,
    SFC_RELEASE_OTHER,   /* no adapter file describes the installed release */
    SFC_RELEASE_MISSING, /* nothing is installed */
    SFC_RELEASE_BROKEN,  /* the installed release does not tell its version, or an adapter file is bad */
    SFC_RELEASE_UNKNOWN_NAME
};

/* The adapter file of a name: a file, one that came with the program, or the one of a release. The
   caller frees it. NULL, *release and *error if there is none. */
char *sfc_adapter_path(const char *name, int stop_fd, enum sfc_release *release, struct sfc_error *error);

/* Is the program that the file names in one of these folders? Else errno. A shared object has none to look for. */
bool sfc_has_program(const struct sfc_config *config, const char *programs);

/* The known-failure file of the name `known`; `adapter` (or NULL) is the name that led to
   `adapter_path`. The caller frees it. NULL if there is none, with *error; *error is empty if the
   name is that of a release without a list. */
char *sfc_known_path(const char *known, const char *adapter, const char *adapter_path, struct sfc_error *error);

/* False and *error if there is no list (NULL), or it came with the program and is of another
   version. */
bool sfc_known_is_for(const struct sfc_config *config, const struct sfc_known *known, const char *version,
                      struct sfc_error *error);

#endif
