/* SPDX-License-Identifier: MIT */
/* Archives, in a program that was built without libarchive: it reads a bare tar, and makes none. */
#define _POSIX_C_SOURCE 200809L
#include "corpus_archive_members.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A header and a part of a block for each member. */
static const size_t most = GEN_ARCHIVE_TOTAL + (size_t)GEN_ARCHIVE_MEMBERS * 1024;

static bool refuse(struct gen_archive_error *error, const char *what)
{
    snprintf(error->text, sizeof error->text, "%s", what);
    return false;
}

bool gen_archive_read(struct gen_archive *archive, const char *path, struct gen_archive_error *error)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat st = { 0 }; /* MemorySanitizer does not know what fstat() writes */
    *archive = (struct gen_archive){ 0 };
    if (fd < 0 || fstat(fd, &st) != 0) {
        refuse(error, strerror(errno));
        if (fd >= 0)
            close(fd);
        return false;
    }
    const size_t len = st.st_size > 0 ? (size_t)st.st_size : 0;
    void *bytes = len > 0 && len <= most ? mmap(NULL, len, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
    close(fd);
    if (bytes == MAP_FAILED)
        return refuse(error, len > most ? "has too many bytes for a corpus" : "is empty, or cannot be read");
    const bool good = gen_archive_read_ustar(archive, bytes, len, error);
    munmap(bytes, len);
    return good;
}

bool gen_archive_make(const struct gen_member *members, size_t count, bool compressed, uint8_t **bytes, size_t *len,
                      struct gen_archive_error *error)
{
    (void)members;
    (void)count;
    (void)compressed;
    *bytes = NULL;
    *len = 0;
    return refuse(error, "this program was built without libarchive and makes no archive");
}
