/* SPDX-License-Identifier: 0BSD */
/* Your reader. Fill in reader_open() and reader_find(); as it stands, it refuses every section. */
#include "reader.h"

#include <stddef.h>

void reader_declare(struct sfk_reader *reader)
{
    reader->reads.profiles = 1u << SFR_PROFILE_V2E2 | 1u << SFR_PROFILE_V3; /* one of version 2; 0: all */
    reader->reads.abis = 1u << SFR_ABI_AMD64_ENDIAN_LITTLE;
    reader->level = SFR_LEVEL_REFUSE; /* VALIDATE: it checks all that the format's text demands */
    reader->late = false;             /* true: it reads a function only when a PC in it is asked for */
    reader->hides = 0;                /* SFK_HIDES_FP: its answers have no rule for FP */
    reader->refuses = 0;              /* SFK_REFUSES_UNSORTED: on purpose, those that are not flagged as sorted */
    /* sfk_declare(reader, "AMB-077", "offset"); */
}

void *reader_open(const struct sfk_section *section)
{
    (void)section;
    return NULL;
}

void reader_close(void *opened)
{
    (void)opened;
}

enum sfr_found reader_find(void *opened, uint64_t pc, struct sfr_rules *rules)
{
    (void)opened;
    (void)pc;
    (void)rules;
    return SFR_FOUND_NO_FDE;
}
