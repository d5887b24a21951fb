/* SPDX-License-Identifier: MIT */
/* A corpus that is one archive, in this process: what is made is read again, and every damage to it is survived. And
   the versions of a corpus. */
#define _XOPEN_SOURCE 700
#include "corpus_archive.h"
#include "corpus_version.h"
#include "tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = P_tmpdir "/sframe-archive-XXXXXX";

static bool read_bytes(struct sfc_archive *archive, const uint8_t *bytes, size_t len, struct sfc_error *error)
{
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, len, f) != len || fclose(f) != 0) {
        perror(path);
        exit(99);
    }
    error->text[0] = '\0';
    return sfc_archive_read(archive, path, error);
}

static struct sfc_member members[] = {
    { (char[]){ "b/second" }, (uint8_t[]){ 1, 2, 3 }, 3, 0 },
    { (char[]){ "a" }, (uint8_t[]){ 0 }, 0, 0 },
    { (char[]){ "c" }, (uint8_t[]){ "text" }, 4, 0 },
};
enum { NUM = sizeof members / sizeof members[0] };

static bool has_members(const struct sfc_archive *archive)
{
    for (size_t i = 0; i < NUM; i++) {
        const struct sfc_member *m = sfc_archive_find(archive, members[i].name);
        if (!m || m->len != members[i].len || memcmp(m->bytes, members[i].bytes, m->len) != 0 || m->bytes[m->len] != 0)
            return false;
    }
    return archive->count == NUM && !sfc_archive_find(archive, "b") && !sfc_archive_find(archive, "d");
}

/* A small archive, cut and flipped at each byte: it is refused with a reason, or read. */
static void test_form(void)
{
    struct sfc_archive archive;
    struct sfc_error error;
    struct sfc_buffer made = { 0 }, again = { 0 };
    size_t silent = 0, cuts = 0, refused = 0;
    if (!OK(sfc_archive_make(members, NUM, true, &made, &error), "an archive is made"))
        return;
    OK(sfc_archive_make(members, NUM, true, &again, &error) && again.len == made.len
           && memcmp(made.data, again.data, made.len) == 0,
       "the same bytes each time");
    const uint8_t *bytes = (const uint8_t *)made.data;
    OK(read_bytes(&archive, bytes, made.len, &error) && has_members(&archive), "is read");
    sfc_archive_free(&archive);
    for (size_t i = 0; i < made.len; i++) {
        const bool cut_good = read_bytes(&archive, bytes, i, &error);
        silent += !cut_good && error.text[0] == '\0';
        cuts += cut_good && has_members(&archive);
        sfc_archive_free(&archive);
        again.data[i] ^= 0x24;
        const bool flip_good = read_bytes(&archive, (const uint8_t *)again.data, made.len, &error);
        silent += !flip_good && error.text[0] == '\0';
        refused += !flip_good;
        sfc_archive_free(&archive);
        again.data[i] = made.data[i];
    }
    IS_U64(silent, 0, "whatever is refused has a reason");
    OK(refused > 0, "%zu flips are refused", refused);
    OK(cuts == 0, "%zu cuts have all members", cuts);
    /* A tar of 64 KiB, as much as is unpacked at a time. */
    static uint8_t zeros[64000];
    const struct sfc_member large = { members[1].name, zeros, sizeof zeros, 0 };
    sfc_buffer_clear(&made);
    OK(sfc_archive_make(&large, 1, true, &made, &error)
           && read_bytes(&archive, (const uint8_t *)made.data, made.len, &error) && archive.count == 1,
       "one that fills a block is read: %s", error.text);
    sfc_archive_free(&archive);
    sfc_buffer_free(&made);
    sfc_buffer_free(&again);
}

