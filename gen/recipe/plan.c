/* SPDX-License-Identifier: MIT */
/* What a recipe says for one target: reads the lines that hold for it, and checks that they make a
   case. */
#include "ops.h"
#include "readers.h"

#include <string.h>

const struct gen_op_info *const gen_ops[GEN_NUM_OPS] = {
    [GEN_DECODE] = &gen_decode_op, [GEN_LOOKUP] = &gen_lookup_op, [GEN_UNWIND] = &gen_unwind_op,
    [GEN_ENCODE] = &gen_encode_op, [GEN_MERGE] = &gen_merge_op,   [GEN_SEQUENCE] = &gen_sequence_op,
};

bool gen_asks(const struct gen_plan *plan, enum gen_op op)
{
    const void *asked = (const char *)plan + gen_ops[op]->asked_at;
    return op == GEN_DECODE ? !plan->only_line : *(const unsigned *)asked > 0;
}

/* Replaces "$NAME" by the variable's value. False at any other '$'. */
static bool substitute(struct gen_pool *pool, const struct gen_recipe *recipe, const char *text, const char *value,
                       const char **out)
{
    struct gen_buf made = { .pool = pool };
    for (const char *at = text; *at;) {
        const size_t plain = strcspn(at, "$");
        gen_add(&made, at, plain);
        at += plain;
        if (!*at)
            break;
        const size_t len = recipe->variable ? strlen(recipe->variable) : 0;
        if (!len || strncmp(at + 1, recipe->variable, len) != 0)
            return false;
        gen_add(&made, value, strlen(value));
        at += 1 + len;
    }
    *out = gen_text(&made);
    return true;
}

/* The id with the variable's value, or its tag ("tag:value"); '-' for other characters than a-z,
   0-9 and '.'. */
static const char *id_of(struct gen_pool *pool, const struct gen_recipe *recipe, const char *value)
{
    char *id =
        gen_textf(pool, "%s/%s%s%.*s", recipe->area, recipe->name, *value ? "-" : "", (int)strcspn(value, ":"), value);
    for (char *at = id; *at; at++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789.-/", *at))
            *at = '-';
    return id;
}

bool gen_read_as(const struct gen_reading *in, gen_reader *read, const char *value)
{
    struct gen_reading of_value = *in;
    of_value.value = value;
    of_value.words = gen_words(in->pool, value, &of_value.count);
    return read(&of_value);
}

bool gen_word_is(const struct gen_reading *in, size_t number, const char *word)
{
    return number < in->count && strcmp(in->words[number], word) == 0;
}

bool gen_read_option(const struct gen_option *options, size_t count, const char *word, void *into)
{
    for (const struct gen_option *o = options; o < options + count; o++) {
        const size_t len = strlen(o->name);
        void *const member = (char *)into + o->at;
        int64_t number;
        if (strncmp(word, o->name, len) != 0)
            continue;
        if (!o->most && !word[len])
            return *(bool *)member = true;
        if (!o->most || !gen_parse_int(word + len, o->least, o->most, &number))
            return false;
        *(uint32_t *)member = (uint32_t)number;
        return true;
    }
    return false;
}

static bool read_lines(struct gen_pool *pool, const char *value, struct gen_plan *plan)
{
    const struct gen_recipe *recipe = plan->recipe;
    const char *tagged = strchr(value, ':');
    value = tagged ? tagged + 1 : value;
    for (size_t i = 0; i < recipe->num_lines; i++) {
        const struct gen_line *line = &recipe->lines[i];
        const struct gen_reading in = { .pool = pool, .plan = plan, .line = line };
        const char *text;
        if (!line->key->read || !gen_selects(line->when, plan->target))
            continue;
        for (size_t j = 0; j < i && !line->key->many; j++)
            if (recipe->lines[j].key == line->key && gen_selects(recipe->lines[j].when, plan->target))
                return gen_refuse(&in, "'%s' is given twice, first in line %u", line->key->name,
                                  recipe->lines[j].number);
        if (!substitute(pool, recipe, line->value, value, &text))
            return gen_refuse(&in, "'$' is not followed by the variable of 'vary:'");
        if (text[strspn(text, " ")] == '\0')
            return gen_refuse(&in, "expected a value after '%s:'; the variable is empty", line->key->name);
        plan->why->text[0] = 0;
        if (line->key->line_at)
            memcpy((char *)plan + line->key->line_at, &line->number, sizeof line->number);
        const bool ordered = plan->model.order || plan->encoding.order;
        const uint32_t before = plan->model.num_funcs;
        if (!gen_read_as(&in, line->key->read, text))
            return plan->why->text[0] ? false : gen_refuse(&in, "expected %s, got '%s'", line->key->expects, text);
        if (ordered && plan->model.num_funcs != before)
            return gen_refuse(&in, "expected all functions above the line that gives their order");
    }
    return true;
}

bool gen_keeps_rules(const struct gen_plan *plan, const struct gen_rule_of_plan *rules, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rules[i].broken)
            return gen_deny(plan, rules[i].line, "%s", rules[i].why);
    return true;
}

