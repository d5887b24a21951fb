/* SPDX-License-Identifier: MIT */
/* What a recipe says for one target: the keys of recipes and what each does. */
#include "op_encode.h"
#include "op_unwind.h"

#include <stdio.h>
#include <string.h>

/* ---- Keys that describe a case ------------------------------------------- */

static bool read_title(struct gen_reading *in, const char *value)
{
    in->plan->title = value;
    in->plan->title_line = in->line->number;
    return true;
}

/* Keeps the clauses that the target's profile has, so that one list serves all profiles. */
static bool read_clauses(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    for (size_t i = 0; i < count; i++) {
        unsigned profiles;
        if (!gen_find_clause(words[i], &profiles))
            return gen_refuse(in, "unknown clause '%s'; see ref/registers/clauses.txt", words[i]);
        const char *before = in->plan->clauses;
        if (profiles >> in->plan->target.profile & 1)
            in->plan->clauses = before ? gen_textf(in->pool, "%s %s", before, words[i]) : words[i];
    }
    return true;
}

static bool read_catches(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    for (size_t i = 0; i < count; i++)
        if (words[i][0] != 'B' || !words[i][1] || strspn(words[i] + 1, "0123456789") != strlen(words[i] + 1))
            return gen_refuse(in, "expected ids of known bugs such as B13, got '%s'", words[i]);
    in->plan->catches = value;
    return true;
}

static bool read_rev(struct gen_reading *in, const char *value)
{
    int64_t rev;
    if (!gen_parse_int(value, 1, 9999, &rev))
        return gen_refuse(in, "expected a revision from 1 on, got '%s'", value);
    in->plan->rev = (unsigned)rev;
    return true;
}

/* ---- Keys that change the bytes of a parent ------------------------------ */

static bool read_parent(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    in->plan->parent = words[0];
    in->plan->parent_line = in->line->number;
    in->plan->parent_profile = in->plan->target.profile;
    if (count == 1)
        return true;
    for (int p = 0; count == 3 && strcmp(words[1], "as") == 0 && p < GEN_NUM_PROFILES; p++) {
        if (strcmp(words[2], gen_profiles[p].name) == 0) {
            in->plan->parent_profile = (enum gen_profile)p;
            return true;
        }
    }
    return gen_refuse(in, "expected 'AREA/NAME' or 'AREA/NAME as PROFILE', got '%s'", value);
}

static struct gen_change *add_change(struct gen_reading *in, enum gen_change_kind kind)
{
    if (!in->plan->changes)
        in->plan->changes = gen_alloc(in->pool, in->plan->recipe->num_lines, sizeof(*in->plan->changes));
    struct gen_change *change = &in->plan->changes[in->plan->num_changes++];
    change->kind = kind;
    change->line = in->line->number;
    return change;
}

enum { MAX_ADDED = 16 };

/* Each makes the section anew, so that many of them must not ask for gigabytes. */
static struct gen_change *add_bytes(struct gen_reading *in, enum gen_change_kind kind)
{
    struct gen_change *change = add_change(in, kind);
    size_t count = 0;
    for (size_t i = 0; i < in->plan->num_changes; i++)
        count += in->plan->changes[i].kind == GEN_APPEND || in->plan->changes[i].kind == GEN_INSERT;
    if (count <= MAX_ADDED)
        return change;
    gen_refuse(in, "a recipe has at most %d lines 'append:' and 'insert:'", MAX_ADDED);
    return NULL;
}

static bool read_set(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    struct gen_change *change = add_change(in, GEN_SET);
    if (count == 3 && (strcmp(words[1], "=") == 0 || (strchr("+-|", words[1][0]) && strcmp(words[1] + 1, "=") == 0))
        && gen_parse_number(words[2], &change->value)) {
        change->path = words[0];
        change->op = words[1][0];
        return true;
    }
    return gen_refuse(in, "expected 'FIELD = NUMBER' (or +=, -=, |=), got '%s'", value);
}

static bool read_cut(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    struct gen_change *change = add_change(in, GEN_CUT);
    if (count == 1 && gen_parse_number(words[0], &change->value))
        return true;
    if (count == 2 && (strcmp(words[0], "before") == 0 || strcmp(words[0], "after") == 0)) {
        change->path = words[1];
        change->after = words[0][0] == 'a';
        return true;
    }
    return gen_refuse(in, "expected a length, '-N' for N bytes less, 'before FIELD' or 'after FIELD'");
}

