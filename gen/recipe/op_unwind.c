/* SPDX-License-Identifier: MIT */
/* Stack traces by Appendix A and the ABI chapters, on the generator's own model. */
#include "expect.h"
#include "ops.h"
#include "readers.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

enum { USUAL_MAX = 256 };

static const char *const ends[] = { "outermost", "no-fde", "no-fre", "bad-read", "unsafe", "limit" };

/* ---- Keys of recipes ----------------------------------------------------- */

bool gen_read_value(const struct gen_reading *in, const char *text, bool is_address, uint64_t *value)
{
    struct gen_number number;
    if (!gen_parse_number(text, &number) || !gen_number_bits(number, value))
        return false;
    if (*text == '+' || (is_address && *text == '-'))
        *value += in->plan->model.addr;
    return true;
}

/* The DWARF number of "sp", "fp" or "r10"; SP and FP have no other name. */
static bool read_register(const struct gen_reading *in, const char *name, uint64_t *number)
{
    const struct gen_abi_info *abi = &gen_abis[in->plan->target.abi];
    uint32_t reg;
    const bool good = gen_parse_register(name, strlen(name), in->plan->target.abi, &reg);
    *number = good ? reg : 0;
    return good && (*name != 'r' || (reg != abi->sp && reg != abi->fp));
}

uint64_t *gen_value_of(struct gen_word *words, size_t count, uint64_t key)
{
    for (size_t i = 0; i < count; i++)
        if (words[i].key == key)
            return &words[i].value;
    return NULL;
}

/* "KEY=VALUE": cuts the word at its '='. NULL without one. */
static char *cut_value(char *word)
{
    char *equals = strchr(word, '=');
    if (!equals || equals == word)
        return NULL;
    *equals = 0;
    return equals + 1;
}

bool gen_read_regs(struct gen_reading *in)
{
    struct gen_machine *machine = &in->plan->machine;
    machine->regs = gen_alloc(in->pool, in->count, sizeof(*machine->regs));
    for (size_t i = 0; i < in->count; i++) {
        struct gen_word *reg = &machine->regs[machine->num_regs];
        char *text = cut_value(in->words[i]);
        const bool pc = text && gen_word_is(in, i, "pc");
        if (!text || !gen_read_value(in, text, pc, pc ? &machine->pc : &reg->value))
            return gen_refuse(in, "expected registers such as pc=+0x104 sp=0x7000 r10=8, got '%s'", in->words[i]);
        machine->has_pc = machine->has_pc || pc;
        if (pc)
            continue;
        if (!read_register(in, in->words[i], &reg->key) || gen_value_of(machine->regs, machine->num_regs, reg->key))
            return gen_refuse(in, "expected pc, sp, fp or r and another DWARF number, each once, got '%s'",
                              in->words[i]);
        machine->num_regs++;
    }
    return true;
}

bool gen_read_mem(struct gen_reading *in)
{
    struct gen_machine *machine = &in->plan->machine;
    for (size_t i = 0; i < in->count; i++) {
        machine->mem = gen_grow(in->pool, machine->mem, machine->num_mem, &machine->cap_mem, sizeof(*machine->mem));
        struct gen_word *word = &machine->mem[machine->num_mem];
        char *text = cut_value(in->words[i]);
        if (!text || !gen_read_value(in, in->words[i], true, &word->key)
            || !gen_read_value(in, text, false, &word->value)
            || gen_value_of(machine->mem, machine->num_mem, word->key))
            return gen_refuse(in, "expected words of memory such as 0x7000=+0x204, each once, got '%s'", in->words[i]);
        machine->num_mem++;
    }
    return true;
}

bool gen_read_trace_limit(struct gen_reading *in)
{
    struct gen_machine *machine = &in->plan->machine;
    const bool mask = strcmp(in->line->key->name, "pac-mask") == 0;
    struct gen_number number;
    if (!gen_parse_number(in->value, &number) || number.negative || (!mask && number.magnitude > USUAL_MAX)
        || number.magnitude == 0)
        return false;
    *(mask ? &machine->pac_mask : &machine->max) = number.magnitude;
    return true;
}

/* "unsafe", "limit policy AMB-102" */
bool gen_read_ends(struct gen_reading *in)
{
    struct gen_machine *machine = &in->plan->machine;
    const int end = gen_find_word(ends, sizeof ends / sizeof *ends, in->words[0], strlen(in->words[0]));
    machine->ends = end < 0 ? NULL : ends[end];
    if (end < 0 || (in->count != 1 && (in->count != 3 || !gen_word_is(in, 1, "policy"))))
        return false;
    if (in->count == 1)
        return true;
    if (!gen_policy_applies(in->words[2], in->plan->target.profile))
        return gen_refuse(in, "no policy '%s' applies to profile %s; see ref/registers/policies.txt", in->words[2],
                          gen_profiles[in->plan->target.profile].name);
    machine->policy = in->words[2];
    return true;
}

