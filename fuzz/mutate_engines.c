/* SPDX-License-Identifier: MIT */
/*
 * The mutators as custom mutators of libFuzzer, which finds these functions by their names, and of AFL++:
 * AFL_CUSTOM_MUTATOR_LIBRARY=libfuzz_mutate_afl.so.
 */
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#include "chance.h"

enum { ROOM = 1 << 16 }; /* FUZZ_MAX_INPUT */

#pragma weak fuzz_mutate_elf

size_t fuzz_mutate_any(const struct fuzz_mutate_input *in, uint8_t *out, size_t max, uint64_t seed)
{
    struct fuzz_chance c = { seed };
    size_t size = fuzz_mutate_elf ? fuzz_mutate_elf(in, out, max, seed) : 0;

    size = size > 0 ? size : fuzz_mutate(in, out, max, seed);
    size = size > 0 ? size : fuzz_mutate_text(in, out, max, seed);
    if (size == 0 && in->size > 0 && in->size <= max) {
        size = in->size;
        memcpy(out, in->data, size);
        out[fuzz_below(&c, (uint32_t)size)] ^= (uint8_t)(1u << fuzz_below(&c, 8));
    }
    return size;
}

/* ---- libFuzzer ---- */

/* libFuzzer has this function; another engine may not. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t max, unsigned seed);

static uint8_t changed[ROOM];

/* Three of four mutations; libFuzzer's own does the rest. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    const struct fuzz_mutate_input in = { data, NULL, size, 0 };
    const size_t len = seed % 4 == 0 ? 0 : fuzz_mutate_any(&in, changed, max < ROOM ? max : ROOM, seed);

    if (len == 0)
        return LLVMFuzzerMutate ? LLVMFuzzerMutate(data, size, max) : size;
    memcpy(data, changed, len);
    return len;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t max, unsigned seed)
{
    const struct fuzz_mutate_input in = { data, other, size, other_size };
    return fuzz_mutate_any(&in, out, max, seed);
}

/* ---- AFL++ ---- */

void *afl_custom_init(void *afl, unsigned seed);
void afl_custom_deinit(void *data);
size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t size, uint8_t **out, uint8_t *add, size_t add_size, size_t max);

void *afl_custom_init(void *afl, unsigned seed)
{
    uint64_t *next = calloc(1, sizeof *next);

    (void)afl;
    if (next)
        *next = seed;
    return next;
}

void afl_custom_deinit(void *data)
{
    free(data);
}

/* `add` is another entry of the queue. */
size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t size, uint8_t **out, uint8_t *add, size_t add_size, size_t max)
{
    uint64_t *next = data;
    const struct fuzz_mutate_input in = { buf, add, size, add ? add_size : 0 };

    *out = changed;
    return fuzz_mutate_any(&in, changed, max < ROOM ? max : ROOM, (*next)++);
}
