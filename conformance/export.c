/* SPDX-License-Identifier: MIT */
/* The command export. */
#include <stdio.h>
#include <sys/stat.h>

#include "commands.h"
#include "export.h"
#include "options.h"

/* A device or a pipe would be replaced by a file, which nobody wants who names one. */
static bool write_json(const char *path, const struct sfr_run *run, struct sfr_error *error)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return sfr_fail(error, "%s: is not a file; name one, which may exist", path);
    struct sfr_buffer b = { 0 };
    const bool good = sfr_export_json(&b, run, error) && sfr_write_file(path, b.data, b.len, error);
    sfr_buffer_free(&b);
    return good;
}

int sfr_command_export(const struct sfr_run *run, const char *json, const char *c_folder)
{
    struct sfr_error error = { "" };
    if (!json && !c_folder)
        return sfr_complain("export needs --json FILE or --c DIR");
    if ((json && !write_json(json, run, &error)) || (c_folder && !sfr_export_c(c_folder, run, &error)))
        return sfr_complain(error.text);
    if (json)
        printf("%s: %zu cases\n", json, run->count);
    if (c_folder)
        printf("%s: %zu cases\n", c_folder, run->count);
    return 0;
}
