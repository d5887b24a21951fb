/* SPDX-License-Identifier: MIT */
/*
 * The kit against the reference, which shares no code with what it makes: valid sections are accepted, with the
 * meaning and the doubts that the kit knows; a fault is found with its class and range, and the bytes of the range
 * undo it; changes that keep the meaning keep it; right answers are never wrong.
 *
 * usage: test_kit COUNT [--reach]: --reach prints what so many draws reach.
 */
#include <signal.h>
#include <stdlib.h>

#include "fuzz.h"
#include "mix.h"
#include "sfk.h"
#include "tap.h"

const char fuzz_property[] = "kit";

enum { MAX_NAMES = 256 };

/* The draw that is tried. */
static unsigned long draw;

/* How often each name was met: a fault, a doubt, or a profile with an ABI. */
static struct {
    const char *kind;
    char name[40];
    unsigned long count;
} reached[MAX_NAMES];

static void note(const char *kind, const char *name)
{
    for (size_t i = 0; i < MAX_NAMES; i++) {
        if (!reached[i].kind) {
            reached[i].kind = kind;
            snprintf(reached[i].name, sizeof reached[i].name, "%s", name);
        }
        if (strcmp(reached[i].kind, kind) == 0 && strcmp(reached[i].name, name) == 0) {
            reached[i].count++;
            return;
        }
    }
}

static size_t draw_bytes(uint64_t number, uint8_t bytes[512])
{
    uint64_t state = number;
    const size_t size = 16 + (size_t)(sfr_mix_next(&state) % 496);

    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(sfr_mix_next(&state) >> 8);
    return size;
}

/* ---- Valid sections ---- */

/* The reference finds for each PC what the kit means. `s` may be another encoding. */
static bool same_meaning(const struct sfk_made *made, const struct sfk_section *section)
{
    struct sfr_section s;
    struct sfk_questions q;
    bool same = true;

    if (sfr_open(&s, section->data, section->size, section->addr, section->profile, NULL) != SFR_FAULT_NONE)
        return false;
    sfk_ask(section, &q);
    for (size_t i = 0; i < q.num_pcs && same; i++) {
        enum sfr_found expected;
        struct sfr_rules rules;
        struct sfr_hit hit;
        if (!sfk_meaning(made, NULL, NULL, q.pcs[i], &expected, &rules))
            continue;
        const enum sfr_found found = sfr_find(&s, q.pcs[i], &hit);
        same = expected == (found == SFR_FOUND_NO_FRE ? SFR_FOUND_NO_FDE : found)
               && (found != SFR_FOUND || fuzz_same_rules(&rules, &hit.rules));
    }
    return same;
}

static const char *wrong_with_valid(const struct sfk_made *made)
{
    const struct sfk_section *in = &made->section;
    const struct fuzz_made valid = { in->data, in->size, in->addr, in->profile, made->doubts, made->num_doubts };
    struct sfr_section s;

    fuzz_require_accepted(&valid, &s);
    fuzz_require_dump(&s, made->meaning, strlen(made->meaning));
    return same_meaning(made, in) ? NULL : "a look-up";
}

/* ---- Faults ---- */

static const char *wrong_with_spoiled(const struct sfk_made *made)
{
    const struct sfk_section *in = &made->section;
    const struct sfr_verdict v = sfr_check(in->data, in->size, in->addr, in->profile, NULL, NULL);
    uint8_t *undone = malloc(made->good_size);
    static char why[160];

    if (v.accepted || strcmp(sfr_fault_info(v.first.fault)->name, made->fault) != 0 || v.first.start != made->start
        || v.first.end != made->end) {
        snprintf(why, sizeof why, "%s at 0x%" PRIx64 "-0x%" PRIx64 ", seen %s at 0x%" PRIx64 "-0x%" PRIx64, made->fault,
                 made->start, made->end, v.accepted ? "none" : sfr_fault_info(v.first.fault)->name, v.first.start,
                 v.first.end);
        free(undone);
        return why;
    }
    memcpy(undone, made->good, made->good_size);
    if (in->size == made->good_size)
        memcpy(undone, in->data, in->size);
    memcpy(undone + made->start, made->good + made->start, (size_t)(made->end - made->start));
    const bool same = memcmp(undone, made->good, made->good_size) == 0;
    const bool accepted = sfr_check(undone, made->good_size, in->addr, in->profile, NULL, NULL).accepted;
    free(undone);
    return !same ? "more differs than the range" : accepted ? NULL : "undoing the fault leaves another one";
}

