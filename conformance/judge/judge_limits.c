/* SPDX-License-Identifier: MIT */
/* What a reader leaves out on purpose: `needs`, `without: flexible`, `hides: function-ends`. The words say which
   sections, or which PCs, an answer may leave out. Whoever answers all the same is judged as ever. */
#include <stdlib.h>
#include <string.h>

#include "judge.h"

/* What the section has or lacks that the adapter says it refuses. An encoder needs no flag. */
static unsigned beyond(const struct sfc_config *config, const struct sfc_case *c)
{
    const unsigned shape = sfc_case_shape(c);
    const struct {
        const char *list, *word;
        unsigned shape;
        enum sfc_missing missing;
    } words[] = {
        { config->needs, "sorted", SFC_SHAPE_UNSORTED, SFC_MISSING_SORTED },
        { config->needs, "pcrel", SFC_SHAPE_NOT_PCREL, SFC_MISSING_PCREL },
        { config->needs, "functions", SFC_SHAPE_EMPTY, SFC_MISSING_FUNCTIONS },
        { config->without, "flexible", SFC_SHAPE_FLEXIBLE, SFC_MISSING_FLEXIBLE },
    };
    unsigned bits = 0;
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        bits |= (shape & words[i].shape) && sfc_has_word(words[i].list, words[i].word) ? 1u << words[i].missing : 0;
    return bits;
}

static void leave_out(struct sfc_result *result, unsigned bits)
{
    sfc_result_become(result, SFC_SKIPPED, sfc_format("left out on purpose: %s", sfc_first_missing(bits)));
    result->missing = bits;
}

/* A rejection proves nothing then, unless it names the fault. One that names a wrong fault stays wrong. */
static void judge_refusal(const struct sfc_config *config, const struct sfc_case *c, struct sfc_result *result)
{
    const bool names_fault =
        c->expect == SFC_EXPECT_REJECT
        && (result->judged_class || result->judged_range || (result->outcome != SFC_PASS && result->detail));
    const unsigned bits = names_fault ? 0 : beyond(config, c);
    if (bits != 0)
        leave_out(result, bits);
}

/* ---- Rows -------------------------------------------------------------------------------- */

/* Does the row of a PC leave out what the adapter says? Then the bit. */
static unsigned excuse(const struct sfc_config *config, const struct sfc_case *c, size_t row,
                       const struct sfc_dump_line *expected, const struct sfc_dump_line *seen)
{
    const bool in_second = c->in_second && c->in_second[row];
    if (sfc_has_word(config->hides, "function-ends") && expected->num_keys == 0 && !expected->rejects
        && seen->num_keys > 0 && sfc_pc_after_function(c, in_second, c->pcs[row]))
        return 1u << SFC_MISSING_ENDS;
    if (sfc_has_word(config->without, "flexible") && seen->rejects && expected->num_keys > 0
        && sfc_pc_in_flexible(c, in_second, c->pcs[row]))
        return 1u << SFC_MISSING_FLEXIBLE;
    return 0;
}

/* Are all other rows right? The excused ones are replaced by the expected ones, and all compared again. */
static unsigned excuse_rows(const struct sfc_config *config, const struct sfc_case *c, const char *plain,
                            const char *dump)
{
    char *rows;
    const char *body = sfc_expected_rows(config, c, plain, &rows);
    struct sfc_dump_reader re = { .text = body, .left = strlen(body), .op = c->op };
    struct sfc_dump_reader rs = { .text = dump, .left = strlen(dump), .op = c->op };
    struct sfc_dump_line e, s;
    struct sfc_buffer mended = { 0 };
    unsigned bits = 0;
    sfc_buffer_printf(&mended, "sframe-dump 1\n");
    for (size_t row = 0; row < c->num_pcs && sfc_dump_next(&re, &e, NULL) == SFC_DUMP_LINE
                         && sfc_dump_next(&rs, &s, NULL) == SFC_DUMP_LINE;
         row++) {
        const unsigned bit = excuse(config, c, row, &e, &s);
        sfc_buffer_add(&mended, bit ? e.text : s.text, bit ? e.len : s.len);
        sfc_buffer_add(&mended, "\n", 1);
        bits |= bit;
    }
    const struct sfc_hidden hidden = { config->unobservable, c->abi };
    const bool same = bits != 0 && sfc_dump_same(body, mended.data, c->op, &hidden);
    sfc_buffer_free(&mended);
    free(rows);
    return same ? bits : 0;
}

