/* SPDX-License-Identifier: MIT */
/* A folder for one test program, and a small corpus in it. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "scratch.h"
#include "sha256.h"
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

const char *scratch_path(const char *format, ...)
{
    char name[512];
    va_list ap;
    va_start(ap, format);
    vsnprintf(name, sizeof name, format, ap);
    va_end(ap);
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%s/%s", scratch_folder(), name);
    for (char *slash = b.data + strlen(folder) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        mkdir(b.data, 0777);
    }
    if (num_kept == sizeof kept / sizeof kept[0]) {
        fputs("too many scratch paths\n", stderr);
        exit(99);
    }
    if (num_kept == 0)
        atexit(free_kept);
    return kept[num_kept++] = b.data;
}

const char *scratch_bytes(const char *name, const void *bytes, size_t len)
{
    struct sfc_error error = { "" };
    const char *path = scratch_path("%s", name);
    if (!sfc_write_file(path, bytes, len, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(99);
    }
    return path;
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

/* ---- Corpus ------------------------------------------------------------------------ */

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
const char scratch_rows[] = "sframe-dump 1\n"
                            "pc 0x10ff none\n"
                            "pc 0x1100 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                            "pc 0x1110 none\n";

struct scratch_case {
    const char *id, *profile, *abi, *order, *op, *verdict, *fault, *more, *body; /* more: keys after `class` */
    unsigned char first;                                                         /* first byte of the section */
};
static const struct scratch_case cases[] = {
    { "v1/amd64-little/area-a/accepted", "v1", "amd64", "little", "decode", "accept", NULL, "", scratch_dump, 0xe2 },
    { "v1/amd64-little/area-a/looked-up", "v1", "amd64", "little", "lookup", "accept", NULL, "", scratch_rows, 0xe2 },
    { "v1/amd64-little/area-a/open", "v1", "amd64", "little", "decode", "policy", NULL, "policy: AMB-044\n",
      scratch_dump, 0xe2 },
    { "v1/amd64-little/area-b/rejected", "v1", "amd64", "little", "decode", "reject", "bad-magic", "range: 0x0-0x2\n",
      "", 0xe3 },
    { "v1/amd64-little/area-b/rejected-look-up", "v1", "amd64", "little", "lookup", "reject", "bad-magic",
      "range: 0x0-0x2\n", "", 0xe3 },
    { "v3/s390x-big/area-b/other", "v3", "s390x", "big", "decode", "reject", "bad-magic", "range: 0x0-0x2\n", "",
      0xe3 },
};

static void add_case(const char *corpus, const struct scratch_case *c, struct sfc_buffer *index)
{
    unsigned char bytes[SCRATCH_SECTION_SIZE];
    char sha256[65], case_sha256[65], name[256];
    struct sfc_buffer text = { 0 };
    memcpy(bytes, scratch_section, sizeof bytes);
    bytes[0] = c->first;
    sfr_sha256(bytes, sizeof bytes, sha256);
    sfc_buffer_printf(
        &text,
        "id: %s\nrev: 1\ntitle: a case of the tests\nclauses: ALL-PRE-02\nprofile: %s\naddr: 0x1000\nfile: %s.sframe\n"
        "size: %d\nsha256: %s\nop: %s\n",
        c->id, c->profile, strrchr(c->id, '/') + 1, SCRATCH_SECTION_SIZE, sha256, c->op);
    sfc_buffer_printf(&text, "%sexpect: %s\n", strcmp(c->op, "lookup") == 0 ? "pcs: 0x10ff 0x1100 0x1110\n" : "",
                      c->verdict);
    if (c->fault)
        sfc_buffer_printf(&text, "level: refuse\nclass: %s\n", c->fault);
    sfc_buffer_printf(&text, "%sorigin: typed in a test\nlicence: 0BSD OR CC0-1.0\n\n%s", c->more, c->body);
    sfr_sha256(text.data, text.len, case_sha256);
    snprintf(name, sizeof name, "%s/%s.case", corpus, c->id);
    scratch_bytes(name, text.data, text.len);
    snprintf(name, sizeof name, "%s/%s.sframe", corpus, c->id);
    scratch_bytes(name, bytes, sizeof bytes);
    sfc_buffer_free(&text);
    sfc_buffer_printf(index, "%s\t1\t%s.sframe\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", c->id, c->id,
                      SCRATCH_SECTION_SIZE, sha256, c->profile, c->abi, c->order, c->op, c->verdict,
                      c->fault ? c->fault : "-", case_sha256, c->fault ? "refuse" : "read");
}

const char *scratch_corpus(const char *name)
{
    struct sfc_buffer index = { 0 };
    char path[256];
    sfc_buffer_printf(&index,
                      "id\trev\tfile\tsize\tsha256\tprofile\tabi\torder\top\tverdict\tclass\tcase-sha256\tlevel\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        add_case(name, &cases[i], &index);
    snprintf(path, sizeof path, "%s/index.tsv", name);
    scratch_bytes(path, index.data, index.len);
    sfc_buffer_free(&index);
    return scratch_path("%s", name);
}
