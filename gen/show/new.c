/* SPDX-License-Identifier: MIT */
/* The start of a new recipe. */
#define _XOPEN_SOURCE 700
#include "new.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char skeleton[] =
    "# How recipes are written: README.md of the recipes. Remove the '#' of the lines that you need and delete the\n"
    "# rest. Then run sframe-gen build, and check the cases with sframe-gen why ID.\n"
    "#\n"
    "# One line that states a fact, and the clauses that it is about (ref/registers/clauses.txt).\n"
    "#title: the rows of a function are found\n"
    "#clauses: ALL-FRE-03 ALL-LKP-02\n"
    "#\n"
    "# Known bugs that the cases catch (bugs.txt).\n"
    "#catches: B1\n"
    "#\n"
    "# Either build a section, for these targets ...\n"
    "#for: all\n"
    "#func: +0x100 size=16\n"
    "#row: 0 entry\n"
    "#row: 4 saved\n"
    "#pcs: +0x100 +0x104 +0x110\n"
    "#expect: accept\n"
    "#\n"
    "# ... or change a parent, for its targets, so that the section has one fault.\n"
    "#parent: preamble/baseline\n"
    "#vary: N = 3 4\n"
    "#set: fde[0].info.fretype = $N\n"
    "#expect: reject bad-fre-type at fde[0].info\n";

static bool is_part(const char *text, size_t len)
{
    return len > 0 && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-.") >= len && *text != '.';
}

bool gen_is_recipe_name(const char *name)
{
    const char *slash = strchr(name, '/');
    return slash && is_part(name, (size_t)(slash - name)) && is_part(slash + 1, strlen(slash + 1));
}

bool gen_write_skeleton(struct gen_pool *pool, const char *dir, const char *name, struct gen_error *error)
{
    const char *folder = gen_textf(pool, "%s/%.*s", dir, (int)strcspn(name, "/"), name);
    const char *path = gen_textf(pool, "%s/%s.recipe", dir, name);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return gen_fail(error, folder, 0, "cannot be made: %s", strerror(errno));
    FILE *f = fopen(path, "wx");
    if (!f)
        return gen_fail(error, path, 0, "cannot be written: %s", strerror(errno));
    const bool written = fputs(skeleton, f) >= 0;
    if (fclose(f) != 0 || !written) {
        remove(path);
        return gen_fail(error, path, 0, "cannot be written");
    }
    return true;
}
