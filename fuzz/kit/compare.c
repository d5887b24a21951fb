/* SPDX-License-Identifier: MIT */
/* Are the answers of a reader right, may they be what they are, or are they wrong? */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sfr_text.h"
#include "view.h"

/* Comparing each function with each other would take too long with more; an overlap is believed then. */
enum { MAX_OVERLAP = 400 };

/* One comparison. */
struct judge {
    const struct sfk_reader *reader;
    const struct sfk_section *section;
    const struct sfk_questions *questions;
    const struct sfk_answer *theirs;
    struct sfk_difference *difference;
    enum sfk_outcome worst; /* so far; the first such thing is the difference */
    struct sfr_section s;
    struct sfr_verdict verdict;
    struct sfr_finding must; /* a violation that nothing excuses; fault 0: none */
    /* The function of a violation that a late reader may not see: is it asked for, and its rows as far as they were
       read. Findings come in the order of the rows, so that no row is read for each of them. */
    struct sfr_fde fde;
    bool asked, has_rows, ended; /* ended: `row` is the first that begins after the function */
    struct sfr_fre_cursor rows;
    struct sfr_fre row;
    bool ra_zero, flexible; /* an RA word is 0; a function is flexible */
    bool both_fp;      /* a row has an FP word, and the header an offset: no case has an answer (AMBIGUITY AMB-059) */
    uint32_t wrapping; /* the last function that reaches past address 0, or SFR_NO_INDEX */
    bool overlap;      /* functions have a byte in common: no look-up is right or wrong */
    const char *excuse, *may_not; /* why it may be accepted; the question by which it must not */
    const char *may_reject, *must_reject;
};

__attribute__((format(printf, 4, 5))) static enum sfk_outcome say(struct judge *j, enum sfk_outcome outcome,
                                                                  const char *question, const char *format, ...)
{
    va_list ap;

    if (outcome <= j->worst)
        return outcome;
    va_start(ap, format);
    vsnprintf(j->difference->text, sizeof j->difference->text, format, ap);
    va_end(ap);
    j->difference->question = question;
    j->worst = outcome;
    return outcome;
}

/* ---- The verdict ---- */

static bool is_in(const struct sfr_fde *fde, uint64_t pc)
{
    return pc >= fde->start && pc - fde->start < fde->sfde_func_size;
}

/* How many functions have the PC. */
static unsigned functions_of(const struct sfr_section *s, uint64_t pc)
{
    struct sfr_fde fde;
    unsigned count = 0;

    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        sfr_read_fde(s, i, &fde);
        count += is_in(&fde, pc);
    }
    return count;
}

/* A reader that reads functions late has to read all of one whose last byte is asked for. */
static void take_function(struct judge *j, uint32_t index)
{
    j->has_rows = sfr_read_fde(&j->s, index, &j->fde) == SFR_FAULT_NONE;
    j->asked = j->ended = false;
    sfr_fres(&j->rows, &j->s, &j->fde);
    const uint64_t last = j->fde.start + j->fde.sfde_func_size - 1;
    size_t i = 0;
    while (i < j->questions->num_pcs && j->questions->pcs[i] != last)
        i++;
    if (i < j->questions->num_pcs && j->fde.pc_type == SFR_FDE_PCTYPE_INC && is_in(&j->fde, last))
        j->asked = functions_of(&j->s, last) == 1;
}

/* Does the row, or one before it, begin after its function, so that no PC needs its words? They may be what cannot be
   read. */
static bool is_unreachable(struct judge *j, uint32_t row)
{
    enum sfr_fault fault = SFR_FAULT_NONE;
    bool more = true;

    while (j->rows.next <= row && !j->ended && fault == SFR_FAULT_NONE && more) {
        fault = sfr_next_fre(&j->rows, &j->row, &more);
        j->ended = more && j->row.sfre_start_address >= j->fde.sfde_func_size;
    }
    return j->ended && j->row.index <= row;
}

static bool is_asked(struct judge *j, const struct sfr_finding *f)
{
    const bool in_rows = f->fre != SFR_NO_INDEX || f->fault == SFR_FAULT_FRE_COUNT_OUT_OF_BOUNDS;

    if (!j->rows.section || j->fde.index != f->fde)
        take_function(j, f->fde);
    return j->asked && !(j->has_rows && in_rows && is_unreachable(j, f->fre));
}

/* The level of a fault, but where a reader can do without what is wrong, as the cases of the corpus say. */
static enum sfr_level level_of(const struct judge *j, const struct sfr_finding *f)
{
    struct sfr_fde fde = { .sfde_func_num_fres = 1 };
    const enum sfr_level level = sfr_fault_level(f->fault, j->section->profile);
    enum sfr_level lowest = SFR_LEVEL_SAFE;

