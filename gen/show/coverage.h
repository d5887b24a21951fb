/* SPDX-License-Identifier: MIT */
/* What the cases cover of the registers, the known bugs and the test ideas. */
#ifndef GEN_COVERAGE_H
#define GEN_COVERAGE_H

#include "corpus.h"

/* An entry of coverage.txt, bugs.txt or ideas.txt: "WORD WORD... [PROFILES]". */
struct gen_note {
    const char *file;
    unsigned line;
    char **words;
    size_t num_words;
    unsigned profiles; /* bit 1 << enum gen_profile; without "[...]" all */
};
struct gen_notes {
    struct gen_note *list;
    size_t count;
};

/* Reads DIR/NAME. Fails at the first line of another form. */
bool gen_read_notes(struct gen_pool *pool, const char *dir, const char *name, struct gen_notes *notes,
                    struct gen_error *error);

/* The corpus, and where its tables and holes go. */
struct gen_coverage {
    struct gen_pool *pool;
    const struct gen_corpus *corpus;
    struct gen_buf *out;   /* the tables */
    struct gen_buf *holes; /* what is missing, and entries without need: a line each */
    size_t num_holes;
};
__attribute__((format(printf, 2, 3))) void gen_hole(struct gen_coverage *c, const char *format, ...);
/* The same, with file and line of a note in front. */
__attribute__((format(printf, 3, 4))) void gen_stale(struct gen_coverage *c, const struct gen_note *note,
                                                     const char *format, ...);

/* True if `word` is one of the words of `list`, which spaces separate. NULL is an empty list. */
bool gen_has_word(const char *list, const char *word);

/* True if `name` is "AREA/NAME" of the recipe. */
bool gen_is_recipe(const struct gen_recipe *recipe, const char *name);

/* The tables. `notes` are those of coverage.txt, or of bugs.txt and ideas.txt. */
void gen_cover_clauses(struct gen_coverage *c, const struct gen_notes *notes);
void gen_cover_faults(struct gen_coverage *c, const struct gen_notes *notes);
void gen_cover_policies(struct gen_coverage *c, const struct gen_notes *notes);
void gen_cover_bugs(struct gen_coverage *c, const struct gen_notes *notes);
void gen_cover_ideas(struct gen_coverage *c, const struct gen_notes *notes);
void gen_cover_cells(struct gen_coverage *c, const struct gen_notes *notes);

/* All tables into `out`, all holes into `holes`. Returns the number of holes; a list that cannot be
   read is one. */
size_t gen_cover(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus, struct gen_buf *out,
                 struct gen_buf *holes);

#endif
