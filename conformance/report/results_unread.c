/* SPDX-License-Identifier: MIT */
/* In place of results_read.c where there is no jansson. */
#include "results.h"

bool sfc_results_read(struct sfc_results *results, const char *path, struct sfc_error *error)
{
    *results = (struct sfc_results){ 0 };
    return sfc_fail(error, "%s: this program was built without jansson; it cannot read results files", path);
}