static bool check(const struct gen_plan *plan)
{
    const struct gen_machine *machine = &plan->machine;
    const struct gen_abi_info *abi = &gen_abis[plan->target.abi];
    const bool there = machine->line, reject = plan->verdict == GEN_REJECT;
    const bool complete = machine->has_pc && gen_value_of(machine->regs, machine->num_regs, abi->sp)
                          && gen_value_of(machine->regs, machine->num_regs, abi->fp);
    const struct gen_rule_of_plan rules[] = {
        { !there && machine->ends_line, machine->ends_line, "a trace needs 'regs:'" },
        { !there && machine->mem_line, machine->mem_line, "a trace needs 'regs:'" },
        { there && machine->ends && reject, machine->ends_line, "a rejected section gives no trace, which could end" },
        { there && !machine->ends && !reject, machine->line, "expected 'ends:' with one of " GEN_END_NAMES },
        { there && !complete, machine->line, "a trace needs pc, sp and fp" },
        { there && machine->policy && plan->verdict == GEN_POLICY, machine->ends_line,
          "the section already has an open question; expected no second one" },
    };
    return gen_keeps_rules(plan, rules, sizeof rules / sizeof *rules);
}

/* ---- Appendix A ---------------------------------------------------------- */

/* A frame. `end` says why the trace ends there; NULL: it goes on. */
struct walk {
    const struct gen_model *models[2]; /* of both sections; the second one may be NULL */
    const struct gen_model *model;     /* that has the function of the frame */
    const struct gen_machine *machine;
    uint64_t pc, sp, fp, last_pc;
    bool topmost, last; /* last: of those that the trace may have, so that nobody reads its caller */
    bool interrupted;   /* the frame below is a signal frame, so that no call made this PC a return address */
    const char *end;
    struct gen_error *error;
};

static uint64_t stop(struct walk *w, const char *end)
{
    if (!w->end)
        w->end = end;
    return 0;
}

static uint64_t read_memory(struct walk *w, uint64_t at)
{
    const uint64_t *word = gen_value_of(w->machine->mem, w->machine->num_mem, at);
    return word ? *word : stop(w, "bad-read");
}

/* SP and FP are known in every frame, other registers only in the topmost one. */
static uint64_t read_reg(struct walk *w, uint32_t number)
{
    const struct gen_abi_info *abi = &gen_abis[w->model->target.abi];
    if (number == abi->sp)
        return w->sp;
    if (number == abi->fp)
        return w->fp;
    if (!w->topmost)
        return stop(w, "unsafe");
    const uint64_t *reg = gen_value_of(w->machine->regs, w->machine->num_regs, number);
    return reg ? *reg : stop(w, "bad-read");
}

/* The value of a rule; `own` is the register of an unchanged value. Sums wrap at 64 bits. */
static uint64_t apply(struct walk *w, const struct gen_rule *rule, uint64_t cfa, uint32_t own)
{
    const uint64_t offset = (uint64_t)rule->offset;
    if (w->end)
        return 0;
    switch (rule->kind) {
    case GEN_SAME: return read_reg(w, own);
    case GEN_REG: return read_reg(w, rule->reg) + offset;
    case GEN_CFA: return cfa + offset;
    case GEN_MEM_CFA: return read_memory(w, cfa + offset);
    case GEN_MEM_REG: {
        const uint64_t base = read_reg(w, rule->reg);
        return w->end ? 0 : read_memory(w, base + offset);
    }
    case GEN_UNSAID:
    case GEN_NONE:
    case GEN_UNDEFINED: break;
    }
    return stop(w, "no-fre");
}

static void go_to_caller(struct walk *w, const struct gen_func *func, const struct gen_row *row)
{
    const struct gen_abi_info *abi = &gen_abis[w->model->target.abi];
    const struct gen_rules rules = gen_effective_rules(w->model, func, row);
    if (row->outermost) {
        stop(w, "outermost");
        return;
    }
    if (w->last) {
        stop(w, "limit");
        return;
    }
    const uint64_t cfa = apply(w, &rules.cfa, 0, 0);
    uint64_t ra = apply(w, &rules.ra, cfa, abi->ra);
    const uint64_t fp = apply(w, &rules.fp, cfa, abi->fp);
    if (row->mangled)
        ra &= ~w->machine->pac_mask;
    w->pc = ra;
    w->sp = cfa - abi->below_cfa;
    w->fp = fp;
    w->topmost = false;
}