/* ---- All of one draw ---- */

static const char *wrong_with_keep(const struct sfk_made *made, uint64_t number, bool *kept)
{
    static uint8_t input[SFK_MAX_INPUT], out[SFK_MAX_INPUT];
    const struct sfk_input in = { input, NULL, sfk_put(&made->section, input, sizeof input), 0 };
    const size_t len = sfk_mutate(NULL, &in, SFK_KEEP, number, out, sizeof out);
    const struct sfk_section changed = sfk_take(out, len);

    *kept = len > 0;
    if (len == 0)
        return NULL;
    if (!sfr_check(changed.data, changed.size, changed.addr, changed.profile, NULL, NULL).accepted)
        return "another encoding is rejected";
    return same_meaning(made, &changed) ? NULL : "another encoding means something else";
}

/* ---- Comparing ---- */

/* To refuse a plain section is wrong, unless it is declared to be left out. */
static const char *wrong_with_refusal(const struct sfk_made *made)
{
    const bool lacks[] = { !strstr(made->meaning, "sorted"), !strstr(made->meaning, "pcrel"),
                           strstr(made->meaning, "fdes=0"), strstr(made->meaning, "type=flex") };
    const struct sfk_answer theirs = { .accepted = false };
    struct sfk_questions q = { .num_pcs = 0 };
    struct sfk_difference d;

    for (unsigned i = 0; i < 4; i++) {
        const struct sfk_reader reader = { .refuses = 1u << i };
        if (lacks[i] != (sfk_compare(&reader, &made->section, &q, NULL, &theirs, &d) == SFK_EQUAL))
            return "a refusal";
    }
    return NULL;
}

/* A right trace is equal, and another one is not. */
static const char *wrong_with_trace(const struct sfk_made *made)
{
    const struct sfk_section *in = &made->section;
    const struct sfk_reader reader = { .level = SFR_LEVEL_STRICT };
    struct sfr_frame frames[SFK_MAX_FRAMES];
    struct sfk_answer theirs = { .accepted = true, .frames = frames };
    struct sfk_difference d;
    struct sfk_questions q;
    struct sfk_program program;
    struct sfr_section s;

    sfk_ask(in, &q);
    sfk_stop(in, &q, &program);
    sfr_open(&s, in->data, in->size, in->addr, in->profile, NULL);
    frames[0] = program.frame;
    theirs.stop = sfr_unwind(&s, &program.machine, frames, SFK_MAX_FRAMES, &theirs.num_frames);
    if (sfk_compare(&reader, in, &q, &program, &theirs, &d) != SFK_EQUAL)
        return "a right trace is not equal";
    frames[theirs.num_frames - 1].sp++;
    return made->num_doubts == 0 && sfk_compare(&reader, in, &q, &program, &theirs, &d) == SFK_EQUAL
               ? "another trace is equal"
               : wrong_with_refusal(made);
}

/* The answers of a reader that settles one question so, to all PCs. False: it has none. */
static bool answer_by(const struct sfk_made *made, const struct sfk_questions *q, const char *const by[2],
                      enum sfr_found *found, struct sfr_rules *rules)
{
    for (size_t i = 0; i < q->num_pcs; i++)
        if (!sfk_meaning(made, by[0], by[1], q->pcs[i], &found[i], &rules[i]))
            return false;
    return true;
}

/* Whose answers differ from the reference's is right only if the question is open, or declared so. NULL: as it must be.
   Counts the sections that show a difference. */
