/* SPDX-License-Identifier: MIT */
/* A folder for one test program, and a small section. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scratch.h"
#include "text.h"

static char folder[512];

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    (void)type;
    (void)ftw;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *scratch_folder(void)
{
    if (folder[0])
        return folder;
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/sframe-test.XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) {
        perror(folder);
        exit(99);
    }
    atexit(remove_folder);
    return folder;
}

/* Kept until the end: the tests hold on to paths. */
static char *kept[4096];
static size_t num_kept;

static void free_kept(void)
{
    while (num_kept > 0)
        free(kept[--num_kept]);
}

const char *scratch_bytes(const char *name, const void *bytes, size_t len)
{
    struct sfc_error error = { "" };
    char *path = sfc_format("%s/%s", scratch_folder(), name);
    if (num_kept == sizeof kept / sizeof kept[0] || !sfc_write_file(path, bytes, len, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.text[0] ? error.text : "too many files");
        exit(99);
    }
    if (num_kept == 0)
        atexit(free_kept);
    return kept[num_kept++] = path;
}

const char *scratch_text(const char *name, const char *text)
{
    return scratch_bytes(name, text, strlen(text));
}

char *scratch_replace(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (!at) {
        fprintf(stderr, "\"%s\" is not in the text\n", from);
        exit(99);
    }
    return sfc_format("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

/* Version 1, sorted, AMD64, fixed RA -8; one function of 16 bytes at section + 0x100 with one
   row: CFA = SP + 8. */
const unsigned char scratch_section[SCRATCH_SECTION_SIZE] = {
    0xe2, 0xde, 1, 1, 3,    0,    0xf8, 0, 1,  0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0,
    17,   0,    0, 0, 0x00, 0x01, 0,    0, 16, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 3, 8,
};

const char scratch_dump[] =
    "sframe-dump 1\n"
    "section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=3\n"
    "fde 0 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
    "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0\n";
