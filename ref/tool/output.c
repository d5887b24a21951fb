/* SPDX-License-Identifier: MIT */
/* Where results go: standard output, or a file that appears only when it is complete. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"

bool open_output(struct output *out, const char *path)
{
    *out = (struct output){ .file = stdout, .path = path };
    if (!path || strcmp(path, "-") == 0) {
        out->path = NULL;
        return true;
    }
    if (asprintf(&out->temporary, "%s.XXXXXX", path) < 0) {
        complain("out of memory");
        return false;
    }
    const int fd = mkstemp(out->temporary);
    out->file = fd < 0 ? NULL : fdopen(fd, "wb");
    if (!out->file) {
        complain("%s: %s", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        free(out->temporary);
        return false;
    }
    /* mkstemp() makes a private file; the result is an ordinary one. */
    const mode_t mask = umask(0);
    umask(mask);
    if (fchmod(fd, 0666 & ~mask) != 0)
        complain("%s: %s", path, strerror(errno));
    return true;
}

bool close_output(struct output *out, bool keep)
{
    const char *name = out->path ? out->path : "<stdout>";
    bool good = fflush(out->file) == 0 && !ferror(out->file);
    int error = errno;

    if (out->path) {
        if (fclose(out->file) != 0) {
            good = false;
            error = errno;
        }
        if (good && keep && rename(out->temporary, out->path) != 0) {
            good = false;
            error = errno;
        }
        if (!good || !keep)
            unlink(out->temporary);
        free(out->temporary);
    }
    if (!good)
        complain("%s: %s", name, strerror(error));
    return good;
}

bool write_text(void *file, const char *text, size_t len)
{
    return fwrite(text, 1, len, file) == len;
}
