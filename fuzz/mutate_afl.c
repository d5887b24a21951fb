/* SPDX-License-Identifier: MIT */
/* The mutator as a custom-mutator library of AFL++: AFL_CUSTOM_MUTATOR_LIBRARY=libfuzz_mutate_afl.so */
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

struct mutator {
    uint64_t next;
    uint8_t out[FUZZ_MAX_INPUT];
};

void *afl_custom_init(void *afl, unsigned seed);
void afl_custom_deinit(void *data);
size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t size, uint8_t **out, uint8_t *add, size_t add_size, size_t max);

void *afl_custom_init(void *afl, unsigned seed)
{
    struct mutator *m = calloc(1, sizeof *m);

    (void)afl;
    if (m)
        m->next = seed;
    return m;
}

void afl_custom_deinit(void *data)
{
    free(data);
}

/* `add` is another entry of the queue. An input that is not a section gets one bit flipped. */
size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t size, uint8_t **out, uint8_t *add, size_t add_size, size_t max)
{
    struct mutator *m = data;
    const struct fuzz_mutate_input in = { buf, add, size, add ? add_size : 0 };
    const size_t room = max < sizeof m->out ? max : sizeof m->out;
    size_t len = fuzz_mutate(&in, m->out, room, m->next++);

    if (len == 0 && size > 0 && size <= room) {
        len = size;
        memcpy(m->out, buf, size);
        m->out[m->next % size] ^= (uint8_t)(1u << m->next / size % 8);
    }
    *out = m->out;
    return len;
}
