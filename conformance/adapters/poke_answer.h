/* SPDX-License-Identifier: MIT */
/* The lines that poke.pk prints, made into a dump. */
#ifndef POKE_ANSWER_H
#define POKE_ANSWER_H

#include "adapter.h"

enum { POKE_LINE = 512 };

enum poke_word { POKE_MORE, POKE_END, POKE_ERROR, POKE_NONSENSE };

/* What the lines so far said. */
struct poke_dump {
    uint64_t addr; /* of the section */
    bool has_section;
    long long abi, fixed_fp, fixed_ra;
    size_t functions, rows; /* rows of the last function */
};

/* Reads a line of at most POKE_LINE - 1 bytes, without its end and without zero bytes. False if it has no end. */
bool poke_read_line(FILE *file, char line[POKE_LINE]);

/* Adds a line to the dump. */
enum poke_word poke_take_line(struct poke_dump *dump, const char *line, struct sfa_answer *answer);

/* The answer for a line that POKE_ERROR came for: the pickle refuses a section by a constraint of its own or because
   something lies past the end. Any other exception is a failure of poke. */
enum sfa_status poke_refuse(const char *line, struct sfa_answer *answer);

#endif
