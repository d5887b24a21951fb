/* SPDX-License-Identifier: MIT */
/* report_file.h - what `report` and `diff` share: results files to read, and where the report
   goes. */
#ifndef SFC_REPORT_FILE_H
#define SFC_REPORT_FILE_H

#include "command.h"
#include "results.h"

struct sfc_report_options {
    const char *format, *output; /* NULL: text; standard output */
};

enum { SFC_OPTION_FORMAT = 256 };
#define SFC_REPORT_OPTIONS(formats)                                \
    { "format", "F", formats, SFC_OPTION_FORMAT },                 \
    {                                                              \
        "output", "FILE", "write to FILE instead of printing", 'o' \
    }

/* Takes the options above; the first parameter is a struct sfc_report_options. */
bool sfc_report_take(void *ctx, int id, char *value);

/* Reads `count` results files. The caller frees them, also after an error. */
struct sfc_results *sfc_report_read(char *const *paths, size_t count, struct sfc_error *error);
void sfc_report_free(struct sfc_results *all, size_t count);

/* Prints the text, or writes it to the file of the options. Returns an exit status. */
int sfc_report_print(const struct sfc_buffer *text, const struct sfc_report_options *options);

#endif
