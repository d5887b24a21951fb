/* SPDX-License-Identifier: MIT */
/*
 * Tests the reference with every case of the corpus, in one process:
 *
 *     test_corpus FOLDER --min N [--first] [--every N] [--large-every N]
 *
 * With --every it runs each Nth case only. Of the sections of more than 8 KiB, with --large-every each Nth only is
 * decoded and encoded in every way: there are 32, and they would take most of the time. Fewer cases run than --min is
 * a failure. Prints a TAP line for each case; with --first only the first failure, and the exit status is 1.
 */
#include <stdarg.h>
#include <stdlib.h>

#include "fence.h"
#include "registers.h"
#include "roundtrip.h"
#include "subject.h"
#include "tap.h"

enum { MAX_TEXT = 64 << 20, LARGE = 8 << 10 };

bool fail_law(struct subject *s, const char *format, ...)
{
    if (s->why[0] != '\0')
        return false;
    va_list ap;
    va_start(ap, format);
    vsnprintf(s->why, sizeof s->why, format, ap);
    va_end(ap);
    return false;
}

void note_tried(struct subject *s, enum table table, size_t index, size_t count)
{
    s->tried[table] |= UINT64_C(1) << index;
    s->entries[table] = count;
}

_Noreturn static void give_up(const char *what)
{
    fprintf(stderr, "error: %s\n", what);
    exit(2);
}

bool add_text(void *ctx, const char *text, size_t len)
{
    struct sfc_buffer *b = ctx;

    if (len > MAX_TEXT - b->len)
        return false;
    sfc_buffer_add(b, text, len);
    return true;
}

/* ---- The expectation ---- */

static void collect(void *ctx, const struct sfr_finding *finding)
{
    struct subject *s = ctx;
    if (s->num_findings < MAX_FINDINGS)
        s->findings[s->num_findings++] = *finding;
}

static const char *name_of(enum sfr_fault fault)
{
    return fault != SFR_FAULT_NONE ? sfr_fault_info(fault)->name : "none";
}

static bool is_violation(const struct sfr_finding *f, const char *fault_class, uint64_t start, uint64_t end)
{
    return f->severity == SFR_SEVERITY_VIOLATION && strcmp(name_of(f->fault), fault_class) == 0 && f->start == start
           && f->end == end;
}

/* The case lists all that is wrong with the section, and nothing else. */
static void check_violations(struct subject *s)
{
    const struct sfc_case *c = s->c;
    bool found[MAX_FINDINGS] = { false };

    if (s->num_findings == MAX_FINDINGS || !require(s, c->num_also <= COUNT(found), "lists too many other findings"))
        return;
    for (size_t i = 0; i < s->num_findings; i++) {
        const struct sfr_finding *f = &s->findings[i];
        bool listed =
            f->severity != SFR_SEVERITY_VIOLATION || is_violation(f, c->fault_class, c->range_start, c->range_end);
        for (size_t k = 0; k < c->num_also; k++)
            if (is_violation(f, c->also[k].fault_class, c->also[k].start, c->also[k].end))
                listed = found[k] = true;
        require(s, listed, "`also` lacks %s 0x%llx-0x%llx", name_of(f->fault), (unsigned long long)f->start,
                (unsigned long long)f->end);
    }
    for (size_t k = 0; k < c->num_also; k++)
        require(s, found[k], "`also` has %s, which is not found there", c->also[k].fault_class);
}

static void check_rejection(struct subject *s)
{
    const struct sfc_case *c = s->c;
    const struct sfr_finding *first = &s->verdict.first;

    if (!require(s, !s->verdict.accepted, "is accepted; expected %s", c->fault_class))
        return;
    require(s, strcmp(name_of(first->fault), c->fault_class) == 0, "is rejected for %s; expected %s",
            name_of(first->fault), c->fault_class);
    require(s, first->start == c->range_start && first->end == c->range_end,
            "the fault is at 0x%llx-0x%llx; expected 0x%llx-0x%llx", (unsigned long long)first->start,
            (unsigned long long)first->end, (unsigned long long)c->range_start, (unsigned long long)c->range_end);
    check_violations(s);
}

