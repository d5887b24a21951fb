/* SPDX-License-Identifier: 0BSD */
/*
 * The harness without an engine.
 *
 * usage: replay FILE...              tries files
 *        replay --draws COUNT [FROM] tries inputs of the kit's series, from number FROM on
 *
 * Prints the first wrong answer, writes its input to difference.sframe, and exits with 1. At the end it prints which
 * open questions were met, and how often: declare your answers to them, and they are checked too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    FILE *f = fopen("difference.sframe", "wb");
    if (!f || fwrite(input, 1, size, f) != size || fclose(f) != 0)
        fputs("difference.sframe cannot be written\n", stderr);
    return true;
}

static bool is_wrong_draw(uint64_t number)
{
    static uint8_t input[SFK_MAX_INPUT];
    char name[40];

    snprintf(name, sizeof name, "draw %llu", (unsigned long long)number);
    return is_wrong(name, input, sfk_draw(reader_wish(), number, input, sizeof input));
}

static bool is_wrong_file(const char *path)
{
    static uint8_t input[SFK_MAX_INPUT];
    FILE *f = fopen(path, "rb");

    if (!f) {
        perror(path);
        exit(2);
    }
    const size_t size = fread(input, 1, sizeof input, f);
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
    for (size_t i = 0; i < MAX_QUESTIONS && met[i].question; i++)
        printf("open: %s %lu (%s)\n", met[i].question, met[i].count, met[i].text);
    return wrong;
}
