/* SPDX-License-Identifier: MIT */
/*
 * attack.h - what the driver of the attacks (attack.c), a mutator and a subject know of each other. An
 * attack is one program, made of the three.
 */
#ifndef FUZZ_ATTACK_H
#define FUZZ_ATTACK_H

#include "chance.h"
#include "fuzz.h"

/* The largest input, as a seed and as the result of a mutation. */
enum { ATTACK_MAX_INPUT = 1 << 16 };

struct attack_seed {
    const char *path;
    uint8_t *data; /* with a NUL after it */
    size_t size;
};
struct attack_seeds {
    struct attack_seed *all;
    size_t count;
};

/* The mutator: writes a changed seed to `out`, which has room for ATTACK_MAX_INPUT bytes, and returns
   its size. It depends on nothing but the seeds and `c`. */
size_t attack_mutate(struct fuzz_chance *c, const struct attack_seeds *seeds, uint8_t *out);

/* The subject: reads the input, and ends the process if a property is violated. True if the input got behind
   the parser. Its standard output and error are files that the driver empties between inputs. */
bool attack_try(const uint8_t *data, size_t size);

/* The input as a file that can be opened by its name. */
const char *attack_file(const uint8_t *data, size_t size);

/* The bytes that were written to standard output and standard error for this input. */
size_t attack_output(void);
/* Empties both files, so that the next attack_output() counts anew. */
void attack_forget_output(void);

#endif
