/* SPDX-License-Identifier: MIT */
/* The mutator as a libFuzzer custom mutator, for three of four mutations. libFuzzer's own does
   the rest. */
#include "mutate.h"

#include <string.h>

#include "fuzz.h"

/* libFuzzer has this function; another engine may not. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t max, unsigned seed);

static uint8_t changed[FUZZ_MAX_INPUT];

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    const struct fuzz_mutate_input in = { data, NULL, size, 0 };
    const size_t room = max < sizeof changed ? max : sizeof changed;
    const size_t len = seed % 4 == 0 ? 0 : fuzz_mutate(&in, changed, room, seed);

    if (len == 0)
        return LLVMFuzzerMutate ? LLVMFuzzerMutate(data, size, max) : size;
    memcpy(data, changed, len);
    return len;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size, const uint8_t *other, size_t other_size,
                                 uint8_t *out, size_t max, unsigned seed)
{
    const struct fuzz_mutate_input in = { data, other, size, other_size };
    return fuzz_mutate(&in, out, max, seed);
}