static bool check_head(const struct gen_plan *plan)
{
    const char *profile = gen_profiles[plan->target.profile].name;
    if (!plan->title || !plan->expect_line)
        return gen_deny(plan, 0, "expected '%s:' for %s %s", plan->title ? "expect" : "title", profile,
                        gen_abis[plan->target.abi].folder);
    return plan->clauses || plan->family != GEN_PLAIN
           || gen_deny(plan, 0, "expected 'clauses:' with at least one of profile %s", profile);
}

/* The case of the question of `only:` comes with the section. No other may be asked, but a reject's trace with
   look-ups. */
static bool asks_only_that(const struct gen_plan *plan)
{
    bool good = gen_asks(plan, plan->only);
    for (int op = 0; op < GEN_NUM_OPS; op++) {
        const bool allowed = plan->verdict == GEN_REJECT && plan->only == GEN_LOOKUP && op == GEN_UNWIND;
        good = good && (!gen_asks(plan, (enum gen_op)op) || op == (int)plan->only || allowed);
    }
    return good;
}

static bool check_parent(const struct gen_plan *plan)
{
    const unsigned expect = plan->expect_line, changed = plan->changes.count ? plan->changes.list[0].line : 0;
    const bool by_rule = plan->family != GEN_PLAIN, parent = plan->parent, reject = plan->verdict == GEN_REJECT;
    const struct gen_rule_of_plan rules[] = {
        { by_rule && (!parent || plan->clauses || changed), expect,
          "cases made by rule need a 'parent:'; the rule gives their clauses and changes" },
        { parent && plan->has_model, plan->parent_line, "a section comes from a parent or is built, not both" },
        { !parent && changed && !plan->elf.line, changed,
          "a change needs a 'parent:', or an ELF file that it is made in" },
        { parent && !changed && !plan->encoding.num_says && !by_rule, plan->parent_line,
          "expected 'set:', 'cut:', 'append:', 'insert:' or 'say:' with a parent" },
        { parent && !reject, expect,
          "only a reject has a 'parent:'; build this section, so that its meaning is known" },
        { !parent && reject, expect, "a reject needs a 'parent:', so that its fault is known" },
    };
    return gen_keeps_rules(plan, rules, sizeof rules / sizeof *rules);
}

static bool check_questions(const struct gen_plan *plan)
{
    const bool reads = plan->num_pcs || plan->machine.line, refusal = plan->encoding.refusal;
    const struct gen_rule_of_plan rules[] = {
        { reads && (refusal || (plan->verdict == GEN_REJECT && plan->error)), plan->expect_line,
          "a refusal of a dump or of a file answers no look-up or trace" },
        { plan->open && (plan->verdict != GEN_ACCEPT || plan->machine.policy), plan->open_line,
          "'open:' is for an accepted section without another question" },
        { plan->only_line && !asks_only_that(plan), plan->only_line,
          "'only: lookup' needs 'pcs:', 'unwind' 'regs:', 'encode' 'encode:', 'sequence' 'sequence:', "
          "'merge' 'merge:', and each allows no other question of an accepted section" },
        { plan->elf.line && (reads || plan->encoding.line || plan->parent), plan->elf.line,
          "a section in an ELF file is built, and only decoded" },
    };
    return gen_keeps_rules(plan, rules, sizeof rules / sizeof *rules);
}

static bool check_notes(const struct gen_plan *plan)
{
    const bool reject = plan->verdict == GEN_REJECT, refusal = plan->encoding.refusal;
    const struct gen_rule_of_plan rules[] = {
        { (plan->parent_open || plan->elsewhere) && (!reject || refusal), plan->expect_line,
          "'parent-open:' and 'elsewhere:' are only for rejects of a section" },
        { (plan->num_also || plan->level) && !reject, plan->expect_line, "'also:' and 'level:' are only for rejects" },
        { plan->num_also && (plan->error || refusal), plan->expect_line, "'also:' is only for rejects of a section" },
        { plan->multi_fault && !reject, plan->expect_line, "'multi-fault:' is only for rejects" },
    };
    return gen_keeps_rules(plan, rules, sizeof rules / sizeof *rules);
}

bool gen_make_plan(struct gen_pool *pool, const struct gen_recipe *recipe, const char *value, struct gen_target target,
                   struct gen_plan *plan, struct gen_error *error)
{
    *plan =
        (struct gen_plan){ .recipe = recipe, .why = error, .target = target, .rev = 1, .model = gen_new_model(target) };
    plan->id_tail = id_of(pool, recipe, value);
    plan->model.file = recipe->file;
    plan->model.line = 1;
    plan->model.addr = 0x400000;
    bool good = read_lines(pool, value, plan) && check_head(plan) && check_parent(plan) && check_questions(plan)
                && check_notes(plan);
    for (int op = 0; op < GEN_NUM_OPS; op++)
        good = good && (!gen_ops[op]->check || gen_ops[op]->check(plan));
    return good;
}
