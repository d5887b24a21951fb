/* SPDX-License-Identifier: MIT */
/* Cases: makes the bytes and the expected results of a plan, and writes both (corpus/README.md). */
#include "case_file.h"

#include "emit.h"
#include "expect.h"
#include "ops.h"

#include <inttypes.h>
#include <string.h>

const char *const gen_verdict_names[] = { "accept", "reject", "policy" };
const char gen_index_head[] =
    "id\trev\tfile\tsize\tsha256\tprofile\tabi\torder\top\tverdict\tclass\tcase-sha256\tlevel\n";
static const char LICENCE[] = "0BSD OR CC0-1.0";

/* ---- Making -------------------------------------------------------------- */

/* The recipe must name a clause that the fault breaks, so that coverage counts the case for it. */
static bool check_clauses(struct gen_pool *pool, const struct gen_plan *plan)
{
    struct gen_fault fault;
    size_t count, offended_count;
    if (!plan->fault || !gen_find_fault(plan->fault, &fault))
        return true;
    char **named = gen_words(pool, plan->clauses, &count);
    char **offended = gen_words(pool, fault.clauses, &offended_count);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < offended_count; j++)
            if (strcmp(named[i], offended[j]) == 0)
                return true;
    return gen_deny(plan, plan->expect_line, "'%s' breaks no clause of this recipe in %s; expected one of %s",
                    plan->fault, gen_profiles[plan->target.profile].name, fault.clauses);
}

/* The model must have the doubts that the recipe expects: none for "accept", only the named one for
   "policy". */
static bool check_doubts(const struct gen_plan *plan)
{
    struct gen_doubts doubts;
    const char *target = gen_abis[plan->target.abi].folder;
    gen_find_doubts(&plan->model, &doubts);
    gen_add_doubt(&doubts,
                  gen_profiles[plan->model.target.profile].version != gen_profiles[plan->target.profile].version,
                  "bad-version");
    for (size_t i = 0; i < doubts.count; i++)
        if (!plan->fault || strcmp(doubts.names[i], plan->fault) != 0)
            return gen_deny(plan, plan->expect_line,
                            "the section has the doubt '%s' (%s %s), which the recipe "
                            "does not expect",
                            doubts.names[i], gen_profiles[plan->target.profile].name, target);
    if (plan->fault && doubts.count == 0)
        return gen_deny(plan, plan->expect_line, "the section does not have the doubt '%s' (%s %s)", plan->fault,
                        gen_profiles[plan->target.profile].name, target);
    return true;
}

/* The bytes from one field to another. */
static bool range_of(const struct gen_case *made, const char *first, const char *last, unsigned line,
                     struct gen_range *range)
{
    const struct gen_field *from = gen_find_field(&made->section.fields, first);
    const struct gen_field *to = gen_find_field(&made->section.fields, last);
    if (!from || !to)
        return gen_deny(&made->plan, line, "the section has no field '%s'", from ? last : first);
    *range = (struct gen_range){ from->start, to->end };
    return range->end >= range->start || gen_deny(&made->plan, line, "'%s' lies before '%s'", last, first);
}

static bool find_range(struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    if (plan->error)
        return plan->elf.line || gen_deny(plan, plan->expect_line, "the parent is not an ELF file");
    return range_of(made, plan->at_first, plan->at_last, plan->expect_line, &made->range);
}

/* Where the section starts in a case's ELF file; 0 without one. */
static size_t section_at(const struct gen_case *made)
{
    const struct gen_field *section = made->plan.elf.line ? gen_find_field(&made->section.fields, "section") : NULL;
    return section ? section->start : 0;
}

