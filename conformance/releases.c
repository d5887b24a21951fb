/* SPDX-License-Identifier: MIT */
/* Finds the adapter file that describes the release at hand, by asking for its version. */
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

/* An adapter that ends so before its hello says that what it is to ask is not installed (PROTOCOL.md). */
bool sfr_says_missing(const struct sfr_error *error)
{
    return strstr(error->text, ": its hello: exit-69");
}

static bool has_program(const struct sfr_config *config, const char *programs)
{
    const char *name = sfr_config_program(config);
    char *program = name ? sfr_find_program(name, programs) : NULL;
    const bool found = !name || program;
    free(program);
    return found;
}

/* Whether an adapter file describes what is installed; *version is what that says of itself, or NULL. What is there and
   cannot say it is BROKEN, for which *error has the reason, and not MISSING. */
static enum sfr_release try_release(const char *path, const struct sfr_grant *grant, char **version,
                                    struct sfr_error *error)
{
    struct sfr_config config;
    enum sfr_release release = SFR_RELEASE_MISSING;
    *version = NULL;
    if (!sfr_config_read(&config, path, error))
        return SFR_RELEASE_BROKEN;
    if (has_program(&config, grant->path)) {
        *version = sfr_rung_find(&config)->learn(&config, grant, error);
        release = !*version ? sfr_says_missing(error) ? SFR_RELEASE_MISSING : SFR_RELEASE_BROKEN
                  : config.has_for_version && sfr_pattern_matches(&config.for_version, *version, strlen(*version))
                      ? SFR_RELEASE_FOUND
                      : SFR_RELEASE_OTHER;
    }
    sfr_config_free(&config);
    return release;
}

/* Is this "NAME-", the number of a release, ".conf"? libsframe-encoder-2.40 is none of libsframe. */
static bool is_release_of(const char *file, const char *name)
{
    static const char ending[] = ".conf";
    const size_t len = strlen(name), file_len = strlen(file);
    return strncmp(file, name, len) == 0 && file[len] == '-' && file[len + 1] >= '0' && file[len + 1] <= '9'
           && file_len >= sizeof ending && strcmp(file + file_len - (sizeof ending - 1), ending) == 0;
}

/* The files of a folder, which are sorted: what was found last is the newest. Of libraries several may be there. */
static char *pick(const char *folder, struct dirent *const *files, size_t count, const char *name,
                  const struct sfr_grant *grant, enum sfr_release *release, struct sfr_error *error)
{
    struct sfr_buffer seen = { 0 };
    *release = SFR_RELEASE_UNKNOWN_NAME;
    for (size_t i = count; i-- > 0;) {
        char *version = NULL;
        if (!is_release_of(files[i]->d_name, name))
            continue;
        char *path = sfr_format_path(folder, files[i]->d_name, "");
        const enum sfr_release one = try_release(path, grant, &version, error);
        if (version && seen.len == 0)
            sfr_buffer_printf(&seen, "%s", version);
        free(version);
        *release = one == SFR_RELEASE_MISSING && seen.len > 0 ? SFR_RELEASE_OTHER : one;
        if (one == SFR_RELEASE_FOUND) {
            sfr_buffer_free(&seen);
            return path;
        }
        free(path);
        if (one == SFR_RELEASE_BROKEN)
            break;
    }
    if (*release == SFR_RELEASE_OTHER)
        sfr_fail(error,
                 "%s is version %s, which none of the adapter files %s-* that came with this program describes; "
                 "copy the nearest one, put its `for-version` right and name it with --adapter",
                 name, seen.data, name);
    else if (*release == SFR_RELEASE_MISSING)
        sfr_fail(error, "there is no %s: it is not installed, or not where it is looked for", name);
    sfr_buffer_free(&seen);
    return NULL;
}

char *sfr_adapter_path(const char *name, int stop_fd, enum sfr_release *release, struct sfr_error *error)
{
    char *path = sfr_shipped_path(name, "adapter", "adapters", ".conf", error);
    *release = path ? SFR_RELEASE_FOUND : SFR_RELEASE_UNKNOWN_NAME;
    if (path)
        return path;
    char *folder = sfr_format_path(sfr_data_folder(), "adapters", ""), *programs = sfr_program_path();
    const struct sfr_grant grant = { 10, programs, stop_fd };
    struct dirent **files = NULL;
    const int count = scandir(folder, &files, NULL, alphasort);
    if (count > 0)
        path = pick(folder, files, (size_t)count, name, &grant, release, error);
    for (int i = 0; i < count; i++)
        free(files[i]);
    free(files);
    free(programs);
    free(folder);
    return path;
}

char *sfr_known_path(const char *known, const char *adapter, const char *adapter_path, struct sfr_error *error)
{
    static const char what[] = "known-failure file";
    char *path = sfr_shipped_path(known, what, "known", ".known", error);
    if (path || !adapter || strcmp(known, adapter) != 0)
        return path;
    const char *slash = strrchr(adapter_path, '/'), *file = slash ? slash + 1 : adapter_path;
    char *name = sfr_copy_text(file, strlen(file) - strlen(".conf"));
    path = strcmp(name, known) == 0 ? NULL : sfr_shipped_path(name, what, "known", ".known", error);
    if (strcmp(name, known) != 0)
        error->text[0] = '\0';
    free(name);
    return path;
}

/* Is the file one of those that came with the program? */
static bool is_shipped(const char *path)
{
    char *folder = sfr_format_path(sfr_data_folder(), "known", "");
    char *real_folder = realpath(folder, NULL), *real = realpath(path, NULL);
    const size_t len = real_folder ? strlen(real_folder) : 0;
    const bool shipped = real && real_folder && strncmp(real, real_folder, len) == 0 && real[len] == '/';
    free(folder);
    free(real_folder);
    free(real);
    return shipped;
}

bool sfr_known_is_for(const struct sfr_config *config, const struct sfr_known *known, const char *version,
                      struct sfr_error *error)
{
    const bool other = known && config->has_known_version && is_shipped(known->path)
                       && !sfr_pattern_matches(&config->known_version, version, strlen(version));
    if (known && !other)
        return true;
    return sfr_fail(error,
                    "no list of known failures is for %s %s%s%s%s: every failure counts; "
                    "--write-known FILE starts a list",
                    config->name, version, other ? " (" : "", other ? known->path : "",
                    other ? " is that of another release)" : "");
}