static void test_versions(void)
{
    static const struct {
        const char *text, *version;
        enum gen_corpus_fit fit;
    } rows[] = {
        { "1.0.0\n", "1.0.0", GEN_CORPUS_FITS },        { "1.0.12\n", "1.0.12", GEN_CORPUS_FITS },
        { "1.1.0\n", "1.1.0", GEN_CORPUS_FITS },        { "1.2.0\n", "1.2.0", GEN_CORPUS_IS_NEWER },
        { "2.0.0\n", "2.0.0", GEN_CORPUS_IS_OTHER },    { "0.1.0\n", "0.1.0", GEN_CORPUS_IS_OTHER },
        { "1.0.0", "", GEN_CORPUS_IS_UNCLEAR },         { "", "", GEN_CORPUS_IS_UNCLEAR },
        { "1.0\n", "", GEN_CORPUS_IS_UNCLEAR },         { "1.00.0\n", "", GEN_CORPUS_IS_UNCLEAR },
        { "1.0.0\n\n", "", GEN_CORPUS_IS_UNCLEAR },     { "+1.0.0\n", "", GEN_CORPUS_IS_UNCLEAR },
        { "1.0.1000000\n", "", GEN_CORPUS_IS_UNCLEAR }, { "1.0.0-rc1\n", "", GEN_CORPUS_IS_UNCLEAR },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char version[GEN_CORPUS_VERSION_TEXT], says[GEN_CORPUS_SAYS];
        const enum gen_corpus_fit fit = gen_corpus_fit(rows[i].text, strlen(rows[i].text), "tool", version, says);
        OK(fit == rows[i].fit && (says[0] != '\0') == (fit != GEN_CORPUS_FITS), "row %zu: %s", i, says);
        IS_TEXT(version, rows[i].version, "its version");
    }
    char version[GEN_CORPUS_VERSION_TEXT], says[GEN_CORPUS_SAYS], sha256[SFR_SHA256_TEXT];
    OK(gen_corpus_fit("1.0.0\n\0", 7, "tool", version, says) == GEN_CORPUS_IS_UNCLEAR, "a NUL is no part of a version");
    gen_corpus_fit("3.2.1\n", 6, "tool", version, says);
    IS_TEXT(says, "this corpus is version 3.2.1; this tool reads 1.x; get a newer tool", "what a newer one says");
    /* "abc", an example of FIPS 180-4. */
    OK(gen_corpus_hash("a", 1, "bc", 2, sha256), "a hash");
    IS_TEXT(sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "of both indexes");
    OK(gen_corpus_hash("abc", 3, NULL, 0, sha256) && strncmp(sha256, "ba7816bf", 8) == 0, "and of one");
}

/* One member of a bare tar, as POSIX.1-1988 has it. Returns how many bytes it takes. */
static size_t put_member(uint8_t *at, const char *name, char type, const void *bytes, size_t len)
{
    unsigned sum = 0;
    memset(at, 0, 512);
    snprintf((char *)at, 100, "%s", name);
    snprintf((char *)at + 100, 24, "0000644%c0000000%c0000000", 0, 0);
    snprintf((char *)at + 124, 12, "%011zo", len);
    memcpy(at + 148, "        ", 8);
    at[156] = (uint8_t)type;
    memcpy(at + 257, "ustar\00000", 8);
    for (unsigned i = 0; i < 512; i++)
        sum += at[i];
    snprintf((char *)at + 148, 8, "%06o", sum);
    memset(at + 512, 0, (len + 511) / 512 * 512);
    if (len > 0)
        memcpy(at + 512, bytes, len);
    return 512 + (len + 511) / 512 * 512;
}

