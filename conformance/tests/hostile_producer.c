/* SPDX-License-Identifier: MIT */
/* Judges damaged copies of ELF files: cut short, with bits flipped, with bytes of other places. None may crash. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "producer.h"

enum { MAX_FILE = 1 << 20 };

/* Everything is judged and every report is written, so that all of the code meets damaged data. */
static void judge(const char *bytes, size_t size, unsigned long counts[3])
{
    char *copy = sfr_copy_text(bytes, size);
    struct sfr_producer p;
    struct sfr_producer_tests tests = { 0 };
    struct sfr_buffer b = { 0 };
    sfr_producer_judge_bytes(&p, "hostile", copy, size, SFR_PROFILE_AUTO);
    sfr_producer_json(&b, &p);
    sfr_producer_tests_add(&tests, &p, NULL);
    sfr_producer_junit(&b, &tests);
    counts[p.state]++;
    sfr_producer_tests_free(&tests);
    sfr_buffer_free(&b);
    sfr_producer_free(&p);
}

static uint32_t next(uint32_t *state)
{
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return *state >> 8;
}

static void damage(char *bytes, size_t size, uint32_t *state)
{
    const unsigned times = 1 + next(state) % 4;
    for (unsigned i = 0; i < times; i++) {
        const size_t at = next(state) % size;
        switch (next(state) % 4) {
        case 0: bytes[at] = (char)((unsigned char)bytes[at] ^ (1u << next(state) % 8)); break;
        case 1: bytes[at] = (char)next(state); break;
        case 2: bytes[at] = (char)0xff; break;
        default: bytes[at] = bytes[next(state) % size]; break;
        }
    }
}

static void run_flips(const char *bytes, size_t size, unsigned rounds, unsigned long counts[3])
{
    uint32_t state = (uint32_t)size;
    char *copy = sfr_copy_text(bytes, size);
    for (unsigned i = 0; i < rounds; i++) {
        memcpy(copy, bytes, size);
        damage(copy, size, &state);
        judge(copy, size, counts);
    }
    free(copy);
}

int main(int argc, char **argv)
{
    const unsigned rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    unsigned long counts[3] = { 0, 0, 0 };
    for (int i = 2; i < argc; i++) {
        struct sfr_error error;
        size_t size;
        char *bytes = sfr_read_file(argv[i], MAX_FILE, &size, &error);
        if (!bytes || size == 0 || rounds == 0) {
            fprintf(stderr, "%s\n", bytes ? "nothing to do" : error.text);
            return 1;
        }
        const size_t step = size / rounds + 1;
        for (size_t n = 0; n < size; n += step)
            judge(bytes, n, counts);
        run_flips(bytes, size, rounds, counts);
        free(bytes);
    }
    printf("judged %lu unreadable %lu without-sframe %lu\n", counts[0], counts[1], counts[2]);
    return 0;
}
