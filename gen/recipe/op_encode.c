/* SPDX-License-Identifier: MIT */
/* Dumps: those of sections, also for an encoder, and changed ones that it must refuse. */
#include "expect.h"
#include "ops.h"
#include "readers.h"

#include <stddef.h>
#include <string.h>

/* ---- Keys of recipes ----------------------------------------------------- */

/* "canonical"; "fit addr4": the width that the dump gives to the row starts of all functions, which are narrower or
   wider; or "sorted 1 0": the functions in the order in which the encoder gets them. */
bool gen_read_encode(struct gen_reading *in)
{
    struct gen_encoding *encoding = &in->plan->encoding;
    if (strcmp(in->value, "canonical") == 0)
        return true;
    encoding->fit =
        in->count == 2 && gen_word_is(in, 0, "fit") && gen_parse_fre_type(in->words[1], &encoding->fre_type);
    if (encoding->fit)
        return true;
    if (!gen_word_is(in, 0, "sorted"))
        return false;
    return gen_read_permutation(in, in->words + 1, in->count - 1, &encoding->order);
}

/* "fre 0.1 cfa=sp+8 fp=same", "section fres=3" */
bool gen_read_say(struct gen_reading *in)
{
    struct gen_encoding *encoding = &in->plan->encoding;
    const size_t first = gen_word_is(in, 0, "section") ? 1 : 2;
    bool good = in->count > first && (first == 1 || gen_word_is(in, 0, "fde") || gen_word_is(in, 0, "fre"));
    for (size_t i = first; good && i < in->count; i++)
        good = strchr(in->words[i], '=') && in->words[i][0] != '=';
    if (!good)
        return false;
    if (!encoding->says)
        encoding->says = gen_alloc(in->pool, in->plan->recipe->num_lines, sizeof(*encoding->says));
    encoding->says[encoding->num_says++] = (struct gen_say){
        .line = in->line->number,
        .words = in->words + first,
        .num_words = in->count - first,
        .text = in->value,
        .start = first == 1 ? "section" : gen_textf(in->pool, "%s %s", in->words[0], in->words[1]),
    };
    return true;
}

/* "refuse NAME", "refuse NAME at fre 0.1" */
bool gen_read_refuse(struct gen_reading *in)
{
    struct gen_encoding *encoding = &in->plan->encoding;
    in->plan->verdict = GEN_REJECT;
    if (in->count != 2 && (in->count != 5 || !gen_word_is(in, 2, "at")))
        return gen_refuse(in, "expected 'refuse NAME', or '... at fde N' or '... at fre N.N'");
    encoding->refusal = gen_find_refusal(in->words[1]);
    if (!encoding->refusal)
        return gen_refuse(in, "unknown refusal '%s'; see ref/registers/refusals.txt", in->words[1]);
    if (in->count == 5)
        encoding->at = gen_textf(in->pool, "%s %s", in->words[3], in->words[4]);
    return true;
}

/* ---- Checks -------------------------------------------------------------- */

static bool refuse(const struct gen_plan *plan, unsigned line, const char *why)
{
    return gen_deny(plan, line, "a canonical encoding cannot have this: %s", why);
}

/* Only what an encoder knows from the dump, and the smallest widths. */
static bool check_canonical(const struct gen_plan *plan)
{
    const struct gen_model *model = &plan->model;
    const unsigned line = plan->encoding.line;
    bool differs = !plan->encoding.fit;
    if (model->fdeoff || model->slack.len || model->tail.len || model->order)
        return refuse(plan, line, "an order of rows, or bytes without a meaning");
    /* A dump says how long it is, not what it contains. */
    for (size_t i = 0; i < model->aux.len; i++)
        if (model->aux.data[i])
            return refuse(plan, line, "an auxiliary header with other bytes than zeros");
    for (uint32_t f = 0; f < model->num_funcs; f++) {
        const struct gen_func *func = &model->funcs[f];
        const unsigned type = gen_smallest_fre_type(func);
        if (func->info != GEN_AUTO || func->info2 != GEN_AUTO || func->padding != GEN_AUTO || func->gap.len
            || func->share != GEN_AUTO)
            return refuse(plan, func->line, "a function with its own bytes, or with rows of another");
        if (func->fre_type != type)
            return gen_deny(plan, func->line, "the canonical encoding of these rows needs addr%u", 1U << type);
        for (uint32_t r = 0; r < func->num_rows; r++) {
            const struct gen_row *row = &func->rows[r];
            if (row->width || row->info != GEN_AUTO || row->words_given)
                return refuse(plan, row->line, "a row with its own width, info byte or words");
        }
        differs = differs || type != plan->encoding.fre_type;
    }
    return differs || gen_deny(plan, line, "every function has this width already; nothing is chosen");
}

