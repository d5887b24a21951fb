/* SPDX-License-Identifier: MIT */
/* libsframe_load.h - finds the functions of GNU libsframe, for the adapters of its decoder and its encoder. */
#ifndef SFR_CONFORMANCE_LIBSFRAME_LOAD_H
#define SFR_CONFORMANCE_LIBSFRAME_LOAD_H

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void *find(void *handle, const char *name, bool required)
{
    void *symbol = dlsym(handle, name);
    if (!symbol && required) {
        fprintf(stderr, "sframe-libsframe: the library has no %s\n", name);
        exit(69);
    }
    return symbol;
}

/* POSIX lets a function's address be copied out of what dlsym() returns. */
#define LOAD(member, name, required) \
    do { \
        void *symbol = find(handle, name, required); \
        memcpy(&(member), &symbol, sizeof symbol); \
    } while (0)

/* "1.0.0" of the file libsframe.so.1.0.0: the library has no other way to tell its version. */
static inline void read_version(void *handle, char *version, size_t size)
{
    struct link_map *map = NULL;
    char *path = dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? realpath(map->l_name, NULL) : NULL;
    const char *so = path ? strstr(path, ".so.") : NULL;
    snprintf(version, size, "%s", so ? so + 4 : "unknown");
    free(path);
}

/* Ends the program with the status that says that there is no such library. */
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
