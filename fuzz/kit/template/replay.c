/* SPDX-License-Identifier: 0BSD */
/*
 * The harness without an engine.
 *
 * usage: replay FILE...              tries files
 *        replay --draws COUNT [FROM] tries inputs of the kit's series, from number FROM on
 *
 * Prints the first wrong answer, and exits with 1; if that was an input of the series, it is in difference.sframe then.
 * An input of the series lies in tried.sframe while it is tried, and stays there if the reader crashes.
 * At the end it prints which open questions were met, and how often: declare your answers to them, and they are checked
 * too. Exits with 2 if an input cannot be tried.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask.h"

enum { MAX_QUESTIONS = 64 };
static struct {
    const char *question;
    unsigned long count;
    char text[512];
} met[MAX_QUESTIONS];

static void meet(const struct sfk_difference *difference)
{
    size_t i = 0;
    while (i < MAX_QUESTIONS - 1 && met[i].question && strcmp(met[i].question, difference->question) != 0)
        i++;
    if (!met[i].question)
        memcpy(met[i].text, difference->text, sizeof met[i].text);
    met[i].question = difference->question;
    met[i].count++;
}

static bool is_wrong(const char *name, const uint8_t *input, size_t size)
{
    struct sfk_difference difference;
    const enum sfk_outcome outcome = try_input(input, size, &difference);

    if (outcome == SFK_OPEN)
        meet(&difference);
    if (outcome != SFK_WRONG)
        return false;
    printf("difference: %s: %s%s%s\n", name, difference.question ? difference.question : "",
           difference.question ? ": " : "", difference.text);
    return true;
}

__attribute__((noreturn)) static void give_up(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(2);
}

static const char tried[] = "tried.sframe";

static void keep(const uint8_t *input, size_t size)
{
    static int file = -1;

    if (file < 0)
        file = open(tried, O_WRONLY | O_CREAT, 0666);
    if (file < 0 || pwrite(file, input, size, 0) != (ssize_t)size || ftruncate(file, (off_t)size) != 0)
        give_up(tried, strerror(errno));
}

static bool is_wrong_draw(uint64_t number)
{
    static uint8_t input[SFK_MAX_INPUT];
    char name[40];

    snprintf(name, sizeof name, "draw %llu", (unsigned long long)number);
    const size_t size = sfk_draw(reader_wish(), number, input, sizeof input);
    if (size == 0)
        give_up(name, "no section has a profile, an ABI and a byte order that the reader declares");
    keep(input, size);
    if (!is_wrong(name, input, size))
        return false;
    if (rename(tried, "difference.sframe") != 0)
        give_up("difference.sframe", strerror(errno));
    return true;
}

static bool is_wrong_file(const char *path)
{
    static uint8_t input[SFK_MAX_INPUT + 1];
    FILE *f = fopen(path, "rb");
    const size_t size = f ? fread(input, 1, sizeof input, f) : 0;

    if (!f || ferror(f))
        give_up(path, strerror(errno));
    if (size > SFK_MAX_INPUT)
        give_up(path, "is longer than an input can be, 65536 bytes");
    fclose(f);
    return is_wrong(path, input, size);
}

int main(int argc, char **argv)
{
    const bool draws = argc > 2 && strcmp(argv[1], "--draws") == 0;
    const uint64_t count = draws ? strtoull(argv[2], NULL, 10) : (uint64_t)argc - 1;
    const uint64_t from = draws && argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    bool wrong = false;

    if (count == 0) {
        fputs("usage: replay FILE... | replay --draws COUNT [FROM]\n", stderr);
        return 2;
    }
    for (uint64_t i = 0; i < count && !wrong; i++)
        wrong = draws ? is_wrong_draw(from + i) : is_wrong_file(argv[i + 1]);
    if (draws)
        remove(tried);
    for (size_t i = 0; i < MAX_QUESTIONS && met[i].question; i++)
        printf("open: %s %lu (%s)\n", met[i].question, met[i].count, met[i].text);
    return wrong;
}
