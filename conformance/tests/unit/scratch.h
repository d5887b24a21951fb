/* SPDX-License-Identifier: MIT */
/* scratch.h - a folder for one test program, and a small section. */
#ifndef SFC_TESTS_SCRATCH_H
#define SFC_TESTS_SCRATCH_H

#include <stddef.h>

/* Makes the folder, which is removed with all that is in it when the program exits. Ends the
   program if it cannot. */
const char *scratch_folder(void);

/* Writes text (or `len` bytes) to FOLDER/NAME and returns the path, which lives as long as the
   program. Ends the program if it cannot. */
const char *scratch_text(const char *name, const char *text);
const char *scratch_bytes(const char *name, const void *bytes, size_t len);

/* `text` with the first `from` replaced; the caller frees it. Ends the program if `text` does
   not have it: the test would check nothing. */
char *scratch_replace(const char *text, const char *from, const char *to);

/* A section, and its dump at 0x1000. */
extern const char scratch_dump[];
extern const unsigned char scratch_section[];
enum { SCRATCH_SECTION_SIZE = 48 };

#endif
