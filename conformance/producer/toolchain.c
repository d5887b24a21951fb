/* SPDX-License-Identifier: MIT */
/* Toolchain files. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pattern.h"
#include "toolchain.h"
#include "toolchain_step.h"

enum { MAX_FILE = 1 << 16 };

static const char ending[] = ".conf";

static char *toolchain_path(const char *name, const char *folder)
{
    struct sfc_buffer b = { 0 };
    if (strchr(name, '/'))
        sfc_buffer_printf(&b, "%s", name);
    else
        sfc_buffer_printf(&b, "%s/toolchains/%s%s", folder, name, ending);
    return b.data;
}

/* A path relative to the folder of the toolchain's file. */
static char *beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    struct sfc_buffer b = { 0 };
    if (slash && *name != '/')
        sfc_buffer_printf(&b, "%.*s/", (int)(slash - path), path);
    sfc_buffer_printf(&b, "%s", name);
    return b.data;
}

static char **field_of(struct sfc_toolchain *t, const char *key)
{
    const struct {
        const char *key;
        char **field;
    } fields[] = {
        { "about", &t->about },
        { "abi", &t->abi },
        { "as", &t->as },
        { "ld", &t->ld },
        { "cc", &t->cc },
        { "known", &t->known },
        { "known-random", &t->known_random },
        { "for-version", &t->for_version },
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (strcmp(fields[i].key, key) == 0)
            return fields[i].field;
    return NULL;
}

/* Takes one line without its newline. Returns NULL or the error. */
static const char *take_line(struct sfc_toolchain *t, char *line)
{
    if (*line == '#' || *line == '\0')
        return NULL;
    char *colon = strstr(line, ": ");
    if (!colon || colon[2] == '\0')
        return "not a line `key: value`";
    *colon = '\0';
    char **field = field_of(t, line);
    if (!field)
        return "unknown key";
    if (*field)
        return "duplicate key";
    *field = sfc_copy_text(colon + 2, strlen(colon + 2));
    if (field != &t->for_version)
        return NULL;
    const char *wrong = sfc_pattern_read(&t->pattern, t->for_version);
    t->has_pattern = !wrong;
    return wrong;
}

static bool read_lines(struct sfc_toolchain *t, const char *path, char *text, struct sfc_error *error)
{
    unsigned number = 0;
    for (char *line = text, *next; *line; line = next) {
        const size_t n = strcspn(line, "\n");
        next = line + n + (line[n] == '\n');
        line[n] = '\0';
        number++;
        const char *wrong = take_line(t, line);
        if (wrong)
            return sfc_fail(error, "%s:%u: %s%s", path, number,
                            t->for_version && !t->has_pattern ? "for-version: " : "", wrong);
    }
    if (!t->about || !t->abi || !t->as || !t->for_version)
        return sfc_fail(error, "%s: a toolchain needs about, abi, as and for-version", path);
    if (!sfc_has_word("amd64 aarch64 s390x", t->abi))
        return sfc_fail(error, "%s: abi is amd64, aarch64 or s390x", path);
    return true;
}

static void place_beside(const char *path, char **file)
{
    char *placed = *file ? beside(path, *file) : NULL;
    free(*file);
    *file = placed;
}

bool sfc_toolchain_read(struct sfc_toolchain *t, const char *name, const char *folder, struct sfc_error *error)
{
    char *path = toolchain_path(name, folder);
    size_t len = 0;
    *t = (struct sfc_toolchain){ 0 };
    char *text = sfc_read_file(path, MAX_FILE, &len, error);
    const bool good = text && read_lines(t, path, text, error);
    if (!good)
        sfc_toolchain_free(t);
    if (good) {
        place_beside(path, &t->known);
        place_beside(path, &t->known_random);
    }
    free(text);
    free(path);
    return good;
}

void sfc_toolchain_free(struct sfc_toolchain *t)
{
    free(t->about);
    free(t->abi);
    free(t->as);
    free(t->ld);
    free(t->cc);
    free(t->known);
    free(t->known_random);
    free(t->for_version);
    if (t->has_pattern)
        regfree(&t->pattern);
    *t = (struct sfc_toolchain){ 0 };
}

/* ---- The version ---- */

static bool match_version(const struct sfc_toolchain *t, const struct sfc_process *p, struct sfc_error *error)
{
    const char *says = sfc_buffer_text(&p->out);
    if (sfc_pattern_matches(&t->pattern, says, p->out.len))
        return true;
    return sfc_fail(error, "wrong assembler: '%.*s' does not match '%s'; name the right folder with --bin",
                    (int)strcspn(says, "\n"), says, t->for_version);
}

bool sfc_toolchain_is_right(const struct sfc_toolchain *t, const char *path, struct sfc_error *error)
{
    char *program = sfc_copy_text(t->as, strcspn(t->as, " "));
    const struct sfc_toolchain_step step = { .command = program, .more = "--version", .path = path };
    struct sfc_process p;
    bool good;
    sfc_toolchain_step_run(&step, &p);
    if (p.ended == SFC_ENDED_NOT_STARTED)
        good = sfc_fail(error, "%s: %s; install it, or name its folder with --bin", program, strerror(p.code));
    else if (p.ended != SFC_ENDED_EXIT || p.code != 0)
        good = sfc_fail(error, "%s --version fails", program);
    else
        good = match_version(t, &p, error);
    sfc_process_free(&p);
    free(program);
    return good;
}

/* ---- The list ---- */

static int is_toolchain(const struct dirent *entry)
{
    const size_t len = strlen(entry->d_name);
    return len > strlen(ending) && strcmp(entry->d_name + len - strlen(ending), ending) == 0;
}

static bool print_toolchain(char *file_name, const char *folder, struct sfc_error *error)
{
    struct sfc_toolchain t;
    file_name[strlen(file_name) - strlen(ending)] = '\0';
    if (!sfc_toolchain_read(&t, file_name, folder, error))
        return false;
    printf("%s: %s\n", file_name, t.about);
    sfc_toolchain_free(&t);
    return true;
}

bool sfc_toolchain_list(const char *folder, struct sfc_error *error)
{
    struct sfc_buffer b = { 0 };
    struct dirent **entries = NULL;
    sfc_buffer_printf(&b, "%s/toolchains", folder);
    const int count = scandir(b.data, &entries, is_toolchain, alphasort);
    bool good = count >= 0 || sfc_fail(error, "%s: %s", b.data, strerror(errno));
    for (int i = 0; i < count; i++) {
        good = good && print_toolchain(entries[i]->d_name, folder, error);
        free(entries[i]);
    }
    free(entries);
    sfc_buffer_free(&b);
    return good;
}