static bool read_append(struct gen_reading *in, const char *value)
{
    struct gen_change *change = add_bytes(in, GEN_APPEND);
    if (!change)
        return false;
    if (gen_parse_bytes(in->pool, value, &change->bytes))
        return true;
    return gen_refuse(in, "expected bytes such as '00aa' or '00*8', got '%s'", value);
}

static bool read_insert(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    struct gen_change *change = add_bytes(in, GEN_INSERT);
    if (!change)
        return false;
    if (count == 3 && (strcmp(words[1], "before") == 0 || strcmp(words[1], "after") == 0)
        && gen_parse_bytes(in->pool, words[0], &change->bytes)) {
        change->path = words[2];
        change->after = words[1][0] == 'a';
        return true;
    }
    return gen_refuse(in, "expected 'BYTES before FIELD' or 'BYTES after FIELD', got '%s'", value);
}

/* ---- Keys that say what must come of it ---------------------------------- */

/* "+0x104" counts from the section's address, "0x400104" is one. */
static bool read_pcs(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    if (strcmp(value, "same") == 0)
        return gen_same_pcs(in);
    uint64_t *pcs = gen_alloc(in->pool, count, sizeof(*pcs));
    for (size_t i = 0; i < count; i++) {
        struct gen_number number;
        if (!gen_parse_number(words[i], &number) || !gen_number_bits(number, &pcs[i]))
            return gen_refuse(in, "expected '+OFFSET' from the section or an address, got '%s'", words[i]);
        if (words[i][0] == '+' || words[i][0] == '-')
            pcs[i] += in->plan->model.addr;
    }
    in->plan->pcs = pcs;
    in->plan->num_pcs = count;
    in->plan->pcs_line = in->line->number;
    return true;
}

/* A section whose dump would be too large to be kept is looked up in, and not decoded. */
static bool read_only(struct gen_reading *in, const char *value)
{
    in->plan->only_line = in->line->number;
    return strcmp(value, "lookup") == 0 || gen_refuse(in, "expected 'lookup', got '%s'", value);
}

static bool read_reject(struct gen_reading *in, char **words, size_t count)
{
    struct gen_fault fault;
    in->plan->verdict = GEN_REJECT;
    if (count != 4 || strcmp(words[2], "at") != 0)
        return gen_refuse(in, "expected 'reject CLASS at FIELD' or '... at FIRST..LAST'");
    if (!gen_find_fault(words[1], &fault))
        return gen_refuse(in, "unknown fault class '%s'; see ref/registers/faults.txt", words[1]);
    if (!fault.violation)
        return gen_refuse(in, "'%s' is a doubt; expected a violation, or 'policy'", words[1]);
    char *dots = strstr(words[3], "..");
    in->plan->fault = fault.name;
    in->plan->at_last = dots ? dots + 2 : words[3];
    in->plan->at_first = dots ? gen_copy(in->pool, words[3], (size_t)(dots - words[3])) : words[3];
    return true;
}

/* "not-found": an ELF file without a section that could be judged. */
static bool read_error(struct gen_reading *in, const char *name)
{
    in->plan->error = gen_find_elf_error(name);
    return in->plan->error || gen_refuse(in, "unknown error '%s'; see corpus/README.md", name);
}

static bool read_policy(struct gen_reading *in, char **words, size_t count)
{
    unsigned profiles;
    bool refused;
    struct gen_fault fault;
    const char *kind = count == 4 ? words[2] : "";
    in->plan->verdict = GEN_POLICY;
    if ((count != 2 && count != 4) || (count == 4 && strcmp(kind, "doubt") != 0 && strcmp(kind, "error") != 0))
        return gen_refuse(in, "expected 'policy ID', 'policy ID doubt CLASS' or 'policy ID error NAME'");
    if (!gen_find_policy(words[1], &profiles, &refused))
        return gen_refuse(in, "unknown policy '%s'; see ref/registers/policies.txt", words[1]);
    if (!(profiles >> in->plan->target.profile & 1))
        return gen_refuse(in, "policy %s does not concern profile %s", words[1],
                          gen_profiles[in->plan->target.profile].name);
    in->plan->policy = words[1];
    if (count == 2)
        return true;
    if (strcmp(kind, "error") == 0)
        return read_error(in, words[3]);
    if (!gen_find_fault(words[3], &fault) || (fault.violation && !refused))
        return gen_refuse(in, "'%s' is no doubt of ref/registers/faults.txt", words[3]);
    in->plan->fault = fault.name;
    return true;
}