    if (f->fde != SFR_NO_INDEX)
        sfr_read_fde(&j->s, f->fde, &fde);
    if (f->fault == SFR_FAULT_FRE_OFFSET_OUT_OF_BOUNDS && fde.sfde_func_num_fres == 0)
        lowest = SFR_LEVEL_STRICT;
    if (fde.sfde_func_num_fres == 0
        && (f->fault == SFR_FAULT_BAD_FRE_TYPE || f->fault == SFR_FAULT_BAD_FDE_TYPE
            || f->fault == SFR_FAULT_BAD_REP_SIZE))
        lowest = SFR_LEVEL_VALIDATE;
    if (f->fault == SFR_FAULT_BAD_FLEX_WORD_COUNT)
        return (f->value >> 1 & 15) == 1 ? SFR_LEVEL_REFUSE : SFR_LEVEL_STRICT;
    if (f->fault == SFR_FAULT_BAD_FIXED_RA && j->section->data[4] != SFR_ABI_AMD64_ENDIAN_LITTLE)
        lowest = SFR_LEVEL_STRICT;
    if (f->fault == SFR_FAULT_SUBSECTIONS_NOT_TILED && j->s.fre_start > j->s.fde_end)
        lowest = SFR_LEVEL_STRICT;
    if (f->fault == SFR_FAULT_UNDEFINED_FLAG && f->clause == SFR_CLAUSE_V3_FLG_07)
        lowest = SFR_LEVEL_STRICT;
    return level > lowest ? level : lowest;
}

static const char *excuse_of(struct judge *j, const struct sfr_finding *f)
{
    const enum sfr_policy policy = sfr_fault_info(f->fault)->policy;
    const enum sfr_level gate = j->reader->level ? j->reader->level : SFR_LEVEL_REFUSE;

    if (sfk_policy_allows(j->reader, policy, false))
        return sfr_policy_info(policy)->id;
    if (level_of(j, f) > gate)
        return "level";
    return j->reader->late && f->fde != SFR_NO_INDEX && !is_asked(j, f) ? "late" : NULL;
}

static void see_violation(struct judge *j, const struct sfr_finding *f)
{
    const enum sfr_policy policy = sfr_fault_info(f->fault)->policy;

    if (j->must.fault != SFR_FAULT_NONE)
        return;
    const char *excuse = excuse_of(j, f);
    if (!excuse) {
        j->must = *f;
        j->may_not = policy != SFR_POLICY_NONE && j->reader->answers[policy] ? sfr_policy_info(policy)->id : NULL;
    }
    j->excuse = j->excuse ? j->excuse : excuse;
}

static void see(void *ctx, const struct sfr_finding *f)
{
    struct judge *j = ctx;
    const enum sfr_policy policy = sfr_fault_info(f->fault)->policy;

    if (f->severity == SFR_SEVERITY_VIOLATION)
        see_violation(j, f);
    j->ra_zero |= f->fault == SFR_FAULT_RA_WORD_ZERO;
    j->both_fp |= f->fault == SFR_FAULT_BOTH_FP_OFFSETS;
    if (f->severity == SFR_SEVERITY_DOUBT && sfk_policy_allows(j->reader, policy, true)) {
        j->may_reject = sfr_policy_info(policy)->id;
        if (j->reader->answers[policy] != 0)
            j->must_reject = j->may_reject;
    }
}

/* Questions that no finding shows: functions that overlap in an unsorted section, and that wrap. */
static void see_places(struct judge *j)
{
    struct sfr_fde fde;

    for (uint32_t i = 0; i < j->s.hdr.sfh_num_fdes && i < MAX_OVERLAP; i++) {
        sfr_read_fde(&j->s, i, &fde);
        const uint64_t end = fde.start + fde.sfde_func_size;
        const bool below = fde.distance < 0 ? fde.start > j->s.addr : fde.start < j->s.addr;
        if ((end < fde.start || below) && sfk_policy_allows(j->reader, SFR_POLICY_SFR_ADDRESS_WRAP, true))
            j->may_reject = "SFR-ADDRESS-WRAP";
        j->wrapping = end != 0 && end < fde.start ? i : j->wrapping;
        j->flexible |= fde.fde_type == SFR_FDE_TYPE_FLEX;
        if (fde.sfde_func_size > 0 && (j->s.hdr.sfh_num_fdes > MAX_OVERLAP || functions_of(&j->s, fde.start) > 1))
            j->overlap = true;
        if (j->overlap && sfk_policy_allows(j->reader, SFR_POLICY_AMB_023, true))
            j->may_reject = "AMB-023";
    }
}