static const char *wrong_with_answer(const struct sfk_made *made, const char *const by[2], const char *own,
                                     unsigned long *shown)
{
    static struct sfr_rules plain_rules[SFK_MAX_PCS], rules[SFK_MAX_PCS];
    static enum sfr_found plain[SFK_MAX_PCS], found[SFK_MAX_PCS];
    const struct sfk_section *in = &made->section;
    struct sfk_reader undeclared = { .level = SFR_LEVEL_STRICT }, same = undeclared, other = undeclared;
    const struct sfk_answer theirs = { .accepted = true, .found = found, .rules = rules };
    const struct sfk_answer ours = { .accepted = true, .found = plain, .rules = plain_rules };
    struct sfk_difference d;
    struct sfk_questions q;

    sfk_ask(in, &q);
    memset(plain_rules, 0, sizeof plain_rules);
    memset(rules, 0, sizeof rules);
    if (!answer_by(made, &q, (const char *const[]){ NULL, NULL }, plain, plain_rules)
        || !answer_by(made, &q, by, found, rules))
        return NULL;
    sfk_declare(&same, by[0], by[1]);
    sfk_declare(&other, by[0], own);
    if (sfk_compare(&undeclared, in, &q, NULL, &ours, &d) != SFK_EQUAL)
        return "the reference's answer is not equal";
    if (sfk_compare(&same, in, &q, NULL, &theirs, &d) != SFK_EQUAL)
        return "a declared answer is not equal";
    bool differs = false;
    for (size_t i = 0; i < q.num_pcs; i++)
        differs |= plain[i] != found[i] || !fuzz_same_rules(&plain_rules[i], &rules[i]);
    *shown += differs;
    if (sfk_compare(&undeclared, in, &q, NULL, &theirs, &d) != (differs ? SFK_OPEN : SFK_EQUAL)
        || (differs && strcmp(d.question, by[0]) != 0))
        return "an answer to an open question is not open";
    if (differs && sfk_compare(&other, in, &q, NULL, &theirs, &d) != SFK_WRONG)
        return "an answer other than the declared one is not wrong";
    return NULL;
}

/* One answer to a question against what the model means by it. */
static void test_answer(const char *const by[2], const char *own, unsigned long count)
{
    const bool v1 = strcmp(by[0], "AMB-078") == 0, later = strcmp(by[0], "AMB-077") == 0;
    const struct sfk_wish wish = { .profiles = v1 ? 1u << SFR_PROFILE_V1 : later ? ~(1u << SFR_PROFILE_V1) : 0 };
    unsigned long bad = 0, shown = 0;

    for (unsigned long i = 0; i < count * 50 && shown < count / 200 + 1; i++) {
        uint8_t bytes[512];
        struct sfk_made made;
        sfk_generate(&wish, bytes, draw_bytes(i, bytes), &made);
        const char *why = wrong_with_answer(&made, by, own, &shown);
        sfk_free(&made);
        if (why && bad++ < 3)
            printf("# draw %lu: %s\n", i, why);
    }
    OK(bad == 0 && shown > 0, "%s: %lu sections whose answers differ are judged by '%s'", by[0], shown, by[1]);
}

static void test_answers(unsigned long count)
{
    static const char *const answers[][3] = {
        { "AMB-059", "same", "fixed" },          { "AMB-060", "same", "slot" },
        { "AMB-077", "pc", "offset" },           { "AMB-078", "pc", "offset" },
        { "AMB-090", "outermost", "no-row" },    { "SFR-ADDRESS-WRAP", "end", "cut" },
        { "SFR-ADDRESS-WRAP", "wrap", "cut" },   { "SFR-LAST-ADDRESS", "end", "distance" },
        { "SFR-LOADED-CFA", "plain", "scaled" },
    };

    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        test_answer(answers[i], answers[i][2], count);
}

