/* SPDX-License-Identifier: MIT */
/* scratch.h - a folder for one test program, and a small corpus in it. */
#ifndef SFC_TESTS_SCRATCH_H
#define SFC_TESTS_SCRATCH_H

#include <stddef.h>

/* Makes the folder, which is removed with all that is in it when the program exits. Ends the
   program if it cannot. */
const char *scratch_folder(void);

/* "FOLDER/NAME" for a formatted name. The strings live as long as the program; the folders on
   the way are made. */
__attribute__((format(printf, 1, 2))) const char *scratch_path(const char *format, ...);

/* Writes text (or `len` bytes) to such a path and returns the path. Ends the program if it
   cannot. */
const char *scratch_text(const char *name, const char *text);
const char *scratch_bytes(const char *name, const void *bytes, size_t len);

/* `text` with the first `from` replaced; the caller frees it. Ends the program if `text` does
   not have it: the test would check nothing. */
char *scratch_replace(const char *text, const char *from, const char *to);

/* Writes a corpus of six cases below FOLDER/NAME and returns its path:
     v1/amd64-little/area-a/accepted   decode, accept: one function, one row
     v1/amd64-little/area-a/looked-up  lookup, accept: three PCs in the same section
     v1/amd64-little/area-a/open       decode, policy AMB-044
     v1/amd64-little/area-b/rejected   decode, reject: bad-magic, bytes 0 to 2
     v1/amd64-little/area-b/rejected-look-up  the same as lookup
     v3/s390x-big/area-b/other         decode, reject: the same in another form */
const char *scratch_corpus(const char *name);

/* The dumps that the first two cases expect, and the section they are about (as raw bytes). */
extern const char scratch_dump[], scratch_rows[];
extern const unsigned char scratch_section[];
enum { SCRATCH_SECTION_SIZE = 48 };

#endif
