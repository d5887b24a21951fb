/* SPDX-License-Identifier: 0BSD */
/* Reads a whole file. */
#include <stdio.h>
#include <stdlib.h>

#include "file.h"

void *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    size_t room = 4096;

    *size = 0;
    while (f) {
        char *grown = realloc(bytes, room);
        if (!grown)
            break;
        bytes = grown;
        *size += fread(bytes + *size, 1, room - *size, f);
        if (*size < room) {
            if (ferror(f))
                break;
            fclose(f);
            return bytes;
        }
        room *= 2;
    }
    perror(path);
    free(bytes);
    if (f)
        fclose(f);
    return NULL;
}