static bool find_also(struct gen_pool *pool, struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    const uint8_t *bytes = made->section.bytes.data;
    const size_t base = section_at(made);
    made->also = gen_alloc(pool, plan->num_also, sizeof(*made->also));
    for (size_t i = 0; i < plan->num_also; i++) {
        const struct gen_also *also = &plan->also[i];
        struct gen_range *range = &made->also[i];
        /* Bytes count from the section, fields from the start of the file. */
        *range = (struct gen_range){ base + (size_t)also->start, base + (size_t)also->end };
        if (also->first && !range_of(made, also->first, also->last, also->line, range))
            return false;
        if (range->end > made->section.bytes.len)
            return gen_deny(plan, also->line, "the section ends before these bytes");
        while (also->trimmed && range->start < range->end && bytes[range->start] == 0)
            range->start++;
        while (also->trimmed && range->start < range->end && bytes[range->end - 1] == 0)
            range->end--;
        if (strcmp(also->fault, plan->fault) == 0 && range->start == made->range.start && range->end == made->range.end)
            return gen_deny(plan, also->line, "this is what 'expect:' says already");
    }
    return true;
}

/* A reject changes an accepted parent within the range of its fault; a recipe must explain any
   other. */
static bool check_explained(const struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    if ((gen_case_verdict(made->parent, GEN_DECODE) == GEN_POLICY) != (plan->parent_open != NULL))
        return gen_deny(plan, plan->parent_line,
                        plan->parent_open ? "'%s' is accepted; expected no 'parent-open:'"
                                          : "'%s' touches an open question; expected 'parent-open:' with the reason",
                        made->parent->id);
    if (plan->error)
        return !plan->elsewhere || gen_deny(plan, plan->expect_line, "'elsewhere:' is only for faults of a section");
    const bool there = gen_patch_within(&made->patch, made->range.start, made->range.end);
    if (there != (plan->elsewhere != NULL))
        return true;
    return gen_deny(
        plan, plan->expect_line,
        there ? "the patch of '%s' lies in the range of the fault; expected no 'elsewhere:'"
              : "the patch of '%s' lies outside the range of the fault; expected 'elsewhere:' with the reason",
        made->id);
}

static void start_case(struct gen_pool *pool, const struct gen_plan *plan, const struct gen_case *parent,
                       struct gen_case *made, struct gen_error *error)
{
    *made = (struct gen_case){ .plan = *plan, .parent = parent };
    made->plan.why = error;
    if (parent) {
        made->plan.model.addr = parent->plan.model.addr;
        made->plan.elf = parent->plan.elf;
    }
    made->id = gen_textf(pool, "%s/%s/%s", gen_profiles[plan->target.profile].name, gen_abis[plan->target.abi].folder,
                         plan->id_tail);
    made->stored = gen_textf(pool, "%s.%s", made->id, made->plan.elf.line ? "elf" : "sframe");
}

static bool finish_case(struct gen_case *made)
{
    sfr_sha256(made->section.bytes.data, made->section.bytes.len, made->sha256);
    if (made->input)
        sfr_sha256(made->input, strlen(made->input), made->input_sha256);
    return true;
}

/* Changes in an ELF file that is built: it means the same after them. */
static bool change_file(struct gen_pool *pool, struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    const struct gen_section built = made->section;
    struct gen_patch patch;
    if (plan->changes.count == 0)
        return true;
    const bool good = gen_apply(pool, plan->recipe->file, &plan->changes, &built, &made->section, &patch, plan->why);
    made->section.fre_len = built.fre_len;
    return good;
}

bool gen_build_case(struct gen_pool *pool, const struct gen_plan *plan, struct gen_case *made, struct gen_error *error)
{
    start_case(pool, plan, NULL, made, error);
    plan = &made->plan;
    if (!gen_check_model(&plan->model, error) || !gen_emit(pool, &plan->model, &made->section, error)
        || (plan->elf.line
            && !(gen_wrap_elf(pool, &plan->elf, plan->target.abi, &made->plan.model, &made->section, error)
                 && change_file(pool, made)))
        || !check_doubts(plan) || !check_clauses(pool, plan))
        return false;

    if (!gen_find_second(made) || !gen_make_bodies(pool, made))
        return false;
    return (!plan->encoding.line || gen_make_input(pool, made)) && finish_case(made);
}

