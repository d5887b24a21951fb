/* SPDX-License-Identifier: MIT */
/* site_names.h - names of files and anchors from untrusted ids, and the parts of a case's id. */
#ifndef SFC_SITE_NAMES_H
#define SFC_SITE_NAMES_H

#include "results.h"

/* The id as a name of a file, a part of a URL and an anchor: letters, digits and "+-.,~_", never
   empty, hidden or long. Different ids have different names. */
void sfc_site_add_name(struct sfc_buffer *b, const char *id);
/* FOLDER/NAME.html */
char *sfc_site_path(const char *folder, const char *id);

/* The family of a case: its id without profile, ABI and byte order. "v2/amd64-little/abi/unknown-5"
   is abi/unknown-5, "real/v2/amd64-little/alloca" is real/alloca; an id of another form is
   other/ID. */
char *sfc_site_family_of(const struct sfc_record *record);
/* The rest: "v2/amd64-little". */
char *sfc_site_cell_of(const struct sfc_record *record);
/* case/AREA/REST.html: always two folders deep. */
char *sfc_site_family_path(const char *family);

/* Compares releases: 2.9 is before 2.10. */
int sfc_site_compare_versions(const char *a, const char *b);

#endif