static bool check(const struct gen_plan *plan)
{
    const struct gen_encoding *encoding = &plan->encoding;
    const bool says = encoding->num_says;
    const struct gen_rule_of_plan rules[] = {
        { !encoding->refusal && says, says ? encoding->says[0].line : 0, "a changed dump needs 'expect: refuse NAME'" },
        { encoding->refusal && (!says || !plan->parent || plan->changes.count), plan->expect_line,
          "a refusal needs a 'parent:' and a 'say:' that changes its dump" },
        { encoding->line && plan->verdict == GEN_REJECT, encoding->line, "a rejected section cannot be encoded" },
    };
    return gen_keeps_rules(plan, rules, sizeof rules / sizeof *rules) && (!encoding->line || check_canonical(plan));
}

/* ---- Dumps --------------------------------------------------------------- */

bool gen_make_input(struct gen_pool *pool, struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    const uint32_t *order = plan->encoding.order;
    struct gen_model model = plan->model;
    struct gen_buf out = { .pool = pool };
    if (made->readings[GEN_DECODE])
        return gen_deny(plan, plan->encoding.line,
                        "the section has several meanings; expected one that can be encoded");
    model.funcs = gen_alloc(pool, model.num_funcs, sizeof(*model.funcs));
    for (uint32_t f = 0; f < model.num_funcs; f++) {
        model.funcs[f] = plan->model.funcs[order ? order[f] : f];
        if (plan->encoding.fit)
            model.funcs[f].fre_type = plan->encoding.fre_type;
    }
    gen_dump(&out, &model, made->section.fre_len);
    made->input = gen_text(&out);
    return true;
}

/* The line of a dump that starts with these words; NULL if there is none. */
static const char *find_line(const char *dump, const char *start)
{
    const size_t len = strlen(start);
    while (*dump && (strncmp(dump, start, len) != 0 || dump[len] != ' '))
        dump += strcspn(dump, "\n") + 1;
    return *dump ? dump : NULL;
}

/* One "KEY=VALUE" of a line of the dump. */
static bool change_value(struct gen_pool *pool, struct gen_case *made, const struct gen_say *say, const char *word)
{
    const char *line = find_line(made->input, say->start);
    const char *key = gen_textf(pool, " %.*s=", (int)strcspn(word, "="), word);
    if (!line)
        return gen_deny(&made->plan, say->line, "the parent's dump has no line '%s'", say->start);
    const char *at = strstr(line, key);
    if (!at || at > line + strcspn(line, "\n"))
        return gen_deny(&made->plan, say->line, "the line '%s' of the parent's dump has no key '%.*s'", say->start,
                        (int)strlen(key) - 2, key + 1);
    const size_t old = 1 + strcspn(at + 1, " \n");
    if (old == strlen(word) + 1 && strncmp(at + 1, word, old - 1) == 0)
        return gen_deny(&made->plan, say->line, "the parent's dump already has '%s'; nothing changes", word);
    made->input = gen_textf(pool, "%.*s %s%s", (int)(at - made->input), made->input, word, at + old);
    return true;
}

bool gen_change_input(struct gen_pool *pool, const struct gen_case *parent, struct gen_case *made)
{
    const struct gen_encoding *encoding = &made->plan.encoding;
    if (!parent->input || parent->plan.encoding.order || parent->plan.encoding.fit)
        return gen_deny(&made->plan, made->plan.parent_line, "the parent has no 'encode: canonical'");
    made->input = parent->input;
    for (size_t i = 0; i < encoding->num_says; i++)
        for (size_t w = 0; w < encoding->says[i].num_words; w++)
            if (!change_value(pool, made, &encoding->says[i], encoding->says[i].words[w]))
                return false;
    if (encoding->at && !find_line(made->input, encoding->at))
        return gen_deny(&made->plan, made->plan.expect_line, "the dump has no line '%s'", encoding->at);
    return true;
}

/* ---- The case file ------------------------------------------------------- */

static void add_keys(struct gen_buf *out, const struct gen_case *made)
{
    if (made->plan.encoding.refusal)
        return;
    gen_addf(out, "%s%sresult: %s\n", made->plan.encoding.order ? "sort: yes\n" : "",
             made->plan.encoding.fit ? "fit: yes\n" : "", strrchr(made->stored, '/') + 1);
}

void gen_add_refusal(struct gen_buf *out, const struct gen_case *made)
{
    const struct gen_encoding *encoding = &made->plan.encoding;
    gen_addf(out, "refusal: %s\n", encoding->refusal);
    if (encoding->at)
        gen_addf(out, "at: %s\n", encoding->at);
    gen_addf(out, "parent: %s-encode\n", made->parent->id);
    for (size_t i = 0; i < encoding->num_says; i++)
        gen_addf(out, "%s%s", i ? "; " : "change: ", encoding->says[i].text);
    gen_addf(out, "\n");
}

/* ---- The ops ------------------------------------------------------------- */

static bool dump(struct gen_buf *out, const struct gen_case *made, const struct gen_view *view)
{
    struct gen_model model = made->plan.model;
    model.view = *view;
    if (!model.only_looked_up)
        gen_dump(out, &model, made->section.fre_len);
    return true;
}

const struct gen_op_info gen_decode_op = { "decode", "", "dump", 0, NULL, dump, NULL };
const struct gen_op_info gen_encode_op = { "encode", "-encode", "encoding", offsetof(struct gen_plan, encoding.line),
                                           check,    NULL,      add_keys };