/* Only findings of the class that the case names. To a few questions the reference's own answer
   is to reject: then there may be doubts beside it. */
static void check_acceptance(struct subject *s)
{
    const struct sfc_case *c = s->c;
    const struct sfr_fault_info *own = c->doubt ? sfc_find_fault(c->doubt, strlen(c->doubt)) : NULL;
    const bool rejects = own && own->severity == SFR_SEVERITY_VIOLATION;
    size_t count = 0;

    for (size_t i = 0; i < s->num_findings; i++) {
        const bool is_own = own && strcmp(name_of(s->findings[i].fault), own->name) == 0;
        count += is_own;
        require(s, is_own || (rejects && s->findings[i].severity == SFR_SEVERITY_DOUBT), "finds %s; expected %s",
                name_of(s->findings[i].fault), own ? own->name : "nothing");
    }
    require(s, !own || count > 0, "does not find %s", c->doubt);
}

/* "auto" judges as the profile of the version, and knows no other version. */
static void check_auto(struct subject *s)
{
    const struct sfc_case *c = s->c;
    const struct sfr_verdict verdict = sfr_check(s->bytes, c->size, c->addr, SFR_PROFILE_AUTO, NULL, NULL);
    const uint8_t version = c->size > 2 ? s->bytes[2] : 0;

    if (s->verdict.first.fault != SFR_FAULT_BAD_VERSION)
        require(s,
                s->profile == SFR_PROFILE_V2 || s->profile == SFR_PROFILE_V2E1
                    || (verdict.violations == s->verdict.violations && verdict.doubts == s->verdict.doubts),
                "has another verdict with auto");
    else
        require(s, (verdict.first.fault == SFR_FAULT_BAD_VERSION) == (version < 1 || version > 3),
                "auto chooses another version");
    require(
        s,
        verdict.first.fault == SFR_FAULT_NONE
            || sfc_has_word(sfr_fault_info(verdict.first.fault)->clauses, sfr_clause_info(verdict.first.clause)->id),
        "auto names a clause of another fault");
    require(s, verdict.first.fault != SFR_FAULT_BAD_VERSION || verdict.first.clause == SFR_CLAUSE_V3_VER_01,
            "auto knows the versions of another manual than the last");
}

/* ---- The dump and the look-ups ---- */

/* The dump of the reference's own answer, which the register gives first. */
static const char *own_body(const struct sfc_case *c)
{
    const char *answers = c->num_readings > 0 ? sfc_find_policy(c->policy, strlen(c->policy))->answers : "";
    size_t len;
    const char *own = sfc_next_word(&answers, &len);
    for (size_t i = 0; i < c->num_readings; i++)
        if (strlen(c->readings[i].answer) == len && memcmp(c->readings[i].answer, own, len) == 0)
            return c->readings[i].body;
    return c->body;
}

