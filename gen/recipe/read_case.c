/* SPDX-License-Identifier: MIT */
/* The lines of a recipe that describe a case and its expectation. */
#include "readers.h"

#include <stddef.h>
#include <string.h>

/* ---- Title and clauses --------------------------------------------------- */

bool gen_read_title(struct gen_reading *in, const char *value)
{
    in->plan->title = value;
    in->plan->title_line = in->line->number;
    return true;
}

/* Keeps the clauses that the target's profile and ABI have, so that one list serves all targets. */
bool gen_read_clauses(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    for (size_t i = 0; i < count; i++) {
        unsigned profiles;
        if (!gen_find_clause(words[i], &profiles))
            return gen_refuse(in, "unknown clause '%s'; see ref/registers/clauses.txt", words[i]);
        const char *before = in->plan->clauses;
        if ((profiles >> in->plan->target.profile & 1) && gen_clause_concerns(words[i], in->plan->target.abi))
            in->plan->clauses = before ? gen_textf(in->pool, "%s %s", before, words[i]) : words[i];
    }
    return true;
}

bool gen_read_catches(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    for (size_t i = 0; i < count; i++)
        if (words[i][0] != 'B' || !words[i][1] || strspn(words[i] + 1, "0123456789") != strlen(words[i] + 1))
            return gen_refuse(in, "expected ids of known bugs such as B13, got '%s'", words[i]);
    in->plan->catches = value;
    return true;
}

/* ---- Values that go where their key says --------------------------------- */

/* The place in the plan; those of the model make a section. */
static void *place_of(struct gen_reading *in)
{
    const size_t at = in->line->key->place.at, model = offsetof(struct gen_plan, model);
    in->plan->has_model = in->plan->has_model || (at >= model && at < model + sizeof in->plan->model);
    return (char *)in->plan + at;
}

bool gen_read_text(struct gen_reading *in, const char *value)
{
    *(const char **)place_of(in) = value;
    return true;
}

bool gen_read_number(struct gen_reading *in, const char *value)
{
    int64_t number;
    if (!gen_parse_int(value, in->line->key->place.min, in->line->key->place.max, &number))
        return false;
    *(int *)place_of(in) = (int)number;
    return true;
}

bool gen_read_bytes(struct gen_reading *in, const char *value)
{
    struct gen_bytes bytes;
    if (!gen_parse_bytes(in->pool, value, &bytes))
        return false;
    if (bytes.len > (uint64_t)in->line->key->place.max)
        return gen_refuse(in, "an auxiliary header has at most %d bytes, got %zu", (int)in->line->key->place.max,
                          bytes.len);
    *(struct gen_bytes *)place_of(in) = bytes;
    return true;
}

/* ---- The question and the expectation ------------------------------------ */

/* "+0x104" counts from the section's address; "0x400104" is an address. */
bool gen_read_pcs(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    if (strcmp(value, "same") == 0)
        return gen_read_same_pcs(in);
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
    return true;
}

/* For a section whose dump would be too large for the corpus, or shows nothing that others do not. */
bool gen_read_only(struct gen_reading *in, const char *value)
{
    for (int op = GEN_LOOKUP; op < GEN_NUM_OPS; op++)
        if (strcmp(value, gen_ops[op].name) == 0) {
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
static bool read_violation(struct gen_reading *in, char **words, struct gen_also *read)
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

static bool read_reject(struct gen_reading *in, char **words, size_t count)
{
    struct gen_also read;
    in->plan->verdict = GEN_REJECT;
    if (count != 4 || strcmp(words[2], "at") != 0)
        return gen_refuse(in, "expected 'reject CLASS at FIELD' or '... at FIRST..LAST'");
    if (!read_violation(in, words + 1, &read))
        return false;
    in->plan->fault = read.fault;
    in->plan->at_first = read.first;
    in->plan->at_last = read.last;
    return true;
}

bool gen_read_also(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    const bool trimmed = count == 4 && strcmp(words[3], "trimmed") == 0;
    if ((count != 3 && !trimmed) || strcmp(words[1], "at") != 0)
        return gen_refuse(in, "expected 'CLASS at FIELD', '... at FIRST..LAST', '... at FIRST..LAST trimmed' or "
                              "'... at 0xSTART-0xEND'");
    if (!in->plan->also)
        in->plan->also = gen_alloc(in->pool, in->plan->recipe->num_lines, sizeof(*in->plan->also));
    struct gen_also *also = &in->plan->also[in->plan->num_also++];
    also->line = in->line->number;
    also->trimmed = trimmed;
    if (!read_violation(in, words, also))
        return false;
    if (read_bytes(words[2], also))
        also->first = NULL;
    return true;
}

/* "strict because REASON" */
bool gen_read_level(struct gen_reading *in, const char *value)
{
    static const char because[] = " because ";
    const char *space = strchr(value, ' ');
    const bool good = space && strncmp(space, because, strlen(because)) == 0;
    in->plan->level = good ? gen_find_level(gen_copy(in->pool, value, (size_t)(space - value))) : NULL;
    in->plan->level_because = good ? space + strlen(because) : NULL;
    return in->plan->level;
}

bool gen_read_open(struct gen_reading *in, const char *value)
{
    unsigned profiles;
    bool refused;
    const struct gen_reading_answer *answer = NULL;
    bool silent = false;
    for (size_t i = 0; !silent && (answer = gen_reading_answer_at(i)); i++)
        silent = answer->silent && strcmp(answer->policy, value) == 0;
    if (!silent || !gen_find_policy(value, &profiles, &refused) || !(profiles >> in->plan->target.profile & 1))
        return false;
    in->plan->open = value;
    in->plan->open_line = in->line->number;
    return true;
}

/* "not-found": an ELF file without a section to judge. */
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
        return gen_refuse(in, "policy %s does not apply to profile %s", words[1],
                          gen_profiles[in->plan->target.profile].name);
    in->plan->policy = words[1];
    if (count == 2)
        return true;
    if (strcmp(kind, "error") == 0)
        return read_error(in, words[3]);
    if (!gen_find_fault(words[3], &fault) || (fault.violation && !refused))
        return gen_refuse(in, "'%s' is not a doubt of ref/registers/faults.txt", words[3]);
    in->plan->fault = fault.name;
    return true;
}

bool gen_read_expect(struct gen_reading *in, const char *value)
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
    return false;
}

bool gen_read_addr(struct gen_reading *in, const char *value)
{
    struct gen_number number;
    if (!gen_parse_number(value, &number) || number.negative)
        return false;
    if (in->plan->elf.line)
        return gen_refuse(in, "'elf:' above already sets the address");
    if (in->plan->num_pcs || in->plan->machine.line || in->plan->machine.mem_line)
        return gen_refuse(in, "expected 'addr:' before 'pcs:', 'regs:' and 'mem:', which count from it");
    in->plan->model.addr = number.magnitude;
    in->plan->has_model = true;
    return true;
}
