/* SPDX-License-Identifier: MIT */
/* Look-ups: each by itself, or in a row, in one section or in two, on the generator's own models. */
#include "expect.h"
#include "ops.h"
#include "readers.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* ---- Keys of recipes ----------------------------------------------------- */

/* "+0x104" and "-8" count from the address of the section; the others are addresses. "2:" comes before a PC of the
   second section. */
static bool read_asked(const struct gen_reading *in, const char *word, struct gen_asked *asked)
{
    struct gen_number number;
    *asked = (struct gen_asked){ .second = strncmp(word, "2:", 2) == 0 };
    word += asked->second ? 2 : 0;
    asked->relative = *word == '+' || *word == '-';
    return (gen_parse_number(word, &number) && gen_number_bits(number, &asked->pc))
           || gen_refuse(in, "expected '+OFFSET' from the section or an address, perhaps after '2:', got '%s'", word);
}

bool gen_read_sequence(struct gen_reading *in)
{
    struct gen_sequence *sequence = &in->plan->sequence;
    sequence->count = in->count;
    sequence->asked = gen_alloc(in->pool, sequence->count, sizeof(*sequence->asked));
    for (size_t i = 0; i < sequence->count; i++)
        if (!read_asked(in, in->words[i], &sequence->asked[i]))
            return false;
    return true;
}

/* The PCs whose function or row the change has damaged. */
bool gen_read_damaged(struct gen_reading *in)
{
    struct gen_sequence *sequence = &in->plan->sequence;
    for (size_t i = 0; i < in->count; i++) {
        struct gen_asked damaged;
        bool found = false;
        if (!read_asked(in, in->words[i], &damaged))
            return false;
        for (size_t a = 0; a < sequence->count; a++) {
            struct gen_asked *asked = &sequence->asked[a];
            const bool same =
                asked->pc == damaged.pc && asked->relative == damaged.relative && asked->second == damaged.second;
            asked->damaged = asked->damaged || same;
            found = found || same;
        }
        if (!found || damaged.second)
            return gen_refuse(in, "expected a PC that 'sequence:' above asks of the first section, got '%s'",
                              in->words[i]);
    }
    return true;
}

static size_t count_asked(const struct gen_sequence *sequence, bool second)
{
    size_t count = 0;
    for (size_t i = 0; i < sequence->count; i++)
        count += sequence->asked[i].second == second;
    return count;
}

/* The question is asked. */
static bool check_reject(const struct gen_plan *plan)
{
    const struct gen_sequence *sequence = &plan->sequence;
    const bool reject = plan->verdict == GEN_REJECT, damaged = sequence->damaged_line;
    const bool is_fault = !plan->encoding.refusal && !plan->error && plan->fault && !plan->multi_fault;
    const struct gen_rule_of_plan rules[] = {
        { !reject && damaged, sequence->damaged_line, "'damaged:' is only for rejects of a section" },
        { reject && !is_fault, sequence->line, "'sequence:' is only for a reject with one fault of a section" },
    };
    if (!gen_keeps_rules(plan, rules, sizeof rules / sizeof *rules))
        return false;
    /* A reader that goes on would have to make data up: there is one right answer for the rest. */
    if (reject && strcmp(plan->level ? plan->level : gen_level_of(plan->fault, plan->target.profile), "refuse") != 0)
        return gen_deny(plan, sequence->line, "'%s' is not of level refuse, so readers may go on", plan->fault);
    return !reject || damaged || gen_deny(plan, sequence->line, "expected 'damaged:' with the PCs that have no answer");
}

static bool check(const struct gen_plan *plan)
{
    const struct gen_sequence *sequence = &plan->sequence;
    const unsigned line = sequence->line, second = sequence->second_line, damaged = sequence->damaged_line;
    const bool traced = plan->machine.line, of_both = count_asked(sequence, true) > 0;
    const struct gen_rule_of_plan rules[] = {
        { !line && second && (damaged || (!traced && !plan->merge.line)), second, "expected a 'sequence:' or 'regs:'" },
        { !line && damaged, damaged, "expected a 'sequence:'" },
        { line && second && traced, second, "expected it for a sequence or for a trace, not for both" },
        { line && sequence->count < 2, line, "expected two or more PCs" },
        { line && (of_both != (second != 0) || count_asked(sequence, false) == 0), second ? second : line,
          "expected 'second:' and PCs of both sections, or no PC with '2:'" },
        { line && plan->elf.line, plan->elf.line, "a section in an ELF file is only decoded" },
    };
    return gen_keeps_rules(plan, rules, sizeof rules / sizeof *rules) && (!line || check_reject(plan));
}

/* ---- The answer ---------------------------------------------------------- */

/* The model of a section; of a damaged one as it was before. */
static const struct gen_model *model_of(const struct gen_case *made)
{
    return made->parent ? &made->parent->plan.model : &made->plan.model;
}

/* A merge has one open question, which may be of both sections. */
static bool shares_question(const struct gen_plan *one, const struct gen_plan *other)
{
    return one->merge.line && one->policy && other->policy && strcmp(one->policy, other->policy) == 0;
}