/* What is in the archive, compressed or not. */
static void test_ustar(void)
{
    static uint8_t tar[8192];
    static const struct {
        const char *name, *says;
        char type;
    } refused[] = {
        { "../x", "the name has an empty part, '.' or '..'", '0' },
        { "/x", "the name is an absolute path", '0' },
        { "a", "an earlier member has the same name", '0' },
        { "x", "is a symbolic link", '2' },
        { "x", "is a link to another member", '1' },
        { "x", "is neither a file nor a folder", '3' },
        { "x", "of another kind of tar; make it with 'tar --format=ustar'", 'x' },
    };
    struct sfc_archive archive;
    struct sfc_error error;
    size_t len = put_member(tar, "b/", '5', NULL, 0), silent = 0, cuts = 0, flips = 0;
    for (size_t i = 0; i < NUM; i++)
        len += put_member(tar + len, members[i].name, '0', members[i].bytes, members[i].len);
    memset(tar + len, 0, 1024);
    OK(sfc_archive_read_ustar(&archive, path, tar, len + 1024, &error) && has_members(&archive), "ustar: is read");
    sfc_archive_free(&archive);
    for (size_t i = 0; i < len; i++) {
        uint8_t *cut = memcpy(malloc(i + 1), tar, i);
        error.text[0] = '\0';
        const bool cut_good = sfc_archive_read_ustar(&archive, path, cut, i, &error);
        cuts += cut_good;
        silent += !cut_good && error.text[0] == '\0';
        sfc_archive_free(&archive);
        free(cut);
        tar[i] ^= 0x24;
        flips += !sfc_archive_read_ustar(&archive, path, tar, len + 1024, &error);
        sfc_archive_free(&archive);
        tar[i] ^= 0x24;
    }
    OK(cuts == 0 && silent == 0, "ustar: a cut one is refused with a reason");
    OK(flips >= 4 * 400, "ustar: %zu flips are refused, those of headers", flips);
    for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        char place[128];
        const size_t more = put_member(tar + len, refused[i].name, refused[i].type, "x", 1);
        memset(tar + len + more, 0, 1024);
        snprintf(place, sizeof place, "%s: byte %zu of the tar: member '%s': ", path, len, refused[i].name);
        OK(!sfc_archive_read_ustar(&archive, path, tar, len + more + 1024, &error)
               && strstr(error.text, refused[i].says) && strncmp(error.text, place, strlen(place)) == 0,
           "ustar: %s", refused[i].says);
    }
    put_member(tar + len, "x", '0', "x", 1);
    memcpy(tar + len + 124, "77777777777", 11);
    OK(!sfc_archive_read_ustar(&archive, path, tar, len + 2048, &error), "ustar: a size that does not fit its sum");
    OK(!sfc_archive_read_ustar(&archive, path, (const uint8_t *)"\x28\xb5\x2f\xfd", 4, &error),
       "ustar: what is compressed");
}

/* A name of 200 bytes has two parts, the second of at most 100. */
static void test_names(void)
{
    char name[201] = "";
    const struct sfc_member far = { name, (uint8_t[]){ 7 }, 1, 0 };
    for (unsigned slash = 98; slash <= 157; slash++) {
        struct sfc_archive archive = { 0 };
        struct sfc_error error = { "" };
        struct sfc_buffer made = { 0 };
        memset(name, 'n', 200);
        name[slash] = '/';
        const bool good = sfc_archive_make(&far, 1, false, &made, &error)
                          && read_bytes(&archive, (const uint8_t *)made.data, made.len, &error)
                          && sfc_archive_find(&archive, name);
        OK(good == (slash >= 99 && slash <= 155), "ustar: a name with a slash at %u: %s", slash, error.text);
        sfc_archive_free(&archive);
        sfc_buffer_free(&made);
    }
}

/* A program that was built without libzstd. */
static void test_none(void)
{
    struct sfc_archive archive;
    struct sfc_error error = { "" };
    struct sfc_buffer made = { 0 };
    OK(!sfc_archive_make(members, NUM, true, &made, &error) && strstr(error.text, "without libzstd"),
       "compresses none");
    sfc_buffer_free(&made);
    OK(!sfc_archive_read(&archive, path, &error), "an empty file");
    OK(!read_bytes(&archive, (const uint8_t *)"\x28\xb5\x2f\xfd", 4, &error) && strstr(error.text, "without libzstd"),
       "reads what is compressed no more");
}

int main(int argc, char **argv)
{
    const int fd = mkstemp(path);
    if (fd < 0 || argc != 2)
        return 99;
    close(fd);
    if (strcmp(argv[1], "yes") == 0) {
        test_form();
    } else {
        test_none();
    }
    test_ustar();
    test_names();
    test_versions();
    unlink(path);
    return tap_done();
}