/* The same of any reading that is right for this adapter. */
static unsigned excuse_readings(const struct sfc_config *config, const struct sfc_case *c, const char *dump)
{
    const struct sfc_declared_policy *declared = c->policy ? sfc_config_policy(config, c->policy) : NULL;
    unsigned bits = c->num_readings == 0 ? excuse_rows(config, c, c->body, dump) : 0;
    for (size_t i = 0; i < c->num_readings && bits == 0; i++)
        if (!declared || strcmp(declared->answer, "accept") == 0
            || strcmp(declared->answer, c->readings[i].answer) == 0)
            bits = excuse_rows(config, c, c->readings[i].body, dump);
    return bits;
}

/* Does a look-up find nothing at all? So says a reader that has no other way to refuse a section. */
static bool finds_nothing(const struct sfc_case *c, const char *dump)
{
    struct sfc_dump_reader r = { .text = dump, .left = strlen(dump), .op = c->op };
    struct sfc_dump_line line;
    while (sfc_dump_next(&r, &line, NULL) == SFC_DUMP_LINE)
        if (line.num_keys > 0 || line.rejects)
            return false;
    return true;
}

/* ---- Traces ------------------------------------------------------------------------------ */

/* A trace that must end in no function, above the start of one, goes on. */
static unsigned excuse_trace(const struct sfc_config *config, const struct sfc_case *c, const char *dump)
{
    static const char end[] = "\nend no-fde\n";
    const char *at = strstr(c->body, end), *last = at;
    uint64_t pc;
    if (!at || !sfc_has_word(config->hides, "function-ends"))
        return 0;
    while (last > c->body && strncmp(last, " pc=", 4) != 0)
        last--;
    const size_t same = (size_t)(at + 1 - c->body);
    return strncmp(c->body, dump, same) == 0 && sfc_parse_hex(last + 4, strcspn(last + 4, " \n"), &pc)
                   && (sfc_pc_after_function(c, false, pc) || (c->second && sfc_pc_after_function(c, true, pc)))
               ? 1u << SFC_MISSING_ENDS
               : 0;
}

/* ---- Any case ------------------------------------------------------------------------------ */

static void judge_meaning(const struct sfc_config *config, const struct sfc_case *c, const char *dump,
                          struct sfc_result *result)
{
    const bool looks_up = c->op == SFC_OP_LOOKUP || c->op == SFC_OP_SEQUENCE;
    unsigned bits = 0;
    if (looks_up && finds_nothing(c, dump))
        bits = beyond(config, c) & ~(1u << SFC_MISSING_FLEXIBLE);
    if (bits == 0 && looks_up)
        bits = excuse_readings(config, c, dump);
    if (bits == 0 && c->op == SFC_OP_UNWIND)
        bits = excuse_trace(config, c, dump);
    if (bits != 0)
        leave_out(result, bits);
}

void sfc_judge_limits(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
                      struct sfc_result *result)
{
    if (!sfc_config_limits(config))
        return;
    if (answer->reply == SFC_REPLY_REJECT && !answer->elf_error)
        judge_refusal(config, c, result);
    else if (answer->reply == SFC_REPLY_ACCEPT && answer->dump && result->outcome != SFC_PASS
             && result->outcome != SFC_PROTOCOL)
        judge_meaning(config, c, answer->dump, result);
}