/* ---- One look-up ---- */

static bool same_rule(const struct sfr_rule *a, const struct sfr_rule *b, bool hidden)
{
    const bool has_reg = a->kind == SFR_RULE_REG || a->kind == SFR_RULE_MEM_REG;
    const bool has_offset = has_reg || a->kind == SFR_RULE_CFA || a->kind == SFR_RULE_MEM_CFA;
    return hidden || (a->kind == b->kind && (!has_reg || a->reg == b->reg) && (!has_offset || a->offset == b->offset));
}

/* NO_FDE and NO_FRE are one answer, and so are an outermost function and an outermost row. */
static enum sfr_found kind_of(enum sfr_found found, const struct sfr_rules *rules)
{
    if (found == SFR_FOUND && rules->ra.kind == SFR_RULE_UNDEFINED)
        return SFR_FOUND_OUTERMOST;
    return found == SFR_FOUND_NO_FRE ? SFR_FOUND_NO_FDE : found;
}

static bool matches(const struct judge *j, size_t i, const struct sfk_view *v, unsigned hidden)
{
    const unsigned hides = j->reader->hides | hidden;
    const struct sfr_rules *a = &v->hit.rules, *b = &j->theirs->rules[i];
    const enum sfr_found ours = kind_of(v->found, a), theirs = kind_of(j->theirs->found[i], b);

    if (ours != theirs || ours != SFR_FOUND)
        return ours == theirs;
    return same_rule(&a->cfa, &b->cfa, hides & SFK_HIDES_CFA) && same_rule(&a->ra, &b->ra, hides & SFK_HIDES_RA)
           && same_rule(&a->fp, &b->fp, hides & SFK_HIDES_FP)
           && ((hides & SFK_HIDES_MANGLED) || a->mangled_ra_p == b->mangled_ra_p);
}

/* Does the reader not settle the question as the reference does? */
static bool is_open(const struct judge *j, enum sfr_policy policy)
{
    return j->reader->answers[policy] != 1;
}

/* The first question of these bits that the reader does not settle, or, if `or_other`, settles in another way than the
   reference; NULL: none. */
static const char *unsettled(const struct judge *j, unsigned bits, bool or_other)
{
    for (unsigned i = 0; i < SFK_VIEW_BITS; i++) {
        const enum sfr_policy policy = sfk_view_policy(&j->s, i);
        if ((bits >> i & 1) && (or_other ? is_open(j, policy) : j->reader->answers[policy] == 0))
            return sfr_policy_info(policy)->id;
    }
    return NULL;
}

static void print_view(char *text, size_t size, unsigned abi, enum sfr_found found, const struct sfr_rules *rules)
{
    static const char *const names[] = { "", "outermost", "none", "none", "refused" };
    char cfa[SFR_RULE_TEXT_MAX], ra[SFR_RULE_TEXT_MAX], fp[SFR_RULE_TEXT_MAX];

    if (found != SFR_FOUND) {
        snprintf(text, size, "%s", names[found]);
        return;
    }
    sfr_rule_text(cfa, &rules->cfa, abi);
    sfr_rule_text(ra, &rules->ra, abi);
    sfr_rule_text(fp, &rules->fp, abi);
    snprintf(text, size, "cfa=%s ra=%s fp=%s mangled=%d", cfa, ra, fp, rules->mangled_ra_p);
}

static enum sfk_outcome say_other(struct judge *j, enum sfk_outcome outcome, const char *question, size_t i)
{
    const struct sfk_view ours = sfk_look_up(&j->s, j->wrapping, j->questions->pcs[i], 0);
    const unsigned abi = j->s.hdr.sfh_abi_arch;
    char expected[192], seen[192];

    print_view(expected, sizeof expected, abi, ours.found, &ours.hit.rules);
    print_view(seen, sizeof seen, abi, j->theirs->found[i], &j->theirs->rules[i]);
    return say(j, outcome, question, "pc 0x%" PRIx64 ": expected %s, got %s", j->questions->pcs[i], expected, seen);
}

static enum sfk_outcome compare_pc(struct judge *j, size_t i)
{
    const uint64_t pc = j->questions->pcs[i];
    const struct sfk_view own = sfk_look_up(&j->s, j->wrapping, pc, 0);
    const char *against = NULL, *open = NULL;

