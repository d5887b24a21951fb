/* SPDX-License-Identifier: MIT */
/* Names that mistyped ones stand for. */
#include <string.h>

#include "nearest.h"
#include "tap.h"

static const char *find(const char *wanted)
{
    static const char *const names[] = { "list", "report", "export", "v3/amd64-little/flex/mask",
                                         "v3/amd64-little/flex/mask-lookup" };
    struct sfr_nearest nearest = { .wanted = wanted };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        sfr_nearest_try(&nearest, names[i]);
    return nearest.name;
}

int main(void)
{
    static char long_name[300];
    static const struct {
        const char *wanted, *name;
    } rows[] = {
        { "list", "list" },
        { "lst", "list" },
        { "lixt", "list" },
        { "liist", "list" },
        { "lsit", "list" },
        { "tsli", NULL },
        { "rexport", "report" },
        { "v3/amd64-little/flex/mask-lokup", "v3/amd64-little/flex/mask-lookup" },
        { "v3/amd64-litle/flex/mask", "v3/amd64-little/flex/mask" },
        { "v3/amd64-little/elf/must", NULL },
        { "", NULL },
        { long_name, NULL },
    };
    memset(long_name, 'l', sizeof long_name - 1);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *name = find(rows[i].wanted);
        IS_TEXT(name ? name : "none", rows[i].name ? rows[i].name : "none", "'%.40s'", rows[i].wanted);
    }
    return tap_done();
}
