/* SPDX-License-Identifier: MIT */
/* The lines of a recipe that describe a case and its expectation. */
#include "ops.h"
#include "readers.h"

#include <stddef.h>
#include <string.h>

/* ---- Clauses and bugs ---------------------------------------------------- */

/* Keeps the clauses that the target's profile and ABI have, so that one list serves all targets. */
bool gen_read_clauses(struct gen_reading *in)
{
    for (size_t i = 0; i < in->count; i++) {
        bool applies;
        if (!gen_find_clause(in->words[i], in->plan->target, &applies))
            return gen_refuse(in, "unknown clause '%s'; see ref/registers/clauses.txt", in->words[i]);
        const char *before = in->plan->clauses;
        if (applies)
            in->plan->clauses = before ? gen_textf(in->pool, "%s %s", before, in->words[i]) : in->words[i];
    }
    return true;
}

bool gen_read_catches(struct gen_reading *in)
{
    for (size_t i = 0; i < in->count; i++)
        if (in->words[i][0] != 'B' || !in->words[i][1]
            || strspn(in->words[i] + 1, "0123456789") != strlen(in->words[i] + 1))
            return gen_refuse(in, "expected ids of known bugs such as B13, got '%s'", in->words[i]);
    in->plan->catches = in->value;
    return true;
}

/* ---- Values that go where their key says --------------------------------- */

/* The place in the plan; those of the model make a section. */
static void *place_of(struct gen_reading *in)
{
    const size_t at = in->line->key->at, model = offsetof(struct gen_plan, model);
    in->plan->has_model = in->plan->has_model || (at >= model && at < model + sizeof in->plan->model);
    return (char *)in->plan + at;
}

bool gen_read_text(struct gen_reading *in)
{
    *(const char **)place_of(in) = in->value;
    return true;
}

bool gen_read_number(struct gen_reading *in)
{
    int64_t number;
    if (!gen_parse_int(in->value, in->line->key->min, in->line->key->max, &number))
        return false;
    *(int *)place_of(in) = (int)number;
    return true;
}

bool gen_read_bytes(struct gen_reading *in)
{
    struct gen_bytes bytes;
    if (!gen_parse_bytes(in->pool, in->value, &bytes))
        return false;
    if (bytes.len > (uint64_t)in->line->key->max)
        return gen_refuse(in, "an auxiliary header has at most %d bytes, got %zu", (int)in->line->key->max, bytes.len);
    *(struct gen_bytes *)place_of(in) = bytes;
    return true;
}

/* ---- The question and the expectation ------------------------------------ */

/* "+0x104" counts from the section's address; "0x400104" is an address. */
bool gen_read_pcs(struct gen_reading *in)
{
    if (strcmp(in->value, "same") == 0)
        return gen_read_same_pcs(in);
    uint64_t *pcs = gen_alloc(in->pool, in->count, sizeof(*pcs));
    for (size_t i = 0; i < in->count; i++)
        if (!gen_read_value(in, in->words[i], true, &pcs[i]))
            return gen_refuse(in, "expected '+OFFSET' from the section or an address, got '%s'", in->words[i]);
    in->plan->pcs = pcs;
    in->plan->num_pcs = (unsigned)in->count;
    return true;
}

/* For a section whose dump would be too large for the corpus, or shows nothing that others do not. */
bool gen_read_only(struct gen_reading *in)
{
    for (int op = GEN_LOOKUP; op < GEN_NUM_OPS; op++)
        if (strcmp(in->value, gen_ops[op]->name) == 0) {
            in->plan->only_line = in->line->number;
            in->plan->only = (enum gen_op)op;
            in->plan->model.only_looked_up = op == GEN_LOOKUP;
            return true;
        }
    return false;
}

/* "0x31-0x32": bytes that are no field of the parent. */
static bool read_bytes(char *word, struct gen_also *read)
{
    char *dash = strchr(word, '-');
    if (strncmp(word, "0x", 2) != 0 || !dash)
        return false;
    *dash = 0;
    return gen_parse_int(word, 0, INT32_MAX, &read->start) && gen_parse_int(dash + 1, 0, INT32_MAX, &read->end)
           && read->start < read->end;
}

/* "CLASS at FIRST..LAST" */
static bool read_violation(struct gen_reading *in, char *const words[3], struct gen_also *read)
{
    struct gen_fault fault;
    if (!gen_find_fault(words[0], &fault))
        return gen_refuse(in, "unknown fault class '%s'; see ref/registers/faults.txt", words[0]);
    if (!fault.violation)
        return gen_refuse(in, "'%s' is a doubt; expected a violation, or 'policy'", words[0]);
    char *dots = strstr(words[2], "..");
    read->fault = fault.name;
    read->last = dots ? dots + 2 : words[2];
    read->first = dots ? gen_copy(in->pool, words[2], (size_t)(dots - words[2])) : words[2];
    return true;
}

