/* SPDX-License-Identifier: MIT */
/* Results files in, a report out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_file.h"

bool sfc_report_take(void *ctx, int id, char *value)
{
    struct sfc_report_options *o = ctx;
    if (id == SFC_OPTION_FORMAT)
        o->format = value;
    else
        o->output = value;
    return true;
}

struct sfc_results *sfc_report_read(char *const *paths, size_t count, struct sfc_error *error)
{
    struct sfc_results *all = sfc_alloc(count, sizeof all[0]);
    for (size_t i = 0; i < count; i++)
        if (!sfc_results_read(&all[i], paths[i], error))
            break;
    return all;
}

void sfc_report_free(struct sfc_results *all, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sfc_results_free(&all[i]);
    free(all);
}

int sfc_report_print(const struct sfc_buffer *text, const struct sfc_report_options *o)
{
    struct sfc_error error = { "" };
    if (o->output && strcmp(o->output, "-") != 0)
        return sfc_write_file(o->output, sfc_buffer_text(text), text->len, &error) ? 0 : sfc_complain(error.text);
    if (fwrite(sfc_buffer_text(text), 1, text->len, stdout) == text->len && fflush(stdout) == 0)
        return SFC_STATUS_CONFORMS;
    return sfc_complain("the report could not be printed");
}
