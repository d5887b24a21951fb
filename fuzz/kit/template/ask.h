/* SPDX-License-Identifier: 0BSD */
/* ask.h - between the harness and a reader: your own in C (direct.c and reader.c), or one through a pipe (pipe.c). */
#ifndef ASK_H
#define ASK_H

#include <sfk.h>

/* All answers about one section, with their memory. */
struct reply {
    bool accepted, has_dump;
    enum sfr_found found[SFK_MAX_PCS];
    struct sfr_rules rules[SFK_MAX_PCS];
    char dump[1 << 20];
    struct sfr_frame frames[SFK_MAX_FRAMES];
    size_t num_frames; /* 0: it does not unwind */
    enum sfr_stop stop;
};

/* What the reader reads and declares. */
void ask_declare(struct sfk_reader *reader);
void ask_reader(const struct sfk_section *section, const struct sfk_questions *questions, struct sfk_program *program,
                struct reply *reply);

/* One input: EQUAL, OPEN or WRONG, with `difference`. An input that is not for the reader is EQUAL. */
enum sfk_outcome try_input(const uint8_t *input, size_t size, struct sfk_difference *difference);
/* What to make for the reader. */
const struct sfk_wish *reader_wish(void);

#endif