static bool read_expect(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    in->plan->expect_line = in->line->number;
    in->plan->verdict = GEN_ACCEPT;
    if (strcmp(value, "accept") == 0)
        return true;
    if (strcmp(words[0], "reject") == 0)
        return read_reject(in, words, count);
    if (strcmp(words[0], "policy") == 0)
        return read_policy(in, words, count);
    if (strcmp(words[0], "refuse") == 0)
        return gen_read_refuse(in, words, count);
    if (strcmp(words[0], "error") == 0 && count == 2) {
        in->plan->verdict = GEN_REJECT;
        return read_error(in, words[1]);
    }
    return gen_refuse(in,
                      "expected 'accept', 'reject CLASS at FIELD', 'policy ID', 'refuse NAME' or 'error NAME', got "
                      "'%s'",
                      value);
}

static bool read_multi(struct gen_reading *in, const char *value)
{
    in->plan->multi_fault = value;
    return true;
}

static bool read_parent_open(struct gen_reading *in, const char *value)
{
    in->plan->parent_open = value;
    return true;
}

static bool read_elsewhere(struct gen_reading *in, const char *value)
{
    in->plan->elsewhere = value;
    return true;
}

static bool read_addr(struct gen_reading *in, const char *value)
{
    struct gen_number number;
    if (!gen_parse_number(value, &number) || number.negative)
        return gen_refuse(in, "expected an address, got '%s'", value);
    if (in->plan->elf.line)
        return gen_refuse(in, "the address follows from 'elf:' above");
    if (in->plan->num_pcs || in->plan->machine.line || in->plan->machine.mem_line)
        return gen_refuse(in, "expected 'addr:' before 'pcs:', 'regs:' and 'mem:', which count from it");
    in->plan->model.addr = number.magnitude;
    in->plan->has_model = true;
    return true;
}

/* ---- From a recipe to a plan --------------------------------------------- */

static const struct gen_key keys[] = {
    { "title", false, read_title },
    { "clauses", true, read_clauses },
    { "catches", false, read_catches },
    { "rev", false, read_rev },
    { "for", false, NULL },
    { "vary", false, NULL },
    { "elf", false, gen_read_elf },
    { "addr", false, read_addr },
    { "flags", false, gen_read_flags },
    { "fixed-ra", false, gen_read_fixed },
    { "fixed-fp", false, gen_read_fixed },
    { "aux", false, gen_read_filling },
    { "fdeoff", false, gen_read_filling },
    { "slack", false, gen_read_filling },
    { "tail", false, gen_read_filling },
    { "func", true, gen_read_func },
    { "row", true, gen_read_row },
    { "order", false, gen_read_order },
    { "abi", false, gen_read_abi },
    { "from", false, gen_read_from },
    { "transform", false, gen_read_transform },
    { "random", false, gen_read_random },
    { "parent", false, read_parent },
    { "truncations", false, gen_read_truncations },
    { "mutate", false, gen_read_mutate },
    { "set", true, read_set },
    { "cut", true, read_cut },
    { "append", true, read_append },
    { "insert", true, read_insert },
    { "pcs", false, read_pcs },
    { "only", false, read_only },
    { "regs", false, gen_read_regs },
    { "mem", true, gen_read_mem },
    { "pac-mask", false, gen_read_trace_limit },
    { "max", false, gen_read_trace_limit },
    { "ends", false, gen_read_ends },
    { "encode", false, gen_read_encode },
    { "say", true, gen_read_say },
    { "expect", false, read_expect },
    { "parent-open", false, read_parent_open },
    { "elsewhere", false, read_elsewhere },
    { "multi-fault", false, read_multi },
};

const struct gen_key *gen_find_key(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strlen(keys[i].name) == len && strncmp(keys[i].name, name, len) == 0)
            return &keys[i];
    return NULL;
}

const char *gen_key_names(struct gen_pool *pool)
{
    struct gen_buf out = { .pool = pool };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        gen_addf(&out, "%s%s", i ? ", " : "", keys[i].name);
    return gen_text(&out);
}

/* The value with "$NAME" replaced by the variable's. False at a '$' that is not it. */
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

