/* SPDX-License-Identifier: 0BSD */
/* reader.h - what reader.c tells the harness about your reader. */
#ifndef READER_H
#define READER_H

#include <sfk.h>

/* Which versions and ABIs it reads, and how it settles what the format leaves open. */
void reader_declare(struct sfk_reader *reader);

/* Opens a section; its memory has exactly this size, and stays until it is closed. NULL: the section is refused. */
void *reader_open(const struct sfk_section *section);
void reader_close(void *opened);

/* The rules for a PC: FOUND, with `rules`, NO_FDE, OUTERMOST, or BAD if the reader refuses the section only now. */
enum sfr_found reader_find(void *opened, uint64_t pc, struct sfr_rules *rules);

/* Optional; remove what you do not fill in. The section as a canonical dump (DUMP.md): false if it does not fit. */
bool reader_decode(void *opened, char *text, size_t size) __attribute__((weak));
/* Optional: fills frames[1] on and *count; frames[0] is given. Returns why it stops: LIMIT if there are more than
   `max`. */
enum sfr_stop reader_unwind(void *opened, const struct sfr_machine *machine, struct sfr_frame *frames, size_t max,
                            size_t *count) __attribute__((weak));

#endif
