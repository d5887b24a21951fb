/* SPDX-License-Identifier: MIT */
/* Finds the adapter file of the installed release by its version. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "pattern.h"
#include "places.h"
#include "releases.h"
#include "rung.h"

bool sfc_has_program(const struct sfc_config *config, const char *programs)
{
    const char *name = sfc_config_program(config);
    char *program = name ? sfc_find_program(name, programs) : NULL;
    const bool found = !name || program;
    free(program);
    return found;
}

/* Does an adapter file describe the installed release? *version is its version, or NULL. A release
   that cannot tell its version is BROKEN, not MISSING, and *error has the reason. */
static enum sfc_release try_release(const char *path, const struct sfc_grant *grant, char **version,
                                    struct sfc_error *error)
{
    struct sfc_config config;
    enum sfc_release release = SFC_RELEASE_MISSING;
    *version = NULL;
    if (!sfc_config_read(&config, path, error))
        return SFC_RELEASE_BROKEN;
    if (sfc_has_program(&config, grant->path)) {
        *version = sfc_rung_find(&config)->learn(&config, grant, error);
        release =
            !*version ? config.no_hello == SFC_HELLO_NOT_INSTALLED ? SFC_RELEASE_MISSING : SFC_RELEASE_BROKEN
            : config.for_version.is_given && sfc_pattern_matches(&config.for_version.regex, *version, strlen(*version))
                ? SFC_RELEASE_FOUND
                : SFC_RELEASE_OTHER;
    }
    sfc_config_free(&config);
    return release;
}

/* Is this "NAME-", the number of a release, ".conf"? libsframe-encoder-2.40 is not a release of
   libsframe. */
static bool is_release_of(const char *file, const char *name)
{
    static const char ending[] = ".conf";
    const size_t len = strlen(name), file_len = strlen(file);
    return strncmp(file, name, len) == 0 && file[len] == '-' && file[len + 1] >= '0' && file[len + 1] <= '9'
           && file_len >= sizeof ending && strcmp(file + file_len - (sizeof ending - 1), ending) == 0;
}

/* Tries the sorted files of a folder, the newest release first. Several releases of a library may
   be installed. */
static char *pick(const char *folder, struct dirent *const *files, size_t count, const char *name,
                  const struct sfc_grant *grant, enum sfc_release *release, struct sfc_error *error)
{
    struct sfc_buffer seen = { 0 };
    *release = SFC_RELEASE_UNKNOWN_NAME;
    for (size_t i = count; i-- > 0;) {
        char *version = NULL;
        if (!is_release_of(files[i]->d_name, name))
            continue;
        char *path = sfc_format("%s/%s", folder, files[i]->d_name);
        const enum sfc_release one = try_release(path, grant, &version, error);
        if (version && seen.len == 0)
            sfc_buffer_printf(&seen, "%s", version);
        free(version);
        *release = one == SFC_RELEASE_MISSING && seen.len > 0 ? SFC_RELEASE_OTHER : one;
        if (one == SFC_RELEASE_FOUND) {
            sfc_buffer_free(&seen);
            return path;
        }
        free(path);
        if (one == SFC_RELEASE_BROKEN)
            break;
    }
    if (*release == SFC_RELEASE_OTHER)
        sfc_fail(error,
                 "%s is version %s, which none of the adapter files %s-* that came with this program describes; "
                 "copy the nearest one, put its `for-version` right and name it with --adapter",
                 name, seen.data, name);
    else if (*release == SFC_RELEASE_MISSING)
        sfc_fail(error, "there is no %s: it is not installed, or not where it is looked for", name);
    sfc_buffer_free(&seen);
    return NULL;
}

/* Adds the names that have releases: such a name picks the adapter file of the installed one. */
static void name_families(struct sfc_error *error, struct dirent *const *files, size_t count)
{
    char **names = NULL;
    struct sfc_buffer b = { 0 };
    for (size_t i = 0; i < count; i++) {
        const char *hyphen = strrchr(files[i]->d_name, '-');
        char *name = hyphen ? sfc_copy_text(files[i]->d_name, (size_t)(hyphen - files[i]->d_name)) : NULL;
        if (name && is_release_of(files[i]->d_name, name))
            sfc_words_insert(&names, name);
        free(name);
    }
    sfc_buffer_printf(&b, "%s", error->text);
    for (size_t i = 0; names && names[i]; i++)
        sfc_buffer_printf(&b, "%s%s", i == 0 ? "; and for the installed release: " : ", ", names[i]);
    sfc_fail(error, "%s", b.data);
    sfc_buffer_free(&b);
    sfc_words_free(names);
}

char *sfc_adapter_path(const char *name, int stop_fd, enum sfc_release *release, struct sfc_error *error)
{
    char *path = sfc_shipped_path(name, "adapter", "adapters", ".conf", error);
    *release = path ? SFC_RELEASE_FOUND : SFC_RELEASE_UNKNOWN_NAME;
    if (path)
        return path;
    char *folder = sfc_data_path("adapters"), *programs = sfc_program_path();
    const struct sfc_grant grant = { 10, programs, stop_fd, false, 0 };
    struct dirent **files = NULL;
    const int count = scandir(folder, &files, NULL, alphasort);
    if (count > 0)
        path = pick(folder, files, (size_t)count, name, &grant, release, error);
    if (count > 0 && *release == SFC_RELEASE_UNKNOWN_NAME)
        name_families(error, files, (size_t)count);
    for (int i = 0; i < count; i++)
        free(files[i]);
    free(files);
    free(programs);
    free(folder);
    return path;
}

char *sfc_known_path(const char *known, const char *adapter, const char *adapter_path, struct sfc_error *error)
{
    static const char what[] = "known-failure file";
    char *path = sfc_shipped_path(known, what, "known", ".known", error);
    if (path || !adapter || strcmp(known, adapter) != 0)
        return path;
    const char *slash = strrchr(adapter_path, '/'), *file = slash ? slash + 1 : adapter_path;
    char *name = sfc_copy_text(file, strlen(file) - strlen(".conf"));
    path = strcmp(name, known) == 0 ? NULL : sfc_shipped_path(name, what, "known", ".known", error);
    if (strcmp(name, known) != 0)
        error->text[0] = '\0';
    free(name);
    return path;
}

/* Did the file come with the program? */
static bool is_shipped(const char *path)
{
    char *folder = sfc_data_path("known");
    char *real_folder = realpath(folder, NULL), *real = realpath(path, NULL);
    const size_t len = real_folder ? strlen(real_folder) : 0;
    const bool shipped = real && real_folder && strncmp(real, real_folder, len) == 0 && real[len] == '/';
    free(folder);
    free(real_folder);
    free(real);
    return shipped;
}

bool sfc_known_is_for(const struct sfc_config *config, const struct sfc_known *known, const char *version,
                      struct sfc_error *error)
{
    const bool other = known && config->known_version.is_given && is_shipped(known->path)
                       && !sfc_pattern_matches(&config->known_version.regex, version, strlen(version));
    if (known && !other)
        return true;
    return sfc_fail(error,
                    "no list of known failures is for %s %s%s%s%s: every failure counts; "
                    "--write-known FILE starts a list",
                    config->name, version, other ? " (" : "", other ? known->path : "",
                    other ? " is that of another release)" : "");
}