/* The PC to look up. A return address may lie after the end of its caller: AMB-100. */
static uint64_t looked_up(const struct walk *w)
{
    const enum gen_caller_pc way = w->model->view.caller;
    const bool exact = w->topmost || way == GEN_PC || (way == GEN_PC_MINUS_1_UNLESS_SIGNAL && w->interrupted);
    return exact ? w->pc : w->pc - 1;
}

static bool step(struct walk *w)
{
    static const struct gen_row outermost = { .outermost = true };
    struct gen_hit hit = { .func = -1 };
    for (int i = 0; i < 2 && hit.func < 0 && w->models[i]; i++) {
        w->model = w->models[i];
        if (!gen_look_up(w->model, looked_up(w), &hit, w->error))
            return false;
    }
    w->interrupted = hit.func >= 0 && w->model->funcs[hit.func].signal_p;
    if (hit.func < 0)
        stop(w, "no-fde");
    else if (hit.row < 0 && !hit.outermost)
        stop(w, "no-fre");
    else
        go_to_caller(w, &w->model->funcs[hit.func],
                     hit.row < 0 ? &outermost : &w->model->funcs[hit.func].rows[hit.row]);
    return true;
}

/* The trace by the plan's own model, and by that of a second section where it has no function. Fails if a PC lies in
   two functions, or if the reference's view does not end as the recipe expects. */
static bool unwind(struct gen_buf *out, const struct gen_case *made, const struct gen_view *view)
{
    const struct gen_plan *plan = &made->plan;
    struct gen_model model = plan->model, second = made->second ? made->second->plan.model : model;
    const struct gen_abi_info *abi = &gen_abis[plan->target.abi];
    const struct gen_machine *machine = &plan->machine;
    const uint64_t max = machine->max ? machine->max : USUAL_MAX;
    struct walk w = {
        .models = { &model, made->second ? &second : NULL },
        .model = &model,
        .machine = machine,
        .pc = machine->pc,
        .sp = *gen_value_of(machine->regs, machine->num_regs, abi->sp),
        .fp = *gen_value_of(machine->regs, machine->num_regs, abi->fp),
        .topmost = true,
        .error = plan->why,
    };
    model.view = second.view = *view;
    gen_addf(out, "sframe-dump 1\n");
    for (uint64_t i = 0; !w.end; i++) {
        gen_addf(out, "frame %" PRIu64 " pc=0x%" PRIx64 " sp=0x%" PRIx64 " fp=0x%" PRIx64 "\n", i, w.pc, w.sp, w.fp);
        w.last_pc = w.pc;
        w.last = i + 1 == max;
        if (!step(&w))
            return false;
    }
    gen_addf(out, "end %s\n", w.end);
    return !gen_is_own_view(view) || strcmp(w.end, machine->ends) == 0
           || gen_deny(plan, machine->ends_line, "the trace ends with '%s' at PC 0x%" PRIx64 " (%s %s)", w.end,
                       w.last_pc, gen_profiles[plan->target.profile].name, abi->folder);
}

/* ---- The case file ------------------------------------------------------- */

static void add_keys(struct gen_buf *out, const struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    const struct gen_machine *machine = &plan->machine;
    gen_add_second(out, made);
    gen_addf(out, "regs: pc=0x%" PRIx64, machine->pc);
    for (size_t i = 0; i < machine->num_regs; i++) {
        gen_addf(out, " ");
        gen_add_register(out, machine->regs[i].key, plan->target.abi);
        gen_addf(out, "=0x%" PRIx64, machine->regs[i].value);
    }
    for (size_t i = 0; i < machine->num_mem; i++)
        gen_addf(out, "%s0x%" PRIx64 "=0x%" PRIx64, i ? " " : "\nmem: ", machine->mem[i].key, machine->mem[i].value);
    if (machine->pac_mask)
        gen_addf(out, "\npac-mask: 0x%" PRIx64, machine->pac_mask);
    if (machine->max)
        gen_addf(out, "\nmax: %" PRIu64, machine->max);
    gen_addf(out, "\n");
}

const struct gen_op_info gen_unwind_op = { "unwind", "-unwind", "trace", offsetof(struct gen_plan, machine.line),
                                           check,    unwind,    add_keys };
