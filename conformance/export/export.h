/* SPDX-License-Identifier: MIT */
/* export.h - the selected cases in other forms, for test suites that cannot use this runner. */
#ifndef SFC_EXPORT_H
#define SFC_EXPORT_H

#include "run.h"

/* Writes the selected cases of `run` as one JSON document (see corpus/README.md). Reads the case
   files again, so that no key is lost. `for_c`: with what report/arrays.py, which makes C of it, cannot know. */
bool sfc_export_json(struct sfc_buffer *b, const struct sfc_run *run, bool for_c, struct sfc_error *error);

/* Writes the whole corpus as one archive, from which this program reads it: "*.tar.zst", or "*.tar" without
   compression. The same corpus gives the same bytes. *count is how many files it has. */
bool sfc_export_archive(const char *path, const struct sfc_corpus *corpus, size_t *count, struct sfc_error *error);

#endif
