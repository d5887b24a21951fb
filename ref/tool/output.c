/* SPDX-License-Identifier: MIT */
/*
 * Where results go: standard output, a file that changes only when the result is complete, or
 * something else with that name (a pipe, a device), which is written to at once.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool.h"

enum { MOST_LINKS = 40 };

/* The name of the temporary file that there is now, or NULL. */
static const char *volatile temporary_now;

void abandon_output(void)
{
    if (temporary_now)
        unlink(temporary_now);
}

static void on_end(int number)
{
    abandon_output();
    raise(number);
}

/* A reader of the messages that goes away, or a person, may end the program at any time. */
static void abandon_at_end(void)
{
    static const int ends[] = { SIGHUP, SIGINT, SIGPIPE, SIGTERM };
    const struct sigaction action = { .sa_handler = on_end, .sa_flags = (int)SA_RESETHAND };
    struct sigaction before;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(ends[i], &action, NULL);
}

static char *beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    char *text;
    return asprintf(&text, "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, name) < 0 ? NULL : text;
}

/* `path` with its symbolic links followed; the target need not exist. The caller frees it. */
static char *follow(const char *path)
{
    char target[4096];
    char *at = strdup(path);

    for (unsigned i = 0; at && i < MOST_LINKS; i++) {
        const ssize_t len = readlink(at, target, sizeof target - 1);
        if (len < 0)
            return at;
        target[len] = '\0';
        char *next = target[0] == '/' ? strdup(target) : beside(at, target);
        free(at);
        at = next;
    }
    free(at);
    errno = at ? ELOOP : ENOMEM;
    return NULL;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/*
 * Opens a new file in the folder of `path` that can replace it, with the owner and mode of the file
 * `there`, which must have no other name. Returns -1 if that is impossible; `path` itself may still
 * be writable.
 */
static int open_beside(struct output *out, const char *path, const struct stat *there)
{
    if (there && there->st_nlink != 1) {
        errno = EMLINK;
        return -1;
    }
    out->temporary = beside(path, ".sframe-ref.XXXXXX");
    const int fd = out->temporary ? mkostemp(out->temporary, O_CLOEXEC) : -1;
    if (fd < 0)
        return -1;
    temporary_now = out->temporary;
    abandon_at_end();
    const mode_t mask = umask(0);
    umask(mask);
    if ((!there || (there->st_uid == geteuid() && there->st_gid == getegid())
         || fchown(fd, there->st_uid, there->st_gid) == 0)
        && fchmod(fd, there ? there->st_mode & 0777 : 0666 & ~mask) == 0)
        return fd;
    const int error = errno;
    close(fd);
    temporary_now = NULL;
    unlink(out->temporary);
    errno = error;
    return -1;
}

/* `path` is not an ordinary file: it is opened, never replaced. */
static bool open_special(struct output *out, const char *path)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    out->file = fd < 0 ? NULL : fdopen(fd, "wb");
    return out->file != NULL;
}

/* A temporary file: in the folder of `path`, or without a name if it will be copied into the
   existing file. */
static bool open_file(struct output *out, const char *path, const struct stat *there)
{
    if (there && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        return false;
    struct stat real;
    out->real = follow(path);
    if (!out->real)
        return false;
    /* A link of /proc may not name the file that it opens. */
    const bool led = !there || (stat(out->real, &real) == 0 && same_file(there, &real));
    const int fd = led ? open_beside(out, out->real, there) : -1;
    if (fd >= 0) {
        out->file = fdopen(fd, "wb");
        return out->file != NULL;
    }
    free(out->temporary);
    out->temporary = NULL;
    if (!there)
        return false;
    out->file = tmpfile();
    return out->file != NULL;
}

bool open_output(struct output *out, const char *path)
{
    struct stat there, standard;

    *out = (struct output){ .file = stdout };
    if (!path || strcmp(path, "-") == 0)
        return true;
    const bool exists = stat(path, &there) == 0;
    if (exists && fstat(STDOUT_FILENO, &standard) == 0 && same_file(&there, &standard))
        return true;
    out->path = path;
    if (exists && !S_ISREG(there.st_mode) ? open_special(out, path) : open_file(out, path, exists ? &there : NULL))
        return true;
    complain("%s: %s", path, strerror(errno));
    if (out->temporary)
        unlink(out->temporary);
    free(out->temporary);
    free(out->real);
    return false;
}

/* Copies the temporary file into an existing one. */
static bool copy_into(FILE *from, const char *path)
{
    FILE *to = fopen(path, "wbe");
    char bytes[65536];
    size_t n;

    if (!to)
        return false;
    rewind(from);
    while ((n = fread(bytes, 1, sizeof bytes, from)) > 0 && fwrite(bytes, 1, n, to) == n)
        ;
    const bool good = n == 0 && !ferror(from);
    return fclose(to) == 0 && good;
}

/* Moves a complete result to its place; on failure errno says why. */
static bool deliver(struct output *out, bool good, bool keep)
{
    if (good && keep && out->real && !out->temporary)
        good = copy_into(out->file, out->path);
    int error = errno;
    if (fclose(out->file) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good && keep && out->temporary && rename(out->temporary, out->real) != 0) {
        good = false;
        error = errno;
    }
    temporary_now = NULL;
    if (out->temporary && !(good && keep))
        unlink(out->temporary);
    errno = error;
    return good;
}

bool close_output(struct output *out, bool keep)
{
    errno = 0;
    bool good = fflush(out->file) == 0 && !ferror(out->file);
    if (out->path)
        good = deliver(out, good, keep);
    if (!good)
        complain("%s: %s", out->path ? out->path : "<stdout>", strerror(errno ? errno : EIO));
    free(out->temporary);
    free(out->real);
    return good;
}

bool write_text(void *file, const char *text, size_t len)
{
    return fwrite(text, 1, len, file) == len;
}

bool is_for_terminal(const struct options *o)
{
    return !o->output && isatty(STDOUT_FILENO)
           && !misused("the section is binary, not for a terminal: name a file with -o FILE");
}

int write_section(const void *bytes, size_t size, const struct options *o)
{
    struct output out;
    if (!open_output(&out, o->output))
        return STATUS_TROUBLE;
    const bool good = fwrite(bytes, 1, size, out.file) == size;
    return close_output(&out, good) && good ? STATUS_ACCEPTED : STATUS_TROUBLE;
}
