/* SPDX-License-Identifier: 0BSD */
/* file.h - reads a whole file, for both examples. */
#ifndef FILE_H
#define FILE_H

#include <stddef.h>

/* The bytes, which the caller frees, and their number. NULL, after a message, if the file cannot be read. */
void *read_file(const char *path, size_t *size);

#endif
