/* SPDX-License-Identifier: MIT */
/* The lines of a recipe that change the bytes of a parent. */
#include "readers.h"

#include <string.h>

bool gen_read_parent(struct gen_reading *in)
{
    in->plan->parent_profile = in->plan->target.profile;
    return gen_read_name(in, &in->plan->parent, &in->plan->parent_profile);
}

static struct gen_change *add_change(struct gen_reading *in, enum gen_change_kind kind)
{
    if (!in->plan->changes.list)
        in->plan->changes.list = gen_alloc(in->pool, in->plan->recipe->num_lines, sizeof(*in->plan->changes.list));
    struct gen_change *change = &in->plan->changes.list[in->plan->changes.count++];
    change->kind = kind;
    change->line = in->line->number;
    return change;
}

enum { MAX_ADDED = 16 };

/* Each copies the section, so many of them would need gigabytes. */
static struct gen_change *add_bytes(struct gen_reading *in, enum gen_change_kind kind)
{
    struct gen_change *change = add_change(in, kind);
    size_t count = 0;
    for (size_t i = 0; i < in->plan->changes.count; i++)
        count += in->plan->changes.list[i].kind == GEN_APPEND || in->plan->changes.list[i].kind == GEN_INSERT;
    if (count <= MAX_ADDED)
        return change;
    gen_refuse(in, "a recipe has at most %d lines 'append:' and 'insert:'", MAX_ADDED);
    return NULL;
}

bool gen_read_set(struct gen_reading *in)
{
    struct gen_change *change = add_change(in, GEN_SET);
    if (in->count == 3
        && (gen_word_is(in, 1, "=") || (strchr("+-|", in->words[1][0]) && strcmp(in->words[1] + 1, "=") == 0))
        && gen_parse_number(in->words[2], &change->value)) {
        change->path = in->words[0];
        change->op = in->words[1][0];
        return true;
    }
    return false;
}

/* "before FIELD", "after FIELD" from a word on. */
static bool read_place(const struct gen_reading *in, size_t from, struct gen_change *change)
{
    change->after = gen_word_is(in, from, "after");
    if (in->count != from + 2 || (!change->after && !gen_word_is(in, from, "before")))
        return false;
    change->path = in->words[from + 1];
    return true;
}

bool gen_read_cut(struct gen_reading *in)
{
    struct gen_change *change = add_change(in, GEN_CUT);
    return (in->count == 1 && gen_parse_number(in->words[0], &change->value)) || read_place(in, 0, change)
           || gen_refuse(in, "expected a length, '-N' for N bytes less, 'before FIELD' or 'after FIELD'");
}

bool gen_read_append(struct gen_reading *in)
{
    struct gen_change *change = add_bytes(in, GEN_APPEND);
    return change && gen_parse_bytes(in->pool, in->value, &change->bytes);
}

bool gen_read_insert(struct gen_reading *in)
{
    struct gen_change *change = add_bytes(in, GEN_INSERT);
    return change && read_place(in, 1, change) && gen_parse_bytes(in->pool, in->words[0], &change->bytes);
}
