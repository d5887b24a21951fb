/* SPDX-License-Identifier: MIT */
/* A program that misbehaves on request, in place of an implementation, for the tests of the
   runner. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void hang(void)
{
    for (;;)
        pause();
}

static int echo(const char *on_stderr)
{
    char block[65536];
    ssize_t n;
    fputs(on_stderr, stderr);
    while ((n = read(0, block, sizeof block)) > 0)
        fwrite(block, 1, (size_t)n, stdout);
    return 0;
}

static void flood(FILE *out)
{
    for (;;)
        fputs("a line that is written again and again\n", out);
}

/* Starts a child that hangs, and prints its process id. */
static void start_child(void)
{
    const pid_t pid = fork();
    if (pid == 0)
        hang();
    printf("%ld\n", (long)pid);
    fflush(stdout);
}

static int allocate(size_t mib)
{
    char *memory = malloc(mib << 20);
    if (!memory)
        return 12;
    for (size_t i = 0; i < mib << 20; i += 4096)
        ((volatile char *)memory)[i] = 1;
    free(memory);
    return 0;
}

/* Whether this is the first call with this file. */
static bool is_first(const char *path)
{
    const int fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Copies a file to stdout: a canned answer. */
static int print_file(const char *path)
{
    char block[4096];
    size_t n;
    FILE *f = fopen(path, "rb");
    if (!f)
        return 99;
    while ((n = fread(block, 1, sizeof block, f)) > 0)
        fwrite(block, 1, n, stdout);
    fclose(f);
    return 0;
}

/* Checks only the magic, which is enough for the runner's own two questions. */
static bool has_magic(const char *path)
{
    unsigned char bytes[2] = { 0 };
    FILE *f = fopen(path, "rb");
    const size_t n = f ? fread(bytes, 1, 2, f) : 0;
    if (f)
        fclose(f);
    return n == 2 && ((bytes[0] == 0xe2 && bytes[1] == 0xde) || (bytes[0] == 0xde && bytes[1] == 0xe2));
}

static int reject(const char *section)
{
    fprintf(stderr, "%s:0x0-0x2: bad-magic: ALL-PRE-02: no\n", section);
    return 1;
}

/* Accepts only one of the runner's two dumps. `words` is the text of the refusal. */
static int encode(const char *path, const char *words)
{
    char text[4096] = "";
    FILE *f = fopen(path, "rb");
    const size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    if (n > 0 && strstr(text, "fre 0.0 at=0x0 "))
        return puts("bytes") < 0;
    fputs(words, stderr);
    return 1;
}

/* The modes of encoders, whose names begin with `encode-`. */
static int encode_as(const char *mode, const char *argument)
{
    if (strcmp(mode, "encode-print") == 0)
        return encode(argument, "no\n");
    if (strcmp(mode, "encode-refuse") == 0)
        return encode(argument, "fake: refused: too-wide: V1-VER-01: no, fde 0 fre 0\n");
    if (strcmp(mode, "encode-accept-all") == 0)
        return 0;
    return strcmp(mode, "encode-reject-all") == 0 ? 1 : 98;
}

/* The modes that die, hang or use too much. Returns 98 if the mode is another. */
static int misbehave(const char *mode, const char *argument)
{
    if (strcmp(mode, "signal") == 0)
        raise(atoi(argument));
    if (strcmp(mode, "hang") == 0)
        hang();
    if (strcmp(mode, "hang-with-child") == 0 || strcmp(mode, "leave-child") == 0) {
        start_child();
        if (strcmp(mode, "leave-child") == 0)
            return 7;
        hang();
    }
    if (strcmp(mode, "flood") == 0)
        flood(argument[0] == '2' ? stderr : stdout);
    if (strcmp(mode, "spin") == 0)
        for (volatile unsigned i = 0;; i++)
            ;
    return strcmp(mode, "allocate") == 0 ? allocate((size_t)strtoul(argument, NULL, 10)) : 98;
}

/* fake MODE ARGUMENT [SECTION ...]. The mode `print` does not misbehave: it rejects a section with a bad magic and
   prints the file ARGUMENT for any other. */
int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "", *argument = argc > 2 ? argv[2] : "", *section = argc > 3 ? argv[3] : "";
    if (strcmp(mode, "version") == 0)
        return puts("fake 1.2.3") < 0;
    if (strncmp(mode, "encode-", 7) == 0)
        return encode_as(mode, argument);
    if (strcmp(mode, "reject-all") == 0 || (strcmp(mode, "print") == 0 && !has_magic(section)))
        return reject(section);
    if (strcmp(mode, "accept-all") == 0 || strcmp(mode, "print") == 0)
        return print_file(argument);
    if (strcmp(mode, "echo") == 0)
        return echo(argument);
    if (strcmp(mode, "exit") == 0)
        return atoi(argument);
    if (strcmp(mode, "nul") == 0)
        return fwrite("x\0ERROR: y\n", 1, 11, stderr) == 11 ? 99 : 1;
    if (strcmp(mode, "junk") == 0)
        return puts("\033[31mthis is \xff no dump") < 0;
    if (strcmp(mode, "crash-once") == 0) {
        if (is_first(argument))
            abort();
        return print_file(section);
    }
    return misbehave(mode, argument);
}