bool gen_patch_case(struct gen_pool *pool, const struct gen_plan *plan, const struct gen_case *parent,
                    struct gen_case *made, struct gen_error *error)
{
    start_case(pool, plan, parent, made, error);
    const uint64_t addr = plan->model.addr;
    plan = &made->plan;
    if (plan->encoding.refusal)
        return gen_change_input(pool, parent, made) && finish_case(made);
    if ((plan->num_pcs || plan->machine.line) && (parent->plan.elf.line || parent->plan.model.addr != addr))
        return gen_deny(plan, plan->parent_line,
                        "look-ups and traces of a reject need a parent at 0x%" PRIx64 " and not in an ELF file", addr);
    if (!gen_apply(pool, plan->recipe->file, &plan->changes, &parent->section, &made->section, &made->patch, error)
        || !find_range(made) || !find_also(pool, made) || !check_clauses(pool, plan))
        return false;
    return check_explained(made) && gen_find_second(made) && gen_make_bodies(pool, made) && finish_case(made);
}

/* ---- Writing ------------------------------------------------------------- */

const char *gen_case_id(struct gen_pool *pool, const struct gen_case *made, enum gen_op op)
{
    if (made->plan.encoding.refusal)
        return op == GEN_ENCODE ? made->id : NULL;
    return gen_asks(&made->plan, op) ? gen_textf(pool, "%s%s", made->id, gen_ops[op]->ending) : NULL;
}

struct gen_file gen_text_file(const char *path, const char *text)
{
    return (struct gen_file){ path, { (const uint8_t *)text, strlen(text) } };
}

struct gen_file gen_case_subject(struct gen_pool *pool, const struct gen_case *made, enum gen_op op)
{
    const struct gen_buf *bytes = &made->section.bytes;
    if (op != GEN_ENCODE)
        return (struct gen_file){ made->stored, { bytes->data, bytes->len } };
    return gen_text_file(gen_textf(pool, "%s.dump", gen_case_id(pool, made, op)), made->input);
}

/* Look-ups and traces can be an open question although the section has none. */
enum gen_verdict gen_case_verdict(const struct gen_case *made, enum gen_op op)
{
    const bool open = made->readings[op] || (op == GEN_UNWIND && made->plan.machine.policy)
                      || (op == GEN_MERGE && made->plan.merge.policy);
    return open ? GEN_POLICY : made->plan.verdict;
}

static const char *policy_of(const struct gen_plan *plan)
{
    return plan->policy           ? plan->policy
           : plan->open           ? plan->open
           : plan->machine.policy ? plan->machine.policy
                                  : plan->merge.policy;
}

/* "read", or of a reject how much it matters. */
static const char *level_of(const struct gen_case *made, enum gen_op op)
{
    const struct gen_plan *plan = &made->plan;
    if (gen_case_verdict(made, op) != GEN_REJECT)
        return "read";
    if (plan->level)
        return plan->level;
    if (plan->encoding.refusal)
        return gen_level_of_refusal(plan->encoding.refusal, plan->target.profile);
    return plan->error ? "refuse" : gen_level_of(plan->fault, plan->target.profile);
}

const char *gen_case_reason(const struct gen_case *made, enum gen_op op)
{
    const struct gen_plan *plan = &made->plan;
    if (plan->error)
        return plan->error;
    switch (gen_case_verdict(made, op)) {
    case GEN_REJECT: return plan->encoding.refusal ? plan->encoding.refusal : plan->fault;
    case GEN_POLICY: return policy_of(plan);
    case GEN_ACCEPT: break;
    }
    return "";
}

static void add_reject(struct gen_buf *out, const struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    const size_t base = section_at(made);
    if (plan->encoding.refusal)
        gen_add_refusal(out, made);
    else if (!plan->error)
        gen_addf(out, "class: %s\nrange: 0x%zx-0x%zx\n", plan->fault, made->range.start - base, made->range.end - base);
    for (size_t i = 0; i < plan->num_also; i++)
        gen_addf(out, "%s%s 0x%zx-0x%zx%s", i ? "; " : "also: ", plan->also[i].fault, made->also[i].start - base,
                 made->also[i].end - base, i + 1 == plan->num_also ? "\n" : "");
    if (!plan->encoding.refusal) {
        gen_addf(out, "parent: %s\npatch: ", made->parent->id);
        gen_add_patch(out, &made->patch);
        gen_addf(out, "\n");
    }
    if (plan->parent_open)
        gen_addf(out, "parent-open: %s\n", plan->parent_open);
    if (plan->elsewhere)
        gen_addf(out, "elsewhere: %s\n", plan->elsewhere);
    if (plan->multi_fault)
        gen_addf(out, "multi-fault: %s\n", plan->multi_fault);
}