/* The variable's value as part of an id: its tag if it has one ("tag:value"); '-' for what is not a-z, 0-9 or '.'. */
static const char *id_of(struct gen_pool *pool, const struct gen_recipe *recipe, const char *value)
{
    char *id =
        gen_textf(pool, "%s/%s%s%.*s", recipe->area, recipe->name, *value ? "-" : "", (int)strcspn(value, ":"), value);
    for (char *at = id; *at; at++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789.-/", *at))
            *at = '-';
    return id;
}

static bool read_lines(struct gen_pool *pool, const char *value, struct gen_plan *plan, struct gen_error *error)
{
    const struct gen_recipe *recipe = plan->recipe;
    const char *tagged = strchr(value, ':');
    value = tagged ? tagged + 1 : value;
    for (size_t i = 0; i < recipe->num_lines; i++) {
        const struct gen_line *line = &recipe->lines[i];
        struct gen_reading in = { pool, plan, line, error };
        const char *text;
        if (!line->key->read || !gen_selects(line->when, plan->target))
            continue;
        for (size_t j = 0; j < i && !line->key->many; j++)
            if (recipe->lines[j].key == line->key && gen_selects(recipe->lines[j].when, plan->target))
                return gen_refuse(&in, "'%s' is given twice, first in line %u", line->key->name,
                                  recipe->lines[j].number);
        if (!substitute(pool, recipe, line->value, value, &text))
            return gen_refuse(&in, "'$' without a variable that 'vary:' names");
        if (text[strspn(text, " ")] == '\0')
            return gen_refuse(&in, "expected a value behind '%s:'; that of the variable is empty", line->key->name);
        if (!line->key->read(&in, text))
            return false;
    }
    return true;
}

static bool check_complete(const struct gen_plan *plan, struct gen_error *error)
{
    const char *file = plan->recipe->file;
    const char *target = gen_profiles[plan->target.profile].name, *abi = gen_abis[plan->target.abi].folder;
    if (!plan->title || !plan->expect_line)
        return gen_fail(error, file, 0, "expected '%s:' for %s %s", plan->title ? "expect" : "title", target, abi);
    const bool by_rule = plan->family != GEN_PLAIN;
    if (by_rule && (!plan->parent || plan->clauses || plan->num_changes))
        return gen_fail(error, file, plan->expect_line,
                        "cases made by rule have a 'parent:', and their clauses and "
                        "changes from the rule");
    if (!plan->clauses && !by_rule)
        return gen_fail(error, file, 0, "expected 'clauses:' with one that profile %s has", target);
    if (plan->parent && plan->has_model)
        return gen_fail(error, file, plan->parent_line, "a section comes from a parent or is built, not both");
    if (!plan->parent && plan->num_changes)
        return gen_fail(error, file, plan->changes[0].line, "a change needs a 'parent:'");
    if (plan->parent && !plan->num_changes && !by_rule && !plan->encoding.num_says)
        return gen_fail(error, file, plan->parent_line,
                        "expected 'set:', 'cut:', 'append:', 'insert:' or 'say:' with a parent");
    if (plan->verdict != GEN_REJECT && plan->parent)
        return gen_fail(error, file, plan->expect_line,
                        "what is not rejected is built, so that its meaning is known: "
                        "expected no 'parent:'");
    if (plan->verdict == GEN_REJECT && !plan->parent)
        return gen_fail(error, file, plan->expect_line, "a reject changes a 'parent:', so that its fault is known");
    if (plan->num_pcs && plan->verdict == GEN_REJECT)
        return gen_fail(error, file, plan->pcs_line, "a rejected section answers no look-up");
    if (plan->only_line && (!plan->num_pcs || plan->machine.line || plan->encoding.line))
        return gen_fail(error, file, plan->only_line,
                        "a section that is looked up in only has 'pcs:', and is not "
                        "unwound or encoded");
    if (plan->elf.line && (plan->num_pcs || plan->machine.line || plan->encoding.line || plan->parent))
        return gen_fail(error, file, plan->elf.line, "a section in an ELF file is built, and decoded only");
    if ((plan->parent_open || plan->elsewhere) && (plan->verdict != GEN_REJECT || plan->encoding.refusal))
        return gen_fail(error, file, plan->expect_line, "'parent-open:' and 'elsewhere:' are for rejects of a section");
    if (plan->multi_fault && plan->verdict != GEN_REJECT)
        return gen_fail(error, file, plan->expect_line, "'multi-fault:' is for rejects");
    return gen_check_machine(plan, error) && gen_check_encoding(plan, error);
}

bool gen_plan(struct gen_pool *pool, const struct gen_recipe *recipe, const char *value, struct gen_target target,
              struct gen_plan *plan, struct gen_error *error)
{
    *plan = (struct gen_plan){ .recipe = recipe, .target = target, .rev = 1, .model = gen_new_model(target) };
    plan->id_tail = id_of(pool, recipe, value);
    plan->model.file = recipe->file;
    plan->model.line = 1;
    plan->model.addr = 0x400000;
    return read_lines(pool, value, plan, error) && check_complete(plan, error);
}