static void print_reach(unsigned long count)
{
    const char *const kinds[] = { "target", "fault", "doubt", "feature" };

    printf("%lu draws of each kind\n", count);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (size_t i = 0; i < MAX_NAMES && reached[i].kind; i++)
            if (strcmp(reached[i].kind, kinds[k]) == 0)
                printf("%-8s %-28s %8lu\n", kinds[k], reached[i].name, reached[i].count);
}

/* Features of a section that are no doubts: what the pairs of the corpus have. */
static void note_features(const struct sfk_made *made)
{
    static const char *const words[] = {
        "flags=none", "sorted",    "frame-pointer", "pcrel",        "fixed-fp=0", "fdes=0",   "pc=mask",
        "pc=inc",     "fre=addr1", "fre=addr2",     "fre=addr4",    "type=flex",  "key=b",    "signal=1",
        "fres=0",     "size=0x0",  "mangled=1",     "ra=undefined", "cfa=sp",     "cfa=fp",   "cfa=*",
        "cfa=r",      "ra=*(cfa",  "ra=*(r",        "ra=r",         "ra=same",    "fp=*(cfa", "fp=*(r",
        "fp=r",       "fp=same",   "fdes=1 ",       "fre 0.7",      "fde 255 ",
    };
    char target[40];

    snprintf(target, sizeof target, "%s %s", sfr_profile_name(made->section.profile), sfr_abi_name(made->abi));
    note("target", target);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(made->meaning, words[i]))
            note("feature", words[i]);
    for (size_t i = 0; i < made->num_doubts; i++)
        note("doubt", made->doubts[i]);
    if (made->num_doubts == 0)
        note("doubt", "none");
}

static void say_draw(int number)
{
    (void)number;
    fprintf(stderr, "draw %lu\n", draw);
}

static void test_draws(unsigned long count)
{
    unsigned long bad[4] = { 0 }, kept = 0;

    for (unsigned long i = 0; i < count; i++) {
        uint8_t bytes[512];
        struct sfk_made made;
        bool was_kept = false;
        const size_t size = draw_bytes(i, bytes);
        const struct sfk_wish wish = { .plain = i % 4 == 0 };
        sfk_generate(&wish, bytes, size, &made);
        draw = i;
        const char *why[4] = { wrong_with_valid(&made), NULL, wrong_with_keep(&made, i, &was_kept),
                               wrong_with_trace(&made) };
        kept += was_kept;
        note_features(&made);
        if (wish.plain && made.num_doubts > 0)
            why[0] = "a doubt in a plain section";
        sfk_free(&made);
        sfk_spoil(&wish, bytes, size, &made);
        why[1] = wrong_with_spoiled(&made);
        note("fault", made.fault);
        sfk_free(&made);
        for (unsigned k = 0; k < 4; k++)
            if (why[k] && bad[k]++ < 5)
                printf("# draw %lu: %s\n", i, why[k]);
    }
    OK(bad[0] == 0, "%lu valid sections are accepted and mean what the kit says", count);
    OK(bad[1] == 0, "%lu faults are found with their class and range, and the range undoes them", count);
    OK(bad[2] == 0 && kept > count / 2, "%lu of %lu other encodings mean the same", kept, count);
    OK(bad[3] == 0, "a right trace is equal, and another is not, and a refusal is right if it is declared");
}

int main(int argc, char **argv)
{
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;

    signal(SIGABRT, say_draw);
    unsigned num = 0;
    for (unsigned id = 1; sfr_fault_info((enum sfr_fault)id); id++)
        num += sfr_fault_info((enum sfr_fault)id)->severity == SFR_SEVERITY_DOUBT;
    OK(num * sizeof(char *) <= sizeof((struct sfk_made *)0)->doubts, "there is room for all %u doubts", num);
    OK(!sfr_policy_info((enum sfr_policy)sizeof((struct sfk_reader *)0)->answers),
       "and for an answer to each question");
    test_draws(count);
    test_answers(count);
    if (argc > 2)
        print_reach(count);
    return tap_done();
}