    if ((unsigned)j->theirs->found[i] > SFR_FOUND_BAD)
        return SFK_EQUAL;
    for (unsigned bits = 0; bits < 1u << SFK_VIEW_BITS; bits++) {
        const struct sfk_view v = sfk_look_up(&j->s, j->wrapping, pc, bits);
        if ((bits & ~v.concerned) || !matches(j, i, &v, 0))
            continue;
        const char *contradicted = sfk_contradicted(j->reader, &j->s, bits, v.concerned);
        if (contradicted) {
            against = contradicted;
            continue;
        }
        const char *question = unsettled(j, bits, false);
        if (!question)
            return SFK_EQUAL;
        open = open ? open : question;
    }
    if (open)
        return say_other(j, SFK_OPEN, open, i);
    if (j->both_fp && !against && matches(j, i, &own, SFK_HIDES_FP))
        return say_other(j, SFK_OPEN, "AMB-059", i);
    return j->overlap ? say_other(j, SFK_OPEN, "AMB-023", i) : say_other(j, SFK_WRONG, against, i);
}

/* ---- The dump ---- */

/* Compares what is written with their dump. */
struct reading {
    const char *at;
    size_t line;
    bool key, other; /* only the key of a function differs; something else does */
};

static bool read_on(void *ctx, const char *text, size_t len)
{
    struct reading *r = ctx;

    for (size_t i = 0; i < len && !r->other; i++) {
        const bool key = i >= 5 && memcmp(text + i - 5, " key=", 5) == 0;
        r->line += text[i] == '\n';
        if (*r->at != text[i] && key && *r->at != '\0')
            r->key = true;
        else
            r->other = *r->at != text[i];
        r->at += *r->at != '\0';
    }
    return !r->other;
}

/* A question by which a row of the dump may differ; NULL: none. */
static const char *open_in_dump(const struct judge *j)
{
    const bool s390x = j->s.hdr.sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG;

    if (j->both_fp || (s390x && j->s.hdr.sfh_cfa_fixed_fp_offset))
        return "AMB-059";
    if (j->ra_zero && is_open(j, SFR_POLICY_AMB_060))
        return "AMB-060";
    return s390x && j->flexible && is_open(j, SFR_POLICY_SFR_LOADED_CFA) ? "SFR-LOADED-CFA" : NULL;
}

static enum sfk_outcome compare_dump(struct judge *j)
{
    struct reading r = { j->theirs->dump, 1, false, false };

    sfr_dump(&j->s, 0, read_on, &r);
    const char *question = open_in_dump(j);
    if (r.other || *r.at != '\0')
        return say(j, question ? SFK_OPEN : SFK_WRONG, question, "line %zu of the dump differs", r.line);
    if (!r.key)
        return SFK_EQUAL;
    const bool open = j->s.profile == SFR_PROFILE_V1 && is_open(j, SFR_POLICY_AMB_047);
    return say(j, open ? SFK_OPEN : SFK_WRONG, open ? "AMB-047" : NULL, "the key of a function differs");
}

/* ---- The trace ---- */

static bool same_frame(const struct sfr_frame *a, const struct sfr_frame *b)
{
    return a->pc == b->pc && a->sp == b->sp && a->fp == b->fp;
}

/* One step from a frame of theirs to the next, or to the end. */
static enum sfk_outcome compare_step(struct judge *j, struct sfk_program *program, size_t i)
{
    const struct sfk_answer *theirs = j->theirs;
    const bool ends = i + 1 == theirs->num_frames;
    struct sfr_frame from = theirs->frames[i], next = { 0 };

    from.topmost = i == 0;
    for (unsigned back = 0; back < (i == 0 ? 1u : 2u); back++) {
        from.pc = theirs->frames[i].pc - back;
        const enum sfr_stop stop = sfr_unwind_step(&j->s, &program->machine, &from, &next);
        const bool full = stop == SFR_STOP_NONE && theirs->stop == SFR_STOP_LIMIT && i + 1 == SFK_MAX_FRAMES;
        const bool same = ends ? full || (stop != SFR_STOP_NONE && stop == theirs->stop)
                               : stop == SFR_STOP_NONE && same_frame(&next, &theirs->frames[i + 1]);
        if (same && back == 0)
            return SFK_EQUAL;
        if (same)
            return say(j, SFK_OPEN, "AMB-100", "frame %zu looked up by the byte before", i);
        const char *question = unsettled(j, sfk_look_up(&j->s, j->wrapping, from.pc, 0).concerned, true);
        if (question)
            return say(j, SFK_OPEN, question, "frame %zu", i);
        if (stop == SFR_STOP_UNSAFE)
            return say(j, SFK_OPEN, "AMB-089", "frame %zu needs another register than SP and FP", i);
        if (ends && stop == SFR_STOP_NONE && next.sp <= theirs->frames[i].sp)
            return say(j, SFK_OPEN, "AMB-102", "the stack does not grow after frame %zu", i);
    }
    return say(j, SFK_WRONG, NULL, "the trace differs after frame %zu (pc 0x%" PRIx64 ")", i, theirs->frames[i].pc);
}

