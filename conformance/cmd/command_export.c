/* SPDX-License-Identifier: MIT */
/* The command export. */
#include <stdio.h>
#include <sys/stat.h>

#include "commands.h"
#include "export.h"
#include "options.h"

/* A device or a pipe would be replaced by a file, which nobody wants who names one. */
static bool write_json(const char *path, const struct sfc_run *run, struct sfc_error *error)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return sfc_fail(error, "%s: is not a file; name one, which may exist", path);
    struct sfc_buffer b = { 0 };
    const bool good = sfc_export_json(&b, run, error) && sfc_write_file(path, b.data, b.len, error);
    sfc_buffer_free(&b);
    return good;
}

int sfc_command_export(const struct sfc_run *run, const char *json, const char *c_folder)
{
    struct sfc_error error = { "" };
    if (!json && !c_folder)
        return sfc_complain("export needs --json FILE or --c DIR");
    if ((json && !write_json(json, run, &error)) || (c_folder && !sfc_export_c(c_folder, run, &error)))
        return sfc_complain(error.text);
    if (json)
        printf("%s: %zu cases\n", json, run->count);
    if (c_folder)
        printf("%s: %zu cases\n", c_folder, run->count);
    return 0;
}
