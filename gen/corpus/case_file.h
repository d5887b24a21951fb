/* SPDX-License-Identifier: MIT */
/* Cases: makes the bytes and the expected results of a plan, and writes both (corpus/README.md). */
#ifndef GEN_CASE_H
#define GEN_CASE_H

#include "made_case.h"

/* Builds the section of a plan without a parent. Fails, with file and line, if the model breaks the
   format or is not as the recipe expects. */
bool gen_build_case(struct gen_pool *pool, const struct gen_plan *plan, struct gen_case *made, struct gen_error *error);

/* Makes a reject or a refusal from its parent. */
bool gen_patch_case(struct gen_pool *pool, const struct gen_plan *plan, const struct gen_case *parent,
                    struct gen_case *made, struct gen_error *error);

/* Sets bodies and readings of a case whose section is made: the expected results, one for each answer to the question
   that it depends on. Fails if a result depends on a question that the recipe does not name, or if nothing depends on
   one that it names. */
bool gen_make_bodies(struct gen_pool *pool, struct gen_case *made);

/* The decided questions on which the case's expectation rests: ids, separated by spaces, in the order of the register;
   "" if the manual's words alone decide the case. Only questions that words do not settle in the case's profile
   count. */
const char *gen_decided(struct gen_pool *pool, const struct gen_case *made, enum gen_op op);

/* The id of the case with this question; NULL: there is none. */
const char *gen_case_id(struct gen_pool *pool, const struct gen_case *made, enum gen_op op);

/* The file of a case: the section, or for an encoder the dump. */
struct gen_file {
    const char *path;
    struct gen_bytes bytes;
};
/* Files, sorted by path. */
struct gen_tree {
    struct gen_file *files;
    size_t count, cap;
};
struct gen_file gen_text_file(const char *path, const char *text);
struct gen_file gen_case_subject(struct gen_pool *pool, const struct gen_case *made, enum gen_op op);

/* The text of that case's file. */
const char *gen_case_text(struct gen_pool *pool, const struct gen_case *made, enum gen_op op);

/* The case's line of the index, with its newline. `case_text` is the text of its file. */
const char *gen_index_line(struct gen_pool *pool, const struct gen_case *made, enum gen_op op, const char *case_text);
extern const char gen_index_head[];

/* The verdict of that case, and its error, refusal, class or policy; "" for an accept. */
enum gen_verdict gen_case_verdict(const struct gen_case *made, enum gen_op op);
const char *gen_case_reason(const struct gen_case *made, enum gen_op op);
extern const char *const gen_verdict_names[];

#endif
