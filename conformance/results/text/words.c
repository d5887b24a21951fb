/* SPDX-License-Identifier: MIT */
/* Words about results, and the next command. */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "places.h"
#include "run_text.h"

void sfc_add_outcome(struct sfc_buffer *out, const struct sfc_record *r)
{
    sfc_buffer_printf(out, "%s%s", sfc_outcome_names[r->result->outcome], r->result->detail ? " " : "");
    sfc_add_line(out, r->result->detail ? r->result->detail : "");
}

void sfc_add_count(struct sfc_buffer *out, size_t count)
{
    if (count < 1000) {
        sfc_buffer_printf(out, "%zu", count);
        return;
    }
    sfc_add_count(out, count / 1000);
    sfc_buffer_printf(out, ",%03zu", count % 1000);
}

const char *sfc_trouble_says(enum sfc_trouble_kind kind, bool test)
{
    if (kind == SFC_TROUBLE_GROWTH)
        return test ? "the memory of the implementation does not grow" : "its memory grows";
    if (kind == SFC_TROUBLE_FILES)
        return test ? "the implementation closes its files" : "it leaves files open";
    if (kind == SFC_TROUBLE_TIME)
        return test ? "the implementation copes with large sections" : "it fails on large sections";
    return test ? "the implementation exits cleanly" : "did not exit cleanly";
}

void sfc_put_own_line(struct sfc_buffer *out, const char *before, char *text)
{
    sfc_buffer_printf(out, "%s", before);
    sfc_add_line(out, text);
    sfc_buffer_printf(out, "\n");
    free(text);
}

void sfc_add_lines(struct sfc_buffer *out, const char *before, const char *lines)
{
    for (const char *at = lines; at && *at;) {
        const size_t len = strcspn(at, "\n");
        sfc_put_line(out, before, "%.*s", (int)len, at);
        at += len + (at[len] == '\n');
    }
}

/* ---- The next command ------------------------------------------------------------------ */

/* Links lead to the same folder. */
static bool is_usual_corpus(const char *path)
{
    char *usual = sfc_corpus_path(NULL), *real = realpath(path, NULL), *real_usual = realpath(usual, NULL);
    const bool same = strcmp(path, usual) == 0 || (real && real_usual && strcmp(real, real_usual) == 0);
    free(usual);
    free(real);
    free(real_usual);
    return same;
}

void sfc_put_repeat(struct sfc_buffer *out, const char *before, const struct sfc_record *record)
{
    static const char name[] = "sframe-conform ";
    const char *rest = record->command;
    struct sfc_buffer command = { 0 };
    if (!rest)
        return;
    if (strncmp(rest, name, sizeof name - 1) == 0) {
        sfc_add_quoted(&command, sfc_program_name());
        rest += sizeof name - 2;
    }
    sfc_buffer_printf(&command, "%s", rest);
    sfc_put_own_line(out, before, command.data);
}

void sfc_put_next_step(struct sfc_buffer *out, const char *before, const struct sfc_results *results)
{
    const char *corpus = results->run->corpus->root;
    struct sfc_cause_list causes =
        sfc_results_list_causes(results, 1u << SFC_STANDS_UNEXPECTED | 1u << SFC_STANDS_STALE);
    struct sfc_buffer command = { 0 };
    if (causes.count == 0) {
        sfc_cause_list_free(&causes);
        causes = sfc_results_list_causes(results, SFC_ALL_STANDINGS);
    }
    if (causes.count > 0) {
        sfc_add_quoted(&command, sfc_program_name());
        sfc_buffer_printf(&command, " explain ");
        if (!is_usual_corpus(corpus))
            sfc_add_corpus_option(&command, corpus);
        sfc_add_quoted(&command, causes.sums[0].example->c->id);
        sfc_put_own_line(out, before, command.data);
    }
    sfc_cause_list_free(&causes);
}