static void add_outcome(struct gen_buf *out, const struct gen_case *made, enum gen_op op)
{
    const struct gen_plan *plan = &made->plan;
    const enum gen_verdict verdict = gen_case_verdict(made, op);
    gen_addf(out, "expect: %s\n", gen_verdict_names[verdict]);
    if (verdict == GEN_REJECT)
        gen_addf(out, "level: %s\n", level_of(made, op));
    if (plan->level)
        gen_addf(out, "level-because: %s\n", plan->level_because);
    if (plan->error)
        gen_addf(out, "error: %s\n", plan->error);
    if (verdict == GEN_REJECT)
        add_reject(out, made);
    if (verdict == GEN_POLICY)
        gen_addf(out, "policy: %s\n", policy_of(plan));
    if (made->readings[op])
        gen_addf(out, "readings: %s\n", made->readings[op]);
    if (verdict == GEN_POLICY && plan->fault)
        gen_addf(out, "doubt: %s\n", plan->fault);
    if (plan->catches)
        gen_addf(out, "catches: %s\n", plan->catches);
}

/* The checksum of the case's file. */
static const char *sum_of(const struct gen_case *made, enum gen_op op)
{
    return op == GEN_ENCODE ? made->input_sha256 : made->sha256;
}

const char *gen_case_text(struct gen_pool *pool, const struct gen_case *made, enum gen_op op)
{
    const struct gen_plan *plan = &made->plan;
    const struct gen_file subject = gen_case_subject(pool, made, op);
    /* An encoder gets the meaning of its result. */
    const char *body = made->bodies[op == GEN_ENCODE ? GEN_DECODE : op];
    struct gen_buf out = { .pool = pool };
    gen_addf(&out, "id: %s\nrev: %u\ntitle: %s\nclauses: %s\n", gen_case_id(pool, made, op), plan->rev, plan->title,
             plan->clauses);
    gen_addf(&out, "profile: %s\naddr: 0x%" PRIx64 "\n%sfile: %s\nsize: %zu\nsha256: %s\n",
             gen_profiles[plan->target.profile].name, plan->model.addr, plan->elf.line ? "container: elf\n" : "",
             strrchr(subject.path, '/') + 1, subject.bytes.len, sum_of(made, op));
    gen_addf(&out, "op: %s\n", gen_ops[op]->name);
    if (gen_ops[op]->add_keys)
        gen_ops[op]->add_keys(&out, made);
    add_outcome(&out, made, op);
    gen_addf(&out, "origin: %s\nlicence: %s\n", plan->recipe->file, LICENCE);
    if ((op == GEN_LOOKUP && made->bodies[op]) || op == GEN_SEQUENCE)
        gen_add_signals(&out, made, op);
    const char *decided = gen_decided(pool, made, op);
    gen_addf(&out, "%s%s%s\n", *decided ? "decided: " : "", decided, *decided ? "\n" : "");
    if (body)
        gen_addf(&out, "%s", body);
    return gen_text(&out);
}

const char *gen_index_line(struct gen_pool *pool, const struct gen_case *made, enum gen_op op, const char *case_text)
{
    const struct gen_plan *plan = &made->plan;
    const struct gen_abi_info *abi = &gen_abis[plan->target.abi];
    const struct gen_file subject = gen_case_subject(pool, made, op);
    const enum gen_verdict verdict = gen_case_verdict(made, op);
    char case_sum[SFR_SHA256_TEXT];
    sfr_sha256(case_text, strlen(case_text), case_sum);
    return gen_textf(pool, "%s\t%u\t%s\t%zu\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", gen_case_id(pool, made, op),
                     plan->rev, subject.path, subject.bytes.len, sum_of(made, op),
                     gen_profiles[plan->target.profile].name, abi->family, abi->big ? "big" : "little",
                     gen_ops[op]->name, gen_verdict_names[verdict],
                     verdict == GEN_REJECT ? gen_case_reason(made, op) : "-", case_sum, level_of(made, op));
}