static enum sfk_outcome compare_trace(struct judge *j, struct sfk_program *program)
{
    const struct sfk_answer *theirs = j->theirs;
    enum sfk_outcome outcome = SFK_EQUAL;

    if (j->overlap)
        return SFK_EQUAL;
    if (theirs->num_frames > SFK_MAX_FRAMES)
        return say(j, SFK_WRONG, NULL, "a trace of %zu frames", theirs->num_frames);
    if (theirs->num_frames == 0 || !same_frame(&theirs->frames[0], &program->frame))
        return say(j, SFK_WRONG, NULL, "the trace does not begin with the frame given");
    for (size_t i = 0; i < theirs->num_frames && outcome == SFK_EQUAL; i++)
        outcome = compare_step(j, program, i);
    return outcome;
}

/* ---- All ---- */

static bool refuses(const struct judge *j)
{
    bool refused = !j->theirs->accepted;

    for (size_t i = 0; i < j->questions->num_pcs && j->theirs->found; i++)
        refused |= j->theirs->found[i] == SFR_FOUND_BAD;
    return refused;
}

static enum sfk_outcome compare_bad(struct judge *j, bool refused)
{
    if (refused)
        return SFK_EQUAL;
    if (j->must.fault != SFR_FAULT_NONE)
        return say(j, SFK_WRONG, j->may_not, "accepted, but %s at 0x%" PRIx64 "-0x%" PRIx64,
                   sfr_fault_info(j->must.fault)->name, j->must.start, j->must.end);
    return say(j, SFK_OPEN, j->excuse, "accepted, with %s", sfr_fault_info(j->verdict.first.fault)->name);
}

static bool leaves_out(const struct judge *j)
{
    const struct sfr_header *h = &j->s.hdr;
    const unsigned is = (h->sfp_flags & SFR_F_FDE_SORTED ? 0 : SFK_REFUSES_UNSORTED)
                        | (h->sfp_flags & SFR_F_FDE_FUNC_START_PCREL ? 0 : SFK_REFUSES_UNPCREL)
                        | (h->sfh_num_fdes == 0 ? SFK_REFUSES_EMPTY : 0) | (j->flexible ? SFK_REFUSES_FLEXIBLE : 0);
    return (j->reader->refuses & is) != 0;
}

static enum sfk_outcome compare_refusal(struct judge *j)
{
    if (leaves_out(j))
        return SFK_EQUAL;
    if (j->may_reject)
        return say(j, SFK_OPEN, j->may_reject, "refused");
    if (j->theirs->accepted && !(j->s.hdr.sfp_flags & SFR_F_FDE_SORTED) && j->reader->answers[SFR_POLICY_AMB_024] == 0)
        return say(j, SFK_OPEN, "AMB-024", "a look-up in an unsorted section refused");
    return say(j, SFK_WRONG, NULL, "refused, but nothing is wrong");
}

static enum sfk_outcome compare_good(struct judge *j, struct sfk_program *program)
{
    if (j->must_reject)
        return say(j, SFK_WRONG, j->must_reject, "accepted, though %s is declared to be refused", j->must_reject);
    for (size_t i = 0; j->theirs->found && i < j->questions->num_pcs && j->worst != SFK_WRONG; i++)
        compare_pc(j, i);
    if (j->theirs->dump && j->worst != SFK_WRONG)
        compare_dump(j);
    if (j->theirs->frames && j->worst != SFK_WRONG)
        compare_trace(j, program);
    return j->worst;
}

enum sfk_outcome sfk_compare(const struct sfk_reader *reader, const struct sfk_section *section,
                             const struct sfk_questions *questions, struct sfk_program *program,
                             const struct sfk_answer *theirs, struct sfk_difference *difference)
{
    struct judge j = {
        .reader = reader,
        .section = section,
        .questions = questions,
        .theirs = theirs,
        .difference = difference,
        .wrapping = SFR_NO_INDEX,
    };

    *difference = (struct sfk_difference){ NULL, "" };
    const bool opened =
        sfr_open(&j.s, section->data, section->size, section->addr, section->profile, NULL) == SFR_FAULT_NONE;
    j.verdict = sfr_check(section->data, section->size, section->addr, section->profile, see, &j);
    if (!j.verdict.accepted)
        return compare_bad(&j, refuses(&j));
    if (opened)
        see_places(&j);
    return refuses(&j) ? compare_refusal(&j) : compare_good(&j, program);
}