static bool read_reject(struct gen_reading *in)
{
    struct gen_also read;
    in->plan->verdict = GEN_REJECT;
    if (in->count != 4 || !gen_word_is(in, 2, "at"))
        return gen_refuse(in, "expected 'reject CLASS at FIELD' or '... at FIRST..LAST'");
    if (!read_violation(in, in->words + 1, &read))
        return false;
    in->plan->fault = read.fault;
    in->plan->at_first = read.first;
    in->plan->at_last = read.last;
    return true;
}

bool gen_read_also(struct gen_reading *in)
{
    const bool trimmed = in->count == 4 && gen_word_is(in, 3, "trimmed");
    if ((in->count != 3 && !trimmed) || !gen_word_is(in, 1, "at"))
        return gen_refuse(in, "expected 'CLASS at FIELD', '... at FIRST..LAST', '... at FIRST..LAST trimmed' or "
                              "'... at 0xSTART-0xEND'");
    if (!in->plan->also)
        in->plan->also = gen_alloc(in->pool, in->plan->recipe->num_lines, sizeof(*in->plan->also));
    struct gen_also *also = &in->plan->also[in->plan->num_also++];
    also->line = in->line->number;
    also->trimmed = trimmed;
    if (!read_violation(in, in->words, also))
        return false;
    if (read_bytes(in->words[2], also))
        also->first = NULL;
    return true;
}

/* "strict because REASON" */
bool gen_read_level(struct gen_reading *in)
{
    static const char *const levels[] = { "refuse", "validate", "strict" };
    const int level = gen_find_word(levels, sizeof levels / sizeof *levels, in->words[0], strlen(in->words[0]));
    if (level < 0 || in->count < 3 || !gen_word_is(in, 1, "because"))
        return false;
    in->plan->level = levels[level];
    in->plan->level_because = strstr(in->value, " because ") + strlen(" because ");
    return true;
}

bool gen_read_open(struct gen_reading *in)
{
    const struct gen_reading_answer *answer = gen_reading_answers;
    while (answer->policy && !(answer->silent && strcmp(answer->policy, in->value) == 0))
        answer++;
    if (!answer->policy || !gen_policy_applies(in->value, in->plan->target.profile))
        return false;
    in->plan->open = in->value;
    return true;
}

/* "not-found": an ELF file without a section to judge. */
static bool read_error(struct gen_reading *in, const char *name)
{
    in->plan->error = gen_find_elf_error(name);
    return in->plan->error || gen_refuse(in, "unknown error '%s'; see corpus/README.md", name);
}

static bool read_policy(struct gen_reading *in)
{
    bool applies;
    struct gen_fault fault;
    const bool error = gen_word_is(in, 2, "error");
    in->plan->verdict = GEN_POLICY;
    if (in->count != 2 && (in->count != 4 || (!error && !gen_word_is(in, 2, "doubt"))))
        return gen_refuse(in, "expected 'policy ID', 'policy ID doubt CLASS' or 'policy ID error NAME'");
    if (!gen_find_policy(in->words[1], in->plan->target.profile, &applies))
        return gen_refuse(in, "unknown policy '%s'; see ref/registers/policies.txt", in->words[1]);
    if (!applies)
        return gen_refuse(in, "policy %s does not apply to profile %s", in->words[1],
                          gen_profiles[in->plan->target.profile].name);
    in->plan->policy = in->words[1];
    if (in->count == 2)
        return true;
    if (error)
        return read_error(in, in->words[3]);
    if (!gen_find_fault(in->words[3], &fault) || (fault.violation && !gen_is_refused(in->plan->policy)))
        return gen_refuse(in, "'%s' is not a doubt of ref/registers/faults.txt", in->words[3]);
    in->plan->fault = fault.name;
    return true;
}

bool gen_read_expect(struct gen_reading *in)
{
    in->plan->verdict = GEN_ACCEPT;
    if (strcmp(in->value, "accept") == 0)
        return true;
    if (gen_word_is(in, 0, "reject"))
        return read_reject(in);
    if (gen_word_is(in, 0, "policy"))
        return read_policy(in);
    if (gen_word_is(in, 0, "refuse"))
        return gen_read_refuse(in);
    if (gen_word_is(in, 0, "error") && in->count == 2) {
        in->plan->verdict = GEN_REJECT;
        return read_error(in, in->words[1]);
    }
    return false;
}

bool gen_read_addr(struct gen_reading *in)
{
    struct gen_number number;
    if (!gen_parse_number(in->value, &number) || number.negative)
        return false;
    if (in->plan->elf.line)
        return gen_refuse(in, "'elf:' above already sets the address");
    if (in->plan->num_pcs || in->plan->machine.line || in->plan->machine.mem_line)
        return gen_refuse(in, "expected 'addr:' before 'pcs:', 'regs:' and 'mem:', which count from it");
    in->plan->model.addr = number.magnitude;
    in->plan->has_model = true;
    return true;
}
