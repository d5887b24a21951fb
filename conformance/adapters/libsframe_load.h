/* SPDX-License-Identifier: MIT */
/* libsframe_load.h - loads GNU libsframe, for the adapters of its decoder and its encoder. */
#ifndef SFC_LIBSFRAME_LOAD_H
#define SFC_LIBSFRAME_LOAD_H

#include <dirent.h>
#include <dlfcn.h>
#include <fnmatch.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The library's type of a row. It is large enough for any release. */
struct row {
    uint32_t start;
    unsigned char rest[28];
};

struct function {
    int64_t start;
    uint32_t size, num_rows;
    unsigned char info, info2;
    uint8_t rep;
};

/* How many allocations of guarded_malloc.c have failed so far. */
size_t guarded_malloc_failures(void);

static inline void *load_symbol(void *handle, const char *name, bool required)
{
    void *symbol = dlsym(handle, name);
    if (!symbol && required) {
        fprintf(stderr, "sframe-libsframe: the library has no %s\n", name);
        exit(69);
    }
    return symbol;
}

/* POSIX allows copying a function's address from the result of dlsym(). */
#define LOAD(member, name, required)                        \
    do {                                                    \
        void *symbol = load_symbol(handle, name, required); \
        memcpy(&(member), &symbol, sizeof symbol);          \
    } while (0)

/* The release of the only libbfd in a folder (libbfd-2.44-system.so). False if there is none, or more than one. */
static inline bool release_beside(const char *folder, char version[32])
{
    char one[32];
    unsigned different = 0;
    const struct dirent *entry;
    DIR *names = opendir(folder);
    version[0] = '\0';
    while (names && (entry = readdir(names))) {
        if (fnmatch("libbfd-[0-9]*.*.so*", entry->d_name, 0) != 0)
            continue;
        const char *number = entry->d_name + sizeof "libbfd-" - 1;
        size_t len = strspn(number, "0123456789.");
        len -= number[len - 1] == '.';
        snprintf(one, sizeof one, "%.*s", (int)len, number);
        different += strcmp(one, version) != 0;
        snprintf(version, 32, "%s", one);
    }
    if (names)
        closedir(names);
    return different == 1;
}

/* "2.44 (libsframe.so.1)". The library does not state its release, and its own number stands for
   several: 0 for 2.40, 1 for 2.41 to 2.44, 2 for 2.45, 3 for all later ones. But libbfd has the
   release in its name, comes from the same sources and is installed in the same folder. Without
   it the release is "unknown". */
static inline void read_version(void *handle, char *version, size_t size)
{
    struct link_map *map = NULL;
    char *path = dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? realpath(map->l_name, NULL) : NULL;
    char *slash = path ? strrchr(path, '/') : NULL;
    const char *file = slash ? slash + 1 : "libsframe.so", *so = strstr(file, ".so.");
    const size_t len = so ? (size_t)(so - file) + 4 + strspn(so + 4, "0123456789") : strlen(file);
    char release[32];
    if (slash)
        *slash = '\0';
    const bool known = slash && release_beside(path, release);
    snprintf(version, size, "%s (%.*s)", known ? release : "unknown", (int)len, file);
    free(path);
}

/* If there is no such library, ends the program with the status for that. */
static inline void *open_library(const char *name, char *version, size_t size)
{
    void *handle = dlopen(name, RTLD_NOW);
    if (!handle) {
        fprintf(stderr, "sframe-libsframe: %s\n", dlerror());
        exit(69);
    }
    read_version(handle, version, size);
    return handle;
}

#endif
