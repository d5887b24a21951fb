/* SPDX-License-Identifier: MIT */
/* report and diff: from results files to what a person or a machine reads. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "options.h"
#include "report.h"

static int print(const struct sfc_buffer *text, const char *path)
{
    struct sfc_error error = { "" };
    if (path && strcmp(path, "-") != 0)
        return sfc_write_file(path, sfc_buffer_text(text), text->len, &error) ? 0 : sfc_complain(error.text);
    if (fwrite(sfc_buffer_text(text), 1, text->len, stdout) == text->len && fflush(stdout) == 0)
        return 0;
    return sfc_complain("the report could not be printed");
}

static bool read_sheets(struct sfc_results *files, size_t count, char *const *paths, struct sfc_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!sfc_results_read(&files[i], paths[i], error))
            return false;
    return true;
}

static void free_sheets(struct sfc_results *files, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sfc_results_free(&files[i]);
    free(files);
}

int sfc_command_report(char *const *paths, size_t count, const char *format, const char *output, bool colour)
{
    struct sfc_error error = { "" };
    struct sfc_buffer text = { 0 };
    /* `report diff OLD NEW` is `diff OLD NEW`, unless there is something of that name to report on. */
    if (count > 0 && strcmp(paths[0], "diff") == 0 && access(paths[0], F_OK) != 0)
        return sfc_command_diff(paths + 1, count - 1, format, output);
    struct sfc_results *files = sfc_alloc(count, sizeof files[0]);
    if (count == 0)
        sfc_fail(&error, "name one or more results files, or the folders they are in");
    else if (read_sheets(files, count, paths, &error)
             && !sfc_report_by_name(format ? format : "text", &text, files, count, colour && !output))
        sfc_fail(&error, "--format takes text, tap, junit, markdown, matrix or html");
    const int status = error.text[0] ? sfc_complain(error.text) : print(&text, output);
    sfc_buffer_free(&text);
    free_sheets(files, count);
    return status;
}

int sfc_command_diff(char *const *paths, size_t count, const char *format, const char *output)
{
    struct sfc_error error = { "" };
    struct sfc_buffer text = { 0 };
    struct sfc_results *files = sfc_alloc(2, sizeof files[0]);
    const bool markdown = format && strcmp(format, "markdown") == 0;
    int status = 0;
    if (count != 2)
        sfc_fail(&error, "name two results files: the older one, then the newer one");
    else if (format && !markdown && strcmp(format, "text") != 0)
        sfc_fail(&error, "diff: --format takes text or markdown");
    else if (read_sheets(files, 2, paths, &error))
        status = sfc_report_diff(&text, &files[0], &files[1], markdown);
    const int written = error.text[0] ? sfc_complain(error.text) : print(&text, output);
    sfc_buffer_free(&text);
    free_sheets(files, 2);
    return written != 0 ? written : status;
}