bool gen_find_second(struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    const struct gen_sequence *sequence = &plan->sequence;
    if (!sequence->second)
        return true;
    made->second = gen_find_made(plan->recipe->cases, plan->target, sequence->second);
    if (!made->second || !(made->second->plan.verdict == GEN_ACCEPT || shares_question(plan, &made->second->plan))
        || made->second->plan.elf.line)
        return gen_deny(plan, sequence->second_line, "no accept case '%s/%s/%s' with a section",
                        gen_profiles[plan->target.profile].name, gen_abis[plan->target.abi].folder, sequence->second);
    const struct gen_model *one = model_of(made), *other = &made->second->plan.model;
    return (one->target.profile == other->target.profile && one->target.abi == other->target.abi
            && one->big == other->big)
           || gen_deny(plan, sequence->second_line, "'%s' is of another profile or ABI", sequence->second);
}

static uint64_t pc_of(const struct gen_case *made, const struct gen_asked *asked)
{
    const struct gen_model *model = asked->second ? &made->second->plan.model : model_of(made);
    return asked->pc + (asked->relative ? model->addr : 0);
}

/* Only a function that is there can be damaged. */
static bool check_damaged(const struct gen_case *made, const struct gen_model *model, uint64_t pc)
{
    struct gen_hit hit;
    return gen_look_up(model, pc, &hit, made->plan.why)
           && (hit.func >= 0
               || gen_deny(&made->plan, made->plan.sequence.damaged_line,
                           "PC 0x%" PRIx64 " is in no function of the parent", pc));
}

static bool look_up(struct gen_buf *out, const struct gen_case *made, const struct gen_view *view)
{
    struct gen_model model = made->plan.model;
    model.view = *view;
    return gen_dump_lookups(out, &model, made->plan.pcs, made->plan.num_pcs, made->plan.why);
}

static bool ask_in_a_row(struct gen_buf *out, const struct gen_case *made, const struct gen_view *view)
{
    const struct gen_sequence *sequence = &made->plan.sequence;
    struct gen_model models[2] = { *model_of(made), made->second ? made->second->plan.model : *model_of(made) };
    models[0].view = models[1].view = *view;
    gen_dump_lookups(out, models, NULL, 0, made->plan.why);
    for (size_t i = 0; i < sequence->count; i++) {
        const struct gen_asked *asked = &sequence->asked[i];
        const uint64_t pc = pc_of(made, asked);
        if (asked->damaged) {
            if (!check_damaged(made, models, pc))
                return false;
            gen_addf(out, "pc 0x%" PRIx64 " reject\n", pc);
        } else if (!gen_dump_lookup(out, &models[asked->second], pc, made->plan.why)) {
            return false;
        }
    }
    return true;
}

/* ---- The case file ------------------------------------------------------- */

/* One PC of a look-up or a sequence; false after the last one. */
static bool question_at(const struct gen_case *made, enum gen_op op, size_t i, uint64_t *pc, bool *second)
{
    const struct gen_plan *plan = &made->plan;
    if (i >= (op == GEN_LOOKUP ? plan->num_pcs : plan->sequence.count))
        return false;
    *second = op == GEN_SEQUENCE && plan->sequence.asked[i].second;
    *pc = op == GEN_LOOKUP ? plan->pcs[i] : pc_of(made, &plan->sequence.asked[i]);
    return true;
}

static void add_pcs(struct gen_buf *out, const struct gen_case *made, enum gen_op op)
{
    uint64_t pc;
    bool second;
    for (size_t i = 0; question_at(made, op, i, &pc, &second); i++)
        gen_addf(out, "%s%s0x%" PRIx64, i ? " " : "pcs: ", second ? "2:" : "", pc);
    gen_addf(out, "\n");
}

void gen_add_signals(struct gen_buf *out, const struct gen_case *made, enum gen_op op)
{
    struct gen_buf line = { .pool = out->pool };
    uint64_t pc;
    bool second;
    gen_addf(&line, "signal-pcs: ");
    const size_t start = line.len;
    for (size_t i = 0; question_at(made, op, i, &pc, &second); i++) {
        const char *text = gen_textf(out->pool, " %s0x%" PRIx64 " ", second ? "2:" : "", pc);
        if (gen_is_in_signal(second ? &made->second->plan.model : model_of(made), pc) && !strstr(gen_text(&line), text))
            gen_addf(&line, "%s", text + 1);
    }
    if (line.len > start)
        gen_addf(out, "%.*s\n", (int)line.len - 1, gen_text(&line));
}

void gen_add_second(struct gen_buf *out, const struct gen_case *made)
{
    if (made->second)
        gen_addf(out, "second: %s\nsecond-addr: 0x%" PRIx64 "\nsecond-sha256: %s\n", made->second->stored,
                 made->second->plan.model.addr, made->second->sha256);
}

static void add_lookup(struct gen_buf *out, const struct gen_case *made)
{
    add_pcs(out, made, GEN_LOOKUP);
}

static void add_sequence(struct gen_buf *out, const struct gen_case *made)
{
    add_pcs(out, made, GEN_SEQUENCE);
    gen_add_second(out, made);
}

const struct gen_op_info gen_lookup_op = { "lookup", "-lookup", "look-up", offsetof(struct gen_plan, num_pcs),
                                           NULL,     look_up,   add_lookup };
const struct gen_op_info gen_sequence_op = {
    "sequence", "-sequence", "sequence", offsetof(struct gen_plan, sequence.line), check, ask_in_a_row, add_sequence
};
