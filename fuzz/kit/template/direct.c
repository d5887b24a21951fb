/* SPDX-License-Identifier: 0BSD */
/* Asks the reader of reader.c. */
#include "ask.h"
#include "reader.h"

void ask_declare(struct sfk_reader *reader)
{
    reader_declare(reader);
}

void ask_reader(const struct sfk_section *section, const struct sfk_questions *questions, struct sfk_program *program,
                struct reply *reply)
{
    void *opened = reader_open(section);

    reply->accepted = opened != NULL;
    reply->has_dump = false;
    reply->num_frames = 0;
    if (!opened)
        return;
    for (size_t i = 0; i < questions->num_pcs; i++)
        reply->found[i] = reader_find(opened, questions->pcs[i], &reply->rules[i]);
    if (reader_decode)
        reply->has_dump = reader_decode(opened, reply->dump, sizeof reply->dump);
    if (reader_unwind) {
        reply->frames[0] = program->frame;
        reply->num_frames = 1;
        reply->stop = reader_unwind(opened, &program->machine, reply->frames, SFK_MAX_FRAMES, &reply->num_frames);
    }
    reader_close(opened);
}
