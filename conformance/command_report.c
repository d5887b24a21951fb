/* SPDX-License-Identifier: MIT */
/* report and diff: from results files to what a person or a machine reads. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "options.h"
#include "report.h"

static int print(const struct sfr_buffer *text, const char *path)
{
    struct sfr_error error = { "" };
    if (path && strcmp(path, "-") != 0)
        return sfr_write_file(path, sfr_buffer_text(text), text->len, &error) ? 0 : sfr_complain(error.text);
    if (fwrite(sfr_buffer_text(text), 1, text->len, stdout) == text->len && fflush(stdout) == 0)
        return 0;
    return sfr_complain("the report could not be printed");
}

static bool read_sheets(struct sfr_sheet *sheets, size_t count, char *const *paths, struct sfr_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!sfr_sheet_read(&sheets[i], paths[i], error))
            return false;
    return true;
}

static void free_sheets(struct sfr_sheet *sheets, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sfr_sheet_free(&sheets[i]);
    free(sheets);
}

int sfr_command_report(char *const *paths, size_t count, const char *format, const char *output, bool colour)
{
    struct sfr_error error = { "" };
    struct sfr_buffer text = { 0 };
    /* `report diff OLD NEW` is `diff OLD NEW`, unless there is something of that name to report on. */
    if (count > 0 && strcmp(paths[0], "diff") == 0 && access(paths[0], F_OK) != 0)
        return sfr_command_diff(paths + 1, count - 1, format, output);
    struct sfr_sheet *sheets = sfr_alloc(count, sizeof sheets[0]);
    if (count == 0)
        sfr_fail(&error, "name one or more results files, or the folders they are in");
    else if (read_sheets(sheets, count, paths, &error)
             && !sfr_report_by_name(format ? format : "text", &text, sheets, count, colour && !output))
        sfr_fail(&error, "--format takes text, tap, junit, markdown, matrix or html");
    const int status = error.text[0] ? sfr_complain(error.text) : print(&text, output);
    sfr_buffer_free(&text);
    free_sheets(sheets, count);
    return status;
}

int sfr_command_diff(char *const *paths, size_t count, const char *format, const char *output)
{
    struct sfr_error error = { "" };
    struct sfr_buffer text = { 0 };
    struct sfr_sheet *sheets = sfr_alloc(2, sizeof sheets[0]);
    const bool markdown = format && strcmp(format, "markdown") == 0;
    int status = 0;
    if (count != 2)
        sfr_fail(&error, "name two results files: the older one, then the newer one");
    else if (format && !markdown && strcmp(format, "text") != 0)
        sfr_fail(&error, "diff: --format takes text or markdown");
    else if (read_sheets(sheets, 2, paths, &error))
        status = sfr_report_diff(&text, &sheets[0], &sheets[1], markdown);
    const int written = error.text[0] ? sfr_complain(error.text) : print(&text, output);
    sfr_buffer_free(&text);
    free_sheets(sheets, 2);
    return written != 0 ? written : status;
}