static void compare_text(struct subject *s, const struct sfc_buffer *seen, const char *what)
{
    const char *a = sfc_buffer_text(seen), *b = own_body(s->c);

    if (strcmp(a, b) == 0)
        return;
    while (*a == *b)
        a++, b++;
    while (a > sfc_buffer_text(seen) && a[-1] != '\n')
        a--, b--;
    require(s, false, "%s: seen \"%.*s\", expected \"%.*s\"", what, (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
}

static void check_dump(struct subject *s)
{
    struct sfc_buffer t = { 0 };

    require(s, sfr_dump(&s->section, 0, add_text, &t) == SFR_FAULT_NONE, "the dump ends early");
    compare_text(s, &t, "dump");
    sfc_buffer_free(&t);
}

static enum sfr_found find_by_scan(const struct sfr_section *section, uint64_t pc, struct sfr_hit *hit)
{
    return sfr_find_fde_scan(section, pc, &hit->fde) ? sfr_find_fre(section, pc, hit) : SFR_FOUND_NO_FDE;
}

/* The line of a look-up, and with `signal=` at its end if there is a row. */
static void check_signal(struct subject *s, size_t i, enum sfr_found found, const struct sfr_hit *hit)
{
    const bool has_row = found == SFR_FOUND || found == SFR_FOUND_OUTERMOST;
    const char *end = !has_row ? "\n" : s->c->in_signal[i] ? " signal=1\n" : " signal=0\n";
    struct sfc_buffer plain = { 0 }, with = { 0 };

    sfr_dump_hit(&s->section, s->c->pcs[i], found, hit, add_text, &plain);
    sfr_dump_hit_signal(&s->section, s->c->pcs[i], found, hit, add_text, &with);
    const size_t len = plain.len - 1;
    require(s,
            strncmp(sfc_buffer_text(&plain), sfc_buffer_text(&with), len) == 0
                && strcmp(sfc_buffer_text(&with) + len, end) == 0,
            "0x%llx: `signal=` is wrong or misplaced", (unsigned long long)s->c->pcs[i]);
    sfc_buffer_free(&plain);
    sfc_buffer_free(&with);
}

/* The reference searches if the section is marked as sorted. Only a scan is right if functions
   overlap. */
static void check_lookup(struct subject *s)
{
    static const char head[] = "sframe-dump 1\n";
    struct sfc_buffer own = { 0 }, scan = { 0 };
    struct sfr_hit hit;

    add_text(&own, head, sizeof head - 1);
    add_text(&scan, head, sizeof head - 1);
    for (size_t i = 0; i < s->c->num_pcs; i++) {
        const uint64_t pc = s->c->pcs[i];
        enum sfr_found found = sfr_find(&s->section, pc, &hit);
        sfr_dump_hit(&s->section, pc, found, &hit, add_text, &own);
        check_signal(s, i, found, &hit);
        found = find_by_scan(&s->section, pc, &hit);
        sfr_dump_hit(&s->section, pc, found, &hit, add_text, &scan);
    }
    compare_text(s, &scan, "by scan");
    compare_text(s, &own, "look-up");
    sfc_buffer_free(&own);
    sfc_buffer_free(&scan);
}

/* The question needs what is damaged: a reader that reads nothing else cannot answer it either. */
static void check_unanswerable(struct subject *s)
{
    struct sfr_hit hit;
    bool bad = s->opened != SFR_FAULT_NONE || s->c->op == SFC_OP_DECODE || s->c->op == SFC_OP_MERGE;

    if (!bad && s->c->op == SFC_OP_UNWIND)
        bad = trace_meets_fault(s);
    for (size_t i = 0; i < s->c->num_pcs; i++)
        bad = bad || sfr_find(&s->section, s->c->pcs[i], &hit) == SFR_FOUND_BAD;
    require(s, bad, "the answer does not need what is wrong with the section");
}

static void check_trace(struct subject *s)
{
    struct sfc_buffer t = { 0 };

    make_trace(s, &t);
    compare_text(s, &t, "trace");
    sfc_buffer_free(&t);
}

static void check_sequence(struct subject *s)
{
    struct sfc_buffer t = { 0 };

    make_sequence(s, &t);
    if (s->why[0] == '\0')
        compare_text(s, &t, "sequence");
    sfc_buffer_free(&t);
}

static void check_answer(struct subject *s)
{
    switch (s->c->op) {
    case SFC_OP_DECODE: check_dump(s); break;
    case SFC_OP_LOOKUP: check_lookup(s); break;
    case SFC_OP_UNWIND: check_trace(s); break;
    case SFC_OP_SEQUENCE: check_sequence(s); break;
    case SFC_OP_ENCODE:
    case SFC_OP_MERGE: /* the adapter merges; `run` compares */
    case SFC_NUM_OPS: break;
    }
}

/* Decodes and encodes the section in every way. */
static void check_round_trip(struct subject *s)
{
    const struct bytes bytes = { (uint8_t *)(uintptr_t)s->bytes, s->c->size };
    const char *wrong = s->in_every_way ? roundtrip_check(&bytes, s->profile, s->c->addr) : NULL;

    require(s, !wrong, "%s", wrong);
}

/* Was the case before about the same section? Then the laws for all sections hold for it. */
static bool is_same_section(const struct subject *s)
{
    const struct sfc_case *a = s->before, *b = s->c;
    return a && a->size == b->size && b->size <= LARGE && a->addr == b->addr && strcmp(a->profile, b->profile) == 0
           && memcmp(a->bytes, b->bytes, b->size) == 0;
}

static void check_laws(struct subject *s)
{
    check_round_trip(s);
    if (s->opened == SFR_FAULT_NONE) {
        check_promises(s);
        check_lookups(s);
        check_texts(s);
    }
    if (!s->verdict.accepted) {
        check_rejected_section(s);
    } else {
        check_accepted_section(s);
        check_canonical(s);
        check_refusals(s);
    }
}

static void check_case(struct subject *s)
{
    const struct sfc_case *c = s->c;

    s->opened = sfr_open(&s->section, s->bytes, c->size, c->addr, s->profile, NULL);
    s->verdict = sfr_check(s->bytes, c->size, c->addr, s->profile, collect, s);
    if (c->expect == SFC_EXPECT_REJECT)
        check_rejection(s);
    else
        check_acceptance(s);
    check_findings(s);
    check_auto(s);
    if (!is_same_section(s))
        check_laws(s);
    if (s->opened == SFR_FAULT_NONE)
        check_fixed_fp(s);
    if (!s->verdict.accepted) {
        if (c->op == SFC_OP_SEQUENCE)
            check_sequence(s);
        else if (c->expect == SFC_EXPECT_REJECT)
            check_unanswerable(s);
        return;
    }
    check_broken_texts(s);
    check_parse_errors(s);
    if (s->why[0] == '\0')
        check_answer(s);
}

/* ---- All of them ---- */

struct run {
    struct fence fence;
    struct subject *subject;
    bool only_first;
    size_t every, large_every, large, done, failed;
};

/* Judges the file, then the section in it. Returns false if this build reads no ELF files. */
static bool check_elf_case(struct run *run)
{
    struct subject *s = run->subject;
    struct sfc_case section;
    const struct sfc_case *whole = s->c;
    const enum elf_outcome outcome = check_container(s, &section);
    if (outcome != ELF_HAS_SECTION)
        return outcome == ELF_CHECKED;
    s->c = &section;
    s->bytes = fence_put(&run->fence, section.bytes, section.size);
    check_case(s);
    s->c = whole;
    free((void *)(uintptr_t)section.bytes);
    return true;
}

/* Returns false to stop. */
static bool run_case(struct run *run, const struct sfc_case *c)
{
    struct subject *s = run->subject;

    s->c = c;
    s->bytes = fence_put(&run->fence, c->bytes, c->size);
    s->num_findings = 0;
    s->why[0] = '\0';
    s->in_every_way = c->size <= LARGE || (run->large_every > 0 && run->large++ % run->large_every == 0);
    if (!sfr_profile_from_name(c->profile, &s->profile))
        give_up("the reference does not know a profile of the corpus");
    check_labels(s);
    check_shape(s);
    if (c->elf && s->why[0] == '\0' && !check_elf_case(run)) {
        if (!run->only_first)
            OK(true, "%s # SKIP this build reads no ELF files", c->id);
        return true;
    }
    if (c->op == SFC_OP_ENCODE)
        check_encoding(s);
    else if (!c->elf) {
        check_case(s);
        s->before = c;
    }
    const bool good = s->why[0] == '\0';
    run->done++;
    run->failed += !good;
    if (!run->only_first)
        tap_ok(good, c->path, 1, s->why, "%s", c->id);
    if (run->only_first && !good)
        printf("%s: %s\n", c->id, s->why);
    return good || !run->only_first;
}

/* Checks that a case allowed each entry of each table. */
static bool check_tables(const struct run *run)
{
    static const char *const names[NUM_TABLES] = {
        [TABLE_WAYS] = "ways to break a model",         [TABLE_EXACT_WAYS] = "ways to break a layout",
        [TABLE_TEXTS] = "cases whose dumps are broken", [TABLE_PARSE_ERRORS] = "cases that stand for all",
        [TABLE_REGISTER_WORDS] = "register words",
    };
    bool all = true;

    for (unsigned t = 0; t < NUM_TABLES; t++) {
        size_t i = 0;
        while (i < run->subject->entries[t] && run->subject->tried[t] >> i & 1)
            i++;
        const bool good = i > 0 && i == run->subject->entries[t];
        all &= good;
        if (!run->only_first)
            OK(good, "%s: the first %zu of %zu are tried", names[t], i, run->subject->entries[t]);
        else if (!good)
            printf("%s: no case allows number %zu\n", names[t], i);
    }
    return all;
}

/* Each Nth case, for --every. The others are not read: under Valgrind that would take longer than the laws. */
struct stride {
    size_t every, *at;
};

static bool is_nth(const void *ctx, const struct sfc_case *c)
{
    const struct stride *stride = ctx;
    (void)c;
    return (*stride->at)++ % stride->every == 0;
}

static int run_corpus(struct run *run, const char *folder, size_t min)
{
    struct sfc_corpus corpus;
    struct sfc_error error;
    size_t at = 0;
    const struct stride stride = { run->every, &at };

    if (!sfc_corpus_load_some(&corpus, folder, is_nth, &stride, &error))
        give_up(error.text);
    const size_t count = corpus.count;
    run->subject = sfc_alloc(1, sizeof *run->subject);
    for (size_t i = 0; i < count; i++)
        if (corpus.cases[i].bytes && !run_case(run, &corpus.cases[i]))
            break;
    const bool all_tried = (run->only_first && run->failed > 0) || run->every > 1 || check_tables(run);
    free(run->subject);
    sfc_corpus_free(&corpus);
    if (!run->only_first) {
        OK(run->done >= min, "%zu cases run of %zu, at least %zu", run->done, count, min);
        return tap_done();
    }
    if (run->failed == 0 && run->done < min)
        printf("only %zu cases run, expected %zu\n", run->done, min);
    return run->failed > 0 || run->done < min || !all_tried;
}

int main(int argc, char **argv)
{
    struct run run = { .failed = 0 };
    const char *folder = NULL;
    uint64_t min = 0, every = 1, large_every = 1;
    const struct {
        const char *name;
        uint64_t *value;
    } numbers[] = { { "--min", &min }, { "--every", &every }, { "--large-every", &large_every } };
    bool good = true;

    for (int i = 1; i < argc && good; i++) {
        size_t n = 0;
        while (n < COUNT(numbers) && strcmp(argv[i], numbers[n].name) != 0)
            n++;
        if (n < COUNT(numbers)) {
            good = ++i < argc && sfc_parse_decimal(argv[i], strlen(argv[i]), UINT32_MAX, numbers[n].value);
        } else if (strcmp(argv[i], "--first") == 0) {
            run.only_first = true;
        } else {
            good = argv[i][0] != '-' && !folder;
            folder = argv[i];
        }
    }
    if (!good || !folder || min == 0 || every == 0 || large_every == 0) {
        fprintf(stderr, "usage: %s FOLDER --min N [--first] [--every N] [--large-every N]\n", argv[0]);
        return 2;
    }
    run.every = (size_t)every;
    run.large_every = (size_t)large_every;
    return run_corpus(&run, folder, (size_t)min);
}
