/* SPDX-License-Identifier: MIT */
/* Every reply to every kind of case, and what becomes of it. */
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "scratch.h"
#include "tap.h"

static char canonical[] = "canonical";
static struct sfc_config config = {
    .profiles = (char[]){ "v1" },
    .abis = (char[]){ "amd64" },
    .orders = (char[]){ "little" },
    .ops = (char[]){ "decode" },
    .unobservable = (char[]){ "section.fre-len" },
};

static struct sfc_case make_case(enum sfc_expect expect)
{
    return (struct sfc_case){
        .id = "x",
        .profile = "v1",
        .abi = "amd64",
        .order = "little",
        .op = SFC_OP_DECODE,
        .expect = expect,
        .fault_class = expect == SFC_EXPECT_REJECT ? "bad-magic" : NULL,
        .range_start = 0,
        .range_end = 2,
        .policy = expect == SFC_EXPECT_POLICY ? "AMB-044" : NULL,
        .body = expect == SFC_EXPECT_REJECT ? "" : scratch_dump,
    };
}

static char *copy(const char *text)
{
    return text ? sfc_copy_text(text, strlen(text)) : NULL;
}

/* The expected dump with its last row changed: CFA from FP. */
static const char wrong_dump[] =
    "sframe-dump 1\n"
    "section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=?\n"
    "fde 0 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
    "fre 0.0 at=0x0 cfa=fp+8 ra=*(cfa-8) fp=same mangled=0\n";
static const char hidden_dump[] =
    "sframe-dump 1\n"
    "section version=1 endian=? abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=3\n";

static const struct {
    const char *title;
    enum sfc_expect expect;
    enum sfc_reply reply;
    const char *dump, *detail, *fault;
    enum sfc_outcome outcome;
    const char *detail_of_outcome;
} rows[] = {
    { "right", SFC_EXPECT_ACCEPT, SFC_REPLY_ACCEPT, scratch_dump, NULL, NULL, SFC_PASS, NULL },
    { "wrong value", SFC_EXPECT_ACCEPT, SFC_REPLY_ACCEPT, wrong_dump, NULL, NULL, SFC_WRONG_OUTPUT, "fre.cfa" },
    { "undeclared `?`", SFC_EXPECT_ACCEPT, SFC_REPLY_ACCEPT, hidden_dump, NULL, NULL, SFC_PROTOCOL, NULL },
    { "rejected", SFC_EXPECT_ACCEPT, SFC_REPLY_REJECT, NULL, NULL, NULL, SFC_TOO_STRICT, NULL },
    { "unsupported", SFC_EXPECT_ACCEPT, SFC_REPLY_UNSUPPORTED, NULL, NULL, NULL, SFC_UNDECLARED_SKIP, NULL },
    { "crashed", SFC_EXPECT_ACCEPT, SFC_REPLY_CRASH, NULL, "SIGSEGV", NULL, SFC_CRASH, "SIGSEGV" },
    { "hung", SFC_EXPECT_ACCEPT, SFC_REPLY_TIMEOUT, NULL, NULL, NULL, SFC_TIMEOUT, NULL },
    { "flooded", SFC_EXPECT_ACCEPT, SFC_REPLY_LIMIT, NULL, "output", NULL, SFC_LIMIT, "output" },
    { "junk", SFC_EXPECT_ACCEPT, SFC_REPLY_PROTOCOL, NULL, NULL, NULL, SFC_PROTOCOL, NULL },
    { "not asked", SFC_EXPECT_ACCEPT, SFC_REPLY_NONE, NULL, NULL, NULL, SFC_PROTOCOL, NULL },
    { "interrupted", SFC_EXPECT_ACCEPT, SFC_REPLY_STOPPED, NULL, NULL, NULL, SFC_NOT_RUN, NULL },
    { "rejected", SFC_EXPECT_REJECT, SFC_REPLY_REJECT, NULL, NULL, NULL, SFC_PASS, NULL },
    { "right class and range", SFC_EXPECT_REJECT, SFC_REPLY_REJECT, NULL, NULL, "bad-magic", SFC_PASS, NULL },
    { "wrong class", SFC_EXPECT_REJECT, SFC_REPLY_REJECT, NULL, NULL, "bad-version", SFC_WRONG_OUTPUT, "class" },
    { "accepted", SFC_EXPECT_REJECT, SFC_REPLY_ACCEPT, scratch_dump, NULL, NULL, SFC_TOO_LENIENT, NULL },
    { "crashed: no reject", SFC_EXPECT_REJECT, SFC_REPLY_CRASH, NULL, "SIGABRT", NULL, SFC_CRASH, "SIGABRT" },
    { "hung: no reject", SFC_EXPECT_REJECT, SFC_REPLY_TIMEOUT, NULL, NULL, NULL, SFC_TIMEOUT, NULL },
    { "flooded: no reject", SFC_EXPECT_REJECT, SFC_REPLY_LIMIT, NULL, "cpu", NULL, SFC_LIMIT, "cpu" },
    { "junk: no reject", SFC_EXPECT_REJECT, SFC_REPLY_PROTOCOL, NULL, NULL, NULL, SFC_PROTOCOL, NULL },
    { "not asked: no reject", SFC_EXPECT_REJECT, SFC_REPLY_NONE, NULL, NULL, NULL, SFC_PROTOCOL, NULL },
    { "unsupported: no reject", SFC_EXPECT_REJECT, SFC_REPLY_UNSUPPORTED, NULL, NULL, NULL, SFC_UNDECLARED_SKIP, NULL },
    { "rejected", SFC_EXPECT_POLICY, SFC_REPLY_REJECT, NULL, NULL, NULL, SFC_PASS, NULL },
    { "accepted with the meaning", SFC_EXPECT_POLICY, SFC_REPLY_ACCEPT, scratch_dump, NULL, NULL, SFC_PASS, NULL },
    { "accepted with another meaning", SFC_EXPECT_POLICY, SFC_REPLY_ACCEPT, wrong_dump, NULL, NULL, SFC_WRONG_OUTPUT,
      "fre.cfa" },
    { "crashed", SFC_EXPECT_POLICY, SFC_REPLY_CRASH, NULL, "SIGFPE", NULL, SFC_CRASH, "SIGFPE" },
};

static struct sfc_result judge(const struct sfc_case *c, enum sfc_reply reply, const char *dump, const char *detail,
                               const char *fault, uint64_t end)
{
    struct sfc_answer answer = { .reply = reply,
                                 .dump = copy(dump),
                                 .detail = copy(detail),
                                 .fault_class = copy(fault),
                                 .has_range = fault != NULL,
                                 .range_end = end };
    struct sfc_result result;
    sfc_judge(&config, c, &answer, &result);
    sfc_answer_free(&answer);
    return result;
}

static void test_rows(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct sfc_case c = make_case(rows[i].expect);
        struct sfc_result r = judge(&c, rows[i].reply, rows[i].dump, rows[i].detail, rows[i].fault, 2);
        const char *expect = sfc_expect_name(c.expect), *title = rows[i].title;
        IS_TEXT(sfc_outcome_name(r.outcome), sfc_outcome_name(rows[i].outcome), "%s expected, %s", expect, title);
        IS_TEXT(r.detail ? r.detail : "", rows[i].detail_of_outcome ? rows[i].detail_of_outcome : "", "its detail");
        sfc_result_free(&r);
    }
}

static void test_finding(void)
{
    const struct sfc_case c = make_case(SFC_EXPECT_REJECT);
    struct sfc_result r = judge(&c, SFC_REPLY_REJECT, NULL, NULL, "bad-magic", 1);
    IS_TEXT(r.detail ? r.detail : "", "range", "a wrong range is wrong output");
    IS_TEXT(r.expected ? r.expected : "", "0x0-0x2: bad-magic", "what was expected");
    IS_TEXT(r.seen ? r.seen : "", "0x0-0x1: bad-magic", "what was seen");
    sfc_result_free(&r);
    r = judge(&c, SFC_REPLY_REJECT, NULL, NULL, "bad-abi", 5);
    IS_TEXT(r.detail ? r.detail : "", "class,range", "both wrong");
    sfc_result_free(&r);
}

/* What the sums need: the verdict, and what of a right rejection could be judged. */
static void test_said(void)
{
    const struct sfc_case accept = make_case(SFC_EXPECT_ACCEPT), reject = make_case(SFC_EXPECT_REJECT);
    struct sfc_result r = judge(&accept, SFC_REPLY_ACCEPT, wrong_dump, NULL, NULL, 0);
    OK(r.said == SFC_SAID_ACCEPT, "an accepting answer, even a wrong one");
    sfc_result_free(&r);
    r = judge(&reject, SFC_REPLY_REJECT, NULL, NULL, NULL, 0);
    OK(r.said == SFC_SAID_REJECT && !r.judged_class && !r.judged_range, "a bare rejection has nothing to judge");
    sfc_result_free(&r);
    r = judge(&reject, SFC_REPLY_REJECT, NULL, NULL, "bad-magic", 2);
    OK(r.judged_class && r.judged_range, "a named class and range were judged");
    sfc_result_free(&r);
    r = judge(&reject, SFC_REPLY_REJECT, NULL, NULL, "bad-magic", 1);
    OK(r.said == SFC_SAID_REJECT && !r.judged_class && !r.judged_range, "wrong ones do not count");
    sfc_result_free(&r);
    r = judge(&reject, SFC_REPLY_CRASH, NULL, "SIGSEGV", NULL, 0);
    OK(r.said == SFC_SAID_NONE, "a crash says nothing");
    sfc_result_free(&r);
}

/* The answers to an open question that fit what was seen: AMB-078 has `offset`, `pc` and `reject`. */
static void test_answers(void)
{
    static const struct {
        const char *title, *dump, *declared;
        bool same;
        unsigned answers;
    } rows_of[] = {
        { "the first reading", scratch_dump, NULL, false, 1 },
        { "the second", wrong_dump, NULL, false, 2 },
        { "a reject", NULL, NULL, false, 4 },
        { "readings that do not differ", scratch_dump, NULL, true, 3 },
        { "another meaning", hidden_dump, NULL, false, 0 },
        { "a declared question", scratch_dump, "offset", false, 0 },
    };
    for (size_t i = 0; i < sizeof rows_of / sizeof rows_of[0]; i++) {
        struct sfc_declared_policy declared = { (char[]){ "AMB-078" }, copy(rows_of[i].declared) };
        struct sfc_reading readings[] = { { (char[]){ "offset" }, scratch_dump },
                                          { (char[]){ "pc" }, rows_of[i].same ? scratch_dump : wrong_dump } };
        struct sfc_case c = make_case(SFC_EXPECT_POLICY);
        c.policy = "AMB-078";
        c.readings = readings;
        c.num_readings = 2;
        config.policies = &declared;
        config.num_policies = rows_of[i].declared != NULL;
        struct sfc_result r =
            judge(&c, rows_of[i].dump ? SFC_REPLY_ACCEPT : SFC_REPLY_REJECT, rows_of[i].dump, NULL, NULL, 0);
        IS_U64(r.answers, rows_of[i].answers, "answers that fit: %s", rows_of[i].title);
        sfc_result_free(&r);
        free(declared.answer);
    }
    config.num_policies = 0;
}

/* A section with two faults: any of them is a right answer, with its own place. */
static void test_also(void)
{
    static const struct {
        const char *title, *fault;
        uint64_t start, end; /* end 0: no range */
        const char *detail;  /* NULL: right */
    } answers[] = {
        { "the first", "bad-magic", 0, 2, NULL },
        { "the other", "bad-abi", 4, 5, NULL },
        { "the other's class alone", "bad-abi", 0, 0, NULL },
        { "the other's range alone", NULL, 4, 5, NULL },
        { "nothing", NULL, 0, 0, NULL },
        { "the class of one, the range of the other", "bad-abi", 0, 2, "range" },
        { "a range that neither has", NULL, 2, 3, "range" },
        { "a class that neither has", "bad-version", 4, 5, "class" },
        { "neither", "bad-version", 2, 3, "class,range" },
    };
    struct sfc_violation also = { "bad-abi", 4, 5 };
    struct sfc_case c = make_case(SFC_EXPECT_REJECT);
    c.also = &also;
    c.num_also = 1;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct sfc_answer answer = { .reply = SFC_REPLY_REJECT,
                                     .fault_class = copy(answers[i].fault),
                                     .has_range = answers[i].end > 0,
                                     .range_start = answers[i].start,
                                     .range_end = answers[i].end };
        struct sfc_result r;
        sfc_judge(&config, &c, &answer, &r);
        IS_U64(r.outcome, answers[i].detail ? SFC_WRONG_OUTPUT : SFC_PASS, "two faults: %s", answers[i].title);
        IS_TEXT(r.detail ? r.detail : "", answers[i].detail ? answers[i].detail : "", "its detail");
        if (answers[i].detail)
            IS_TEXT(r.expected, "0x0-0x2: bad-magic or 0x4-0x5: bad-abi", "what was expected");
        sfc_result_free(&r);
        sfc_answer_free(&answer);
    }
}

/* A section may be accepted if the adapter declares that it accepts each of its faults. */
static void test_lifting(void)
{
    struct sfc_declared_policy declared[2] = { { (char[]){ "SFR-SHARED-RUN-LIMIT" }, (char[]){ "accept" } },
                                               { (char[]){ "AMB-037" }, (char[]){ "accept" } } };
    static const struct {
        const char *title, *first, *second, *named; /* named NULL: accepts */
        size_t num_declared;
        enum sfc_outcome outcome;
    } answers[] = {
        { "both are declared", "shared-run-limit", "shared-run-limit", NULL, 1, SFC_PASS },
        { "both are declared, but it rejects", "shared-run-limit", "shared-run-limit", "shared-run-limit", 1,
          SFC_PASS },
        { "nothing is declared", "shared-run-limit", "shared-run-limit", NULL, 0, SFC_TOO_LENIENT },
        { "another fault is left", "shared-run-limit", "bad-abi", NULL, 1, SFC_TOO_LENIENT },
        { "the other way round", "bad-abi", "shared-run-limit", NULL, 1, SFC_TOO_LENIENT },
        { "the fault that is left is named", "shared-run-limit", "bad-abi", "bad-abi", 1, SFC_PASS },
        { "a single fault", "shared-run-limit", NULL, NULL, 1, SFC_TOO_LENIENT },
        { "a policy that settles only some sections", "shared-run-limit", "tail-not-zero", NULL, 2, SFC_TOO_LENIENT },
    };
    config.policies = declared;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct sfc_violation also = { answers[i].second, 4, 5 };
        struct sfc_case c = make_case(SFC_EXPECT_REJECT);
        c.fault_class = answers[i].first;
        c.also = &also;
        c.num_also = answers[i].second != NULL;
        config.num_policies = answers[i].num_declared;
        struct sfc_answer answer = { .reply = answers[i].named ? SFC_REPLY_REJECT : SFC_REPLY_ACCEPT,
                                     .fault_class = copy(answers[i].named) };
        struct sfc_result r;
        sfc_judge(&config, &c, &answer, &r);
        IS_TEXT(sfc_outcome_name(r.outcome), sfc_outcome_name(answers[i].outcome), "declared: %s", answers[i].title);
        sfc_result_free(&r);
        sfc_answer_free(&answer);
    }
    config.num_policies = 0;
}

/* A policy case with two meanings. */
static void test_readings(void)
{
    static const char third[] = "sframe-dump 1\n"
                                "section version=1 endian=little abi=amd64 flags=- fixed-fp=0 fixed-ra=-8 aux=0 "
                                "fdes=0 fres=0 fre-len=0\n";
    static const struct {
        const char *title, *answer, *dump; /* dump NULL: rejects */
        enum sfc_outcome outcome;
        const char *message;
    } answers[] = {
        { "the first, undeclared", NULL, scratch_dump, SFC_PASS, "" },
        { "the second, undeclared", NULL, wrong_dump, SFC_PASS, "" },
        { "none of them", NULL, third, SFC_WRONG_OUTPUT, "" },
        { "a reject, undeclared", NULL, NULL, SFC_PASS, "" },
        { "the second, any declared", "accept", wrong_dump, SFC_PASS, "" },
        { "a reject, any declared", "accept", NULL, SFC_INCONSISTENT, "declared `AMB-044 accept`, but rejects" },
        { "the declared one", "far", wrong_dump, SFC_PASS, "" },
        { "the other one", "far", scratch_dump, SFC_INCONSISTENT,
          "declared `AMB-044 far`, but gives the meaning of `near`" },
        { "none of them, declared", "far", third, SFC_WRONG_OUTPUT, "" },
        { "a reject, one declared", "far", NULL, SFC_INCONSISTENT, "declared `AMB-044 far`, but rejects" },
        { "a reject, declared", "reject", NULL, SFC_PASS, "" },
        { "one of them, a reject declared", "reject", scratch_dump, SFC_INCONSISTENT,
          "declared `AMB-044 reject`, but accepts" },
    };
    struct sfc_reading readings[] = { { (char[]){ "near" }, scratch_dump }, { (char[]){ "far" }, wrong_dump } };
    struct sfc_case c = make_case(SFC_EXPECT_POLICY);
    c.readings = readings;
    c.num_readings = 2;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct sfc_declared_policy declared = { (char[]){ "AMB-044" }, copy(answers[i].answer) };
        config.policies = &declared;
        config.num_policies = answers[i].answer != NULL;
        struct sfc_result r =
            judge(&c, answers[i].dump ? SFC_REPLY_ACCEPT : SFC_REPLY_REJECT, answers[i].dump, NULL, NULL, 0);
        IS_TEXT(sfc_outcome_name(r.outcome), sfc_outcome_name(answers[i].outcome), "two readings: %s",
                answers[i].title);
        IS_TEXT(r.message ? r.message : "", answers[i].message, "what is said");
        sfc_result_free(&r);
        free(declared.answer);
    }
    config.num_policies = 0;
    c = make_case(SFC_EXPECT_POLICY);
    c.policy = "AMB-004";
    struct sfc_result r = judge(&c, SFC_REPLY_REJECT, NULL, NULL, NULL, 0);
    OK(r.outcome == SFC_TOO_STRICT, "a policy without the answer `reject` allows no reject");
    sfc_result_free(&r);
}

static void test_policies(void)
{
    struct sfc_declared_policy declared = { (char[]){ "AMB-044" }, (char[]){ "accept" } };
    const struct sfc_case c = make_case(SFC_EXPECT_POLICY);
    config.policies = &declared;
    config.num_policies = 1;
    struct sfc_result r = judge(&c, SFC_REPLY_REJECT, NULL, NULL, NULL, 0);
    OK(r.outcome == SFC_INCONSISTENT, "declared to accept, rejects");
    IS_TEXT(r.message ? r.message : "", "declared `AMB-044 accept`, but rejects", "and is told so");
    sfc_result_free(&r);
    r = judge(&c, SFC_REPLY_ACCEPT, scratch_dump, NULL, NULL, 0);
    OK(r.outcome == SFC_PASS, "declared to accept, accepts");
    sfc_result_free(&r);
    r = judge(&c, SFC_REPLY_ACCEPT, wrong_dump, NULL, NULL, 0);
    OK(r.outcome == SFC_WRONG_OUTPUT, "declared to accept, accepts with another meaning");
    sfc_result_free(&r);
    declared.answer = (char[]){ "reject" };
    r = judge(&c, SFC_REPLY_ACCEPT, scratch_dump, NULL, NULL, 0);
    OK(r.outcome == SFC_INCONSISTENT, "declared to reject, accepts");
    sfc_result_free(&r);
    r = judge(&c, SFC_REPLY_REJECT, NULL, NULL, NULL, 0);
    OK(r.outcome == SFC_PASS, "declared to reject, rejects");
    sfc_result_free(&r);
    r = judge(&c, SFC_REPLY_CRASH, NULL, "SIGSEGV", NULL, 0);
    OK(r.outcome == SFC_CRASH, "declared to reject, crashes");
    sfc_result_free(&r);
    config.num_policies = 0;
}

static void test_again(void)
{
    static const struct {
        enum sfc_outcome first, again, outcome;
        const char *first_detail, *again_detail, *detail;
    } pairs[] = {
        { SFC_CRASH, SFC_CRASH, SFC_CRASH, "SIGSEGV", "SIGSEGV", "SIGSEGV" },
        { SFC_CRASH, SFC_CRASH, SFC_CRASH, "SIGSEGV", "SIGABRT", NULL },
        { SFC_CRASH, SFC_PASS, SFC_STATE_DEPENDENT, "SIGSEGV", NULL, NULL },
        { SFC_TIMEOUT, SFC_TIMEOUT, SFC_TIMEOUT, NULL, NULL, NULL },
        { SFC_TIMEOUT, SFC_CRASH, SFC_STATE_DEPENDENT, NULL, "SIGSEGV", NULL },
        { SFC_CRASH, SFC_NOT_RUN, SFC_NOT_RUN, "SIGSEGV", NULL, NULL },
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct sfc_result first = { .outcome = pairs[i].first, .detail = copy(pairs[i].first_detail) };
        struct sfc_result again = { .outcome = pairs[i].again, .detail = copy(pairs[i].again_detail) }, r;
        sfc_judge_again(&first, &again, &r);
        OK(r.outcome == pairs[i].outcome, "first %s, then %s", sfc_outcome_name(pairs[i].first),
           sfc_outcome_name(pairs[i].again));
        IS_TEXT(r.detail ? r.detail : "", pairs[i].detail ? pairs[i].detail : "", "its detail");
        sfc_result_free(&r);
    }
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++) {
        enum sfc_outcome back = SFC_NUM_OUTCOMES;
        const char *name = sfc_outcome_name((enum sfc_outcome)i);
        OK(sfc_outcome_from_name(name, strlen(name), &back) && back == (enum sfc_outcome)i, "%s is known by its name",
           name);
        OK(sfc_must_ask_again((enum sfc_outcome)i) == (i == SFC_CRASH || i == SFC_TIMEOUT), "%s: asked again or not",
           name);
        OK(sfc_outcome_is_unsafe((enum sfc_outcome)i)
               == (i == SFC_CRASH || i == SFC_TIMEOUT || i == SFC_LIMIT || i == SFC_STATE_DEPENDENT),
           "%s: safe or not", name);
        OK(sfc_outcome_fails((enum sfc_outcome)i) == (i != SFC_PASS && i != SFC_SKIPPED), "%s: a failure or not", name);
    }
}

/* Where the end of a trace is open, it may come sooner and be another; frames are never made up. */
/* Two answers have the same digest only if nothing but the message differs. */
static void test_digests(void)
{
    uint8_t bytes[2] = { 1, 2 }, others[2] = { 1, 3 };
    char dump[] = "sframe-dump 1\n", other[] = "sframe-dump 2\n", class[] = "bad-magic", place[] = "fde 0";
    const struct sfc_answer answers[] = {
        { .reply = SFC_REPLY_ACCEPT },
        { .reply = SFC_REPLY_REJECT },
        { .reply = SFC_REPLY_ACCEPT, .dump = dump },
        { .reply = SFC_REPLY_ACCEPT, .dump = other },
        { .reply = SFC_REPLY_REJECT, .fault_class = class },
        { .reply = SFC_REPLY_REJECT, .has_place = true },
        { .reply = SFC_REPLY_REJECT, .place = class },
        { .reply = SFC_REPLY_REJECT, .place = place },
        { .reply = SFC_REPLY_REJECT, .has_range = true },
        { .reply = SFC_REPLY_REJECT, .has_range = true, .range_end = 2 },
        { .reply = SFC_REPLY_REJECT, .elf_error = true },
        { .reply = SFC_REPLY_ACCEPT, .section = bytes, .section_size = 2 },
        { .reply = SFC_REPLY_ACCEPT, .section = bytes, .section_size = 1 },
        { .reply = SFC_REPLY_ACCEPT, .section = others, .section_size = 2 },
    };
    const size_t count = sizeof answers / sizeof answers[0];
    size_t equal = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            equal += sfc_answer_digest(&answers[i]) == sfc_answer_digest(&answers[k]);
    OK(equal == 0, "different answers have different digests");
    struct sfc_answer said = answers[2];
    said.message = other;
    OK(sfc_answer_digest(&said) == sfc_answer_digest(&answers[2]), "the message does not count");
}

static void test_traces(void)
{
#define FRAME0 "sframe-dump 1\nframe 0 pc=0x1 sp=0x2 fp=0x3\n"
#define FRAME1 "frame 1 pc=0x4 sp=0x5 fp=0x6\n"
    static const struct {
        const char *title, *policy, *dump;
        enum sfc_outcome outcome;
    } traces[] = {
        { "as expected", "AMB-102", FRAME0 FRAME1 "end unsafe\n", SFC_PASS },
        { "stops", "AMB-089", FRAME0 FRAME1 "end unsafe\n", SFC_PASS },
        { "stops before", "AMB-089", FRAME0 "end unsafe\n", SFC_PASS },
        { "stops with another end", "AMB-089", FRAME0 FRAME1 "end no-fre\n", SFC_WRONG_OUTPUT },
        { "stops before with another end", "AMB-089", FRAME0 "end no-fre\n", SFC_WRONG_OUTPUT },
        { "another end", "AMB-102", FRAME0 FRAME1 "end limit\n", SFC_PASS },
        { "an earlier end", "AMB-102", FRAME0 "end no-fre\n", SFC_PASS },
        { "another frame", "AMB-102", FRAME0 "frame 1 pc=0x4 sp=0x5 fp=0x7\nend unsafe\n", SFC_WRONG_OUTPUT },
        { "a made-up frame", "AMB-102", FRAME0 FRAME1 "frame 2 pc=0x4 sp=0x5 fp=0x6\nend limit\n", SFC_WRONG_OUTPUT },
        { "registers of a caller", "AMB-089", FRAME0 FRAME1 "frame 2 pc=0x4 sp=0x5 fp=0x6\nend limit\n", SFC_PASS },
        { "another frame before", "AMB-089",
          FRAME0 "frame 1 pc=0x5 sp=0x5 fp=0x6\nframe 2 pc=0x4 sp=0x5 fp=0x6\nend limit\n", SFC_WRONG_OUTPUT },
    };
    for (size_t i = 0; i < sizeof traces / sizeof traces[0]; i++) {
        struct sfc_case c = make_case(SFC_EXPECT_POLICY);
        struct sfc_answer answer = { .reply = SFC_REPLY_ACCEPT,
                                     .dump = sfc_copy_text(traces[i].dump, strlen(traces[i].dump)) };
        struct sfc_result result;
        c.op = SFC_OP_UNWIND;
        c.policy = traces[i].policy;
        c.body = FRAME0 FRAME1 "end unsafe\n";
        sfc_judge(&config, &c, &answer, &result);
        IS_U64(result.outcome, traces[i].outcome, "an open end: %s", traces[i].title);
        c.expect = SFC_EXPECT_ACCEPT;
        sfc_result_free(&result);
        sfc_judge(&config, &c, &answer, &result);
        IS_U64(result.outcome, i < 2 ? SFC_PASS : SFC_WRONG_OUTPUT, "an end that is not open: %s", traces[i].title);
        sfc_result_free(&result);
        sfc_answer_free(&answer);
    }
    struct sfc_case c = make_case(SFC_EXPECT_POLICY);
    struct sfc_answer refused = { .reply = SFC_REPLY_REJECT };
    struct sfc_result result;
    c.op = SFC_OP_UNWIND;
    c.policy = "AMB-102";
    c.body = FRAME0 FRAME1 "end unsafe\n";
    for (unsigned doubted = 0; doubted < 2; doubted++) {
        c.doubt = doubted ? "mangled-ra-elsewhere" : NULL;
        sfc_judge(&config, &c, &refused, &result);
        IS_U64(result.outcome, doubted ? SFC_PASS : SFC_TOO_STRICT, "refused for an open %s",
               doubted ? "section" : "end of a trace");
        sfc_result_free(&result);
    }
}

/* A fault of the ELF file, not of the section in it. */
static void test_elf(void)
{
    struct sfc_case c = make_case(SFC_EXPECT_REJECT);
    struct sfc_answer answer = { .reply = SFC_REPLY_REJECT, .elf_error = true };
    struct sfc_result r;
    c.elf = true;
    sfc_judge(&config, &c, &answer, &r);
    IS_TEXT(r.detail ? r.detail : "", "container", "a file is refused whose section is at fault");
    sfc_result_free(&r);
    c.fault_class = NULL;
    c.elf_error = "not-found";
    sfc_judge(&config, &c, &answer, &r);
    OK(r.outcome == SFC_PASS, "a file is refused that is at fault");
    sfc_result_free(&r);
    r = judge(&c, SFC_REPLY_REJECT, NULL, NULL, "truncated-header", 0);
    OK(r.outcome == SFC_PASS, "whatever is said of it");
    sfc_result_free(&r);
    r = judge(&c, SFC_REPLY_ACCEPT, scratch_dump, NULL, NULL, 0);
    OK(r.outcome == SFC_TOO_LENIENT, "a file is read that is at fault");
    sfc_result_free(&r);
    c = make_case(SFC_EXPECT_ACCEPT);
    c.elf = true;
    sfc_judge(&config, &c, &answer, &r);
    OK(r.outcome == SFC_TOO_STRICT, "a file is refused that is right");
    sfc_result_free(&r);
    OK(sfc_undeclared(&config, &c) == 1u << SFC_MISSING_ELF, "no ELF files");
    config.containers = (char[]){ "raw elf" };
    OK(sfc_undeclared(&config, &c) == 0, "ELF files");
    config.containers = NULL;
    config.commands[SFC_OP_DECODE].elf = true;
    OK(sfc_undeclared(&config, &c) == 0, "a command that takes them");
    config.commands[SFC_OP_DECODE].elf = false;
}

/* ---- Encoders ---- */

/* Three sections that say the same: rows with words of one byte and of two, and with starts of two. `other` differs. */
static uint8_t narrow[SCRATCH_SECTION_SIZE], wide[SCRATCH_SECTION_SIZE + 1], other[SCRATCH_SECTION_SIZE];
static uint8_t wide_start[SCRATCH_SECTION_SIZE + 1];

static void make_sections(void)
{
    memcpy(narrow, scratch_section, sizeof narrow);
    memcpy(wide, scratch_section, sizeof narrow);
    memcpy(other, scratch_section, sizeof narrow);
    wide[16] = 4; /* bytes of the row area */
    wide[SCRATCH_SECTION_SIZE - 2] = 0x23;
    wide[SCRATCH_SECTION_SIZE] = 0;
    other[SCRATCH_SECTION_SIZE - 1] = 16;
    memcpy(wide_start, scratch_section, sizeof narrow);
    wide_start[16] = 4;
    wide_start[SCRATCH_SECTION_SIZE - 4] = 1; /* the FRE type */
    memmove(wide_start + SCRATCH_SECTION_SIZE - 2, narrow + SCRATCH_SECTION_SIZE - 3, 3);
}

static struct sfc_result judge_encoder(const struct sfc_case *c, const uint8_t *bytes, size_t size)
{
    struct sfc_answer answer = { .reply = SFC_REPLY_ACCEPT, .section_size = size };
    struct sfc_result result;
    if (size > 0) {
        answer.section = sfc_alloc(size, 1);
        memcpy(answer.section, bytes, size);
    }
    sfc_judge(&config, c, &answer, &result);
    sfc_answer_free(&answer);
    return result;
}

static void test_sections(void)
{
    static const struct {
        const char *title;
        const uint8_t *bytes;
        size_t size;
        bool canonical;
        enum sfc_outcome outcome;
        const char *detail, *expected, *seen, *message;
    } encodings[] = {
        { "the canonical bytes", narrow, sizeof narrow, true, SFC_PASS, "", "", "", "" },
        { "the canonical bytes, not claimed", narrow, sizeof narrow, false, SFC_PASS, "", "", "", "" },
        { "other widths", wide, sizeof wide, false, SFC_PASS, "", "", "", "" },
        { "other widths, though canonical", wide, sizeof wide, true, SFC_WRONG_OUTPUT, "bytes",
          "48 bytes, at 0x10: 03 00 00 00 00 00 00 00", "49 bytes, at 0x10: 04 00 00 00 00 00 00 00", "" },
        { "a byte too few", narrow, sizeof narrow - 1, true, SFC_WRONG_OUTPUT, "bytes", "48 bytes, at 0x2f: 08",
          "47 bytes, at 0x2f: the end", "" },
        { "nothing at all", NULL, 0, true, SFC_WRONG_OUTPUT, "bytes", "48 bytes, at 0x0: e2 de 01 01 03 00 f8 00",
          "0 bytes, at 0x0: the end", "" },
        { "another CFA", other, sizeof other, false, SFC_WRONG_OUTPUT, "fre.cfa",
          "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0",
          "fre 0.0 at=0x0 cfa=sp+16 ra=*(cfa-8) fp=same mangled=0", "" },
        { "what is no section", narrow, 20, false, SFC_WRONG_OUTPUT, "section", "", "",
          "the bytes are not a valid section: 0x0-0x14: truncated-header" },
        { "nothing at all, not canonical", NULL, 0, false, SFC_WRONG_OUTPUT, "section", "", "",
          "the bytes are not a valid section: 0x0-0x0: truncated-header" },
    };
    make_sections();
    struct sfc_case c = make_case(SFC_EXPECT_ACCEPT);
    c.op = SFC_OP_ENCODE;
    c.addr = 0x1000;
    c.result_bytes = narrow;
    c.result_size = sizeof narrow;
    for (size_t i = 0; i < sizeof encodings / sizeof encodings[0]; i++) {
        config.encodes = encodings[i].canonical ? canonical : NULL;
        struct sfc_result r = judge_encoder(&c, encodings[i].bytes, encodings[i].size);
        IS_TEXT(sfc_outcome_name(r.outcome), sfc_outcome_name(encodings[i].outcome), "encoded: %s", encodings[i].title);
        IS_TEXT(r.detail ? r.detail : "", encodings[i].detail, "its detail");
        IS_TEXT(r.expected ? r.expected : "", encodings[i].expected, "what was expected");
        IS_TEXT(r.seen ? r.seen : "", encodings[i].seen, "what was seen");
        IS_TEXT(r.message ? r.message : "", encodings[i].message, "what is said");
        sfc_result_free(&r);
    }
    config.encodes = NULL;
    struct sfc_result r = judge(&c, SFC_REPLY_REJECT, NULL, NULL, NULL, 0);
    OK(r.outcome == SFC_TOO_STRICT, "a refusal of what can be encoded is too strict");
    sfc_result_free(&r);
    c.fit = true;
    r = judge_encoder(&c, wide, sizeof wide);
    OK(r.outcome == SFC_PASS, "other widths of words, where the smallest of starts are asked for");
    sfc_result_free(&r);
    r = judge_encoder(&c, wide_start, sizeof wide_start);
    OK(r.outcome == SFC_WRONG_OUTPUT && strcmp(r.detail, "fde.fre") == 0, "other widths of starts");
    sfc_result_free(&r);
    c.fit = false;
    r = judge_encoder(&c, wide_start, sizeof wide_start);
    OK(r.outcome == SFC_PASS, "which are as good where they are not asked for");
    sfc_result_free(&r);
}

/* An empty function may stand before or after another one that starts at the same place, also after sorting. */
static void test_ties(void)
{
    static const char body[] =
        "sframe-dump 1\n"
        "section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=2 fres=2 fre-len=6\n"
        "fde 0 start=0x1100 size=0x0 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
        "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0\n"
        "fde 1 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
        "fre 1.0 at=0x0 cfa=sp+16 ra=*(cfa-8) fp=same mangled=0\n";
    static const uint8_t empty_first[] = {
        0xe2, 0xde, 1, 1, 3,  0,  0xf8, 0, 2, 0, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, /* header */
        0,    1,    0, 0, 0,  0,  0,    0, 0, 0, 0, 0, 1, 0, 0, 0, 0,                                   /* fde 0 */
        0,    1,    0, 0, 16, 0,  0,    0, 3, 0, 0, 0, 1, 0, 0, 0, 0,                                   /* fde 1 */
        0,    3,    8, 0, 3,  16,                                                                       /* rows */
    };
    /* The same with two bytes for the start of the empty function's row. */
    static const uint8_t wide_last[] = {
        0xe2, 0xde, 1,  1, 3,  0, 0xf8, 0, 2, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, /* header */
        0,    1,    0,  0, 16, 0, 0,    0, 0, 0, 0, 0, 1, 0, 0, 0, 0,                                   /* fde 0 */
        0,    1,    0,  0, 0,  0, 0,    0, 3, 0, 0, 0, 1, 0, 0, 0, 1,                                   /* fde 1 */
        0,    3,    16, 0, 0,  3, 8,                                                                    /* rows */
    };
    uint8_t empty_last[sizeof empty_first];
    memcpy(empty_last, empty_first, sizeof empty_last);
    memcpy(empty_last + 28, empty_first + 45, 17);
    memcpy(empty_last + 45, empty_first + 28, 17);
    struct sfc_case c = make_case(SFC_EXPECT_ACCEPT);
    c.op = SFC_OP_ENCODE;
    c.addr = 0x1000;
    c.body = body;
    c.sort = true;
    c.result_bytes = empty_first;
    c.result_size = sizeof empty_first;
    struct sfc_result r = judge_encoder(&c, empty_last, sizeof empty_last);
    OK(r.outcome == SFC_PASS, "an empty function may come after another one with its start (%s)",
       r.detail ? r.detail : "");
    sfc_result_free(&r);
    r = judge_encoder(&c, wide_last, sizeof wide_last);
    OK(r.outcome == SFC_PASS, "with starts of any width (%s)", r.detail ? r.detail : "");
    sfc_result_free(&r);
    c.fit = true;
    r = judge_encoder(&c, empty_last, sizeof empty_last);
    OK(r.outcome == SFC_PASS, "also where it chooses the smallest widths of starts (%s)", r.detail ? r.detail : "");
    sfc_result_free(&r);
    r = judge_encoder(&c, wide_last, sizeof wide_last);
    OK(r.outcome == SFC_WRONG_OUTPUT && r.detail && strcmp(r.detail, "fde.fre") == 0, "sorting does not excuse others");
    sfc_result_free(&r);
    c.fit = false;
    empty_last[sizeof empty_last - 1] = 24;
    r = judge_encoder(&c, empty_last, sizeof empty_last);
    OK(r.outcome == SFC_WRONG_OUTPUT && strcmp(r.detail, "fre.cfa") == 0, "their rows are not");
    sfc_result_free(&r);
    config.encodes = canonical;
    empty_last[sizeof empty_last - 1] = 16;
    r = judge_encoder(&c, empty_last, sizeof empty_last);
    OK(r.outcome == SFC_WRONG_OUTPUT && strcmp(r.detail, "bytes") == 0, "a canonical encoding puts empty ones first");
    sfc_result_free(&r);
    config.encodes = NULL;
}

/* It is open whether the section is right: not to write it is right, to write another is wrong. */
static void test_open_sections(void)
{
    struct sfc_case c = make_case(SFC_EXPECT_POLICY);
    c.op = SFC_OP_ENCODE;
    c.addr = 0x1000;
    c.policy = "AMB-044";
    c.result_bytes = narrow;
    c.result_size = sizeof narrow;
    struct sfc_answer refused = { .reply = SFC_REPLY_REJECT, .fault_class = copy("bad-rep-size") };
    struct sfc_result r;
    sfc_judge(&config, &c, &refused, &r);
    OK(r.outcome == SFC_PASS, "a refusal of what is open, for any reason");
    sfc_result_free(&r);
    sfc_answer_free(&refused);
    r = judge_encoder(&c, wide, sizeof wide);
    OK(r.outcome == SFC_PASS, "bytes with the meaning of what is open");
    sfc_result_free(&r);
    r = judge_encoder(&c, other, sizeof other);
    OK(r.outcome == SFC_WRONG_OUTPUT && strcmp(r.detail, "fre.cfa") == 0, "bytes with another meaning");
    sfc_result_free(&r);
    config.encodes = canonical;
    r = judge_encoder(&c, wide, sizeof wide);
    OK(r.outcome == SFC_WRONG_OUTPUT && strcmp(r.detail, "bytes") == 0, "not the canonical bytes that it claims");
    sfc_result_free(&r);
    config.encodes = NULL;
}

static void test_refusals(void)
{
    static const struct {
        const char *title, *refusal, *place;
        bool has_place;
        enum sfc_outcome outcome;
        const char *detail, *seen;
    } refusals[] = {
        { "without a reason", NULL, NULL, false, SFC_PASS, "", "" },
        { "for the right reason", "fre-not-increasing", NULL, false, SFC_PASS, "", "" },
        { "at the right place", "fre-not-increasing", "fre 0.1", true, SFC_PASS, "", "" },
        { "for another reason", "fre-start-out-of-range", "fre 0.1", true, SFC_WRONG_OUTPUT, "refusal",
          "fre-start-out-of-range at fre 0.1" },
        { "at another place", "fre-not-increasing", "fre 0.0", true, SFC_WRONG_OUTPUT, "at",
          "fre-not-increasing at fre 0.0" },
        { "at no place", "fre-not-increasing", NULL, true, SFC_WRONG_OUTPUT, "at", "fre-not-increasing" },
        { "wrong in both", "not-sorted", "fde 0", true, SFC_WRONG_OUTPUT, "refusal,at", "not-sorted at fde 0" },
    };
    struct sfc_case c = make_case(SFC_EXPECT_REJECT);
    c.op = SFC_OP_ENCODE;
    c.fault_class = NULL;
    c.refusal = "fre-not-increasing";
    c.at = "fre 0.1";
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct sfc_answer answer = { .reply = SFC_REPLY_REJECT,
                                     .fault_class = copy(refusals[i].refusal),
                                     .has_place = refusals[i].has_place,
                                     .place = copy(refusals[i].place) };
        struct sfc_result r;
        sfc_judge(&config, &c, &answer, &r);
        IS_TEXT(sfc_outcome_name(r.outcome), sfc_outcome_name(refusals[i].outcome), "refused %s", refusals[i].title);
        IS_TEXT(r.detail ? r.detail : "", refusals[i].detail, "its detail");
        IS_TEXT(r.seen ? r.seen : "", refusals[i].seen, "what was seen");
        const bool is_right = refusals[i].outcome == SFC_PASS;
        OK(r.judged_class == (is_right && refusals[i].refusal) && r.judged_range == (is_right && refusals[i].has_place),
           "what of it was judged");
        sfc_result_free(&r);
        sfc_answer_free(&answer);
    }
    struct sfc_result r = judge_encoder(&c, narrow, sizeof narrow);
    OK(r.outcome == SFC_TOO_LENIENT, "bytes for what cannot be encoded are too lenient");
    sfc_result_free(&r);
}

/* What ends too early can only be seen by a reader that knows the size; all else is in the section. */
static void test_without_size(void)
{
    static const struct {
        const char *fault_class;
        bool needs_size;
    } classes[] = {
        { "truncated-header", true },
        { "aux-header-out-of-bounds", true },
        { "fde-table-out-of-bounds", true },
        { "fre-table-out-of-bounds", true },
        { "fre-offset-out-of-bounds", false },
        { "truncated-fre", false },
        { "bad-abi", false },
        { NULL, false },
    };
    char size[] = "size";
    struct sfc_config blind = config;
    blind.without = size;
    for (unsigned i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        const char *name = classes[i].fault_class ? classes[i].fault_class : "no fault class";
        struct sfc_case c = make_case(SFC_EXPECT_REJECT);
        c.fault_class = classes[i].fault_class;
        OK(sfc_undeclared(&config, &c) == 0, "%s: asked of a reader that knows the size", name);
        OK((sfc_undeclared(&blind, &c) == 1u << SFC_MISSING_SIZE) == classes[i].needs_size,
           "%s: asked of one that does not, or not", name);
        c.expect = SFC_EXPECT_ACCEPT;
        OK(sfc_undeclared(&blind, &c) == 0, "%s: a section that is right is asked of both", name);
    }
}

static void test_declared(void)
{
    struct sfc_case c = make_case(SFC_EXPECT_ACCEPT);
    OK(sfc_undeclared(&config, &c) == 0, "within what is declared");
    c.profile = "v2";
    OK(sfc_undeclared(&config, &c) == 1u << SFC_MISSING_PROFILE, "another profile");
    c = make_case(SFC_EXPECT_ACCEPT);
    c.abi = "s390x";
    OK(sfc_undeclared(&config, &c) == 1u << SFC_MISSING_ABI, "another ABI");
    c = make_case(SFC_EXPECT_ACCEPT);
    c.order = "big";
    OK(sfc_undeclared(&config, &c) == 1u << SFC_MISSING_ORDER, "another byte order");
    c = make_case(SFC_EXPECT_ACCEPT);
    c.op = SFC_OP_LOOKUP;
    OK(sfc_undeclared(&config, &c) == 1u << SFC_MISSING_OP, "another op");
    test_without_size();
    char ops[] = "sequence", elf[] = "elf", none[] = "", both[] = "raw elf";
    struct sfc_config in_turn = config;
    c.op = SFC_OP_SEQUENCE;
    in_turn.ops = ops;
    in_turn.containers = elf;
    OK(sfc_undeclared(&in_turn, &c) == 1u << SFC_MISSING_RAW, "two sections, one file");
    in_turn.containers = none;
    OK(sfc_undeclared(&in_turn, &c) == 0, "raw sections unless it says otherwise");
    in_turn.containers = both;
    OK(sfc_undeclared(&in_turn, &c) == 0, "raw sections among others");
}

/* A damaged function in a sequence: the section may be rejected, or all else be answered. */
static void test_sequences(void)
{
    static const struct {
        const char *title;
        enum sfc_reply reply;
        const char *dump, *fault;
        enum sfc_outcome outcome;
        const char *detail;
    } answers[] = {
        { "rejected", SFC_REPLY_REJECT, NULL, "bad-magic", SFC_PASS, NULL },
        { "rejected for something else", SFC_REPLY_REJECT, NULL, "bad-version", SFC_WRONG_OUTPUT, "class" },
        { "all but the damaged one answered", SFC_REPLY_ACCEPT, "sframe-dump 1\npc 0x1 none\npc 0x2 reject\n", NULL,
          SFC_PASS, NULL },
        { "the damage overlooked", SFC_REPLY_ACCEPT, "sframe-dump 1\npc 0x1 none\npc 0x2 none\n", NULL,
          SFC_WRONG_OUTPUT, "pc.reject" },
        { "too much rejected", SFC_REPLY_ACCEPT, "sframe-dump 1\npc 0x1 reject\npc 0x2 reject\n", NULL,
          SFC_WRONG_OUTPUT, "pc.reject" },
        { "a question left out", SFC_REPLY_ACCEPT, "sframe-dump 1\npc 0x2 reject\n", NULL, SFC_WRONG_OUTPUT, "lines" },
        { "crashed", SFC_REPLY_CRASH, NULL, NULL, SFC_CRASH, NULL },
    };
    struct sfc_case c = make_case(SFC_EXPECT_REJECT);
    c.op = SFC_OP_SEQUENCE;
    c.body = "sframe-dump 1\npc 0x1 none\npc 0x2 reject\n";
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        struct sfc_result r = judge(&c, answers[i].reply, answers[i].dump, NULL, answers[i].fault, 2);
        OK(r.outcome == answers[i].outcome, "sequence: %s", answers[i].title);
        IS_TEXT(r.detail ? r.detail : "", answers[i].detail ? answers[i].detail : "", "detail of %s", answers[i].title);
        sfc_result_free(&r);
    }
}

/* ---- Limits -------------------------------------------------------------------------------- */

/* A version 3 section of AMD64 with a default function at 0x1100 and a flexible one at 0x1200, each of 16 bytes. Flags,
   counts and starts are at fixed places; no row is read. */
enum { AT_FLAGS = 3, AT_NUM_FDES = 8, LIMITED_SIZE = 28 + 2 * 16 + 2 * 6 };
static const uint8_t limited_section[LIMITED_SIZE] = {
    0xe2, 0xde, 3, 1, 3, 0, 0xf8, 0, 2,  0, 0, 0, 2, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, /* header */
    0x00, 0x01, 0, 0, 0, 0, 0,    0, 16, 0, 0, 0, 0, 0, 0, 0,                                       /* 0x1100 */
    0x00, 0x02, 0, 0, 0, 0, 0,    0, 16, 0, 0, 0, 6, 0, 0, 0,                                       /* 0x1200 */
    1,    0,    0, 0, 0, 0, 1,    0, 0,  1, 0, 0,                                                   /* attributes */
};
static const char found_both[] = "sframe-dump 1\npc 0x1100 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                                 "pc 0x1120 none\npc 0x1200 fde=1 fre=0 cfa=r10+0 ra=*(cfa-8) fp=same\n";
static const char flexible_refused[] = "sframe-dump 1\npc 0x1100 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                                       "pc 0x1120 none\npc 0x1200 reject\n";
static const char all_refused[] = "sframe-dump 1\npc 0x1100 reject\npc 0x1120 none\npc 0x1200 reject\n";
static const char end_missed[] = "sframe-dump 1\npc 0x1100 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                                 "pc 0x1120 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                                 "pc 0x1200 fde=1 fre=0 cfa=r10+0 ra=*(cfa-8) fp=same\n";
static const char end_missed_and_wrong[] = "sframe-dump 1\npc 0x1100 fde=0 fre=0 cfa=sp+16 ra=*(cfa-8) fp=same\n"
                                           "pc 0x1120 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                                           "pc 0x1200 fde=1 fre=0 cfa=r10+0 ra=*(cfa-8) fp=same\n";
static const char nothing[] = "sframe-dump 1\npc 0x1100 none\npc 0x1120 none\npc 0x1200 none\n";
static const char trace[] =
    "sframe-dump 1\nframe 0 pc=0x1100 sp=0x1 fp=0x2\nframe 1 pc=0x1120 sp=0x1 fp=0x2\nend no-fde\n";
static const char longer_trace[] = "sframe-dump 1\nframe 0 pc=0x1100 sp=0x1 fp=0x2\nframe 1 pc=0x1120 sp=0x1 fp=0x2\n"
                                   "frame 2 pc=0x9 sp=0x1 fp=0x2\nend bad-read\n";
static const char other_trace[] =
    "sframe-dump 1\nframe 0 pc=0x1100 sp=0x1 fp=0x2\nframe 1 pc=0x1124 sp=0x1 fp=0x2\nend bad-read\n";
static const char low_trace[] = "sframe-dump 1\nframe 0 pc=0x10ff sp=0x1 fp=0x2\nend no-fde\n";
static const char low_trace_goes_on[] = "sframe-dump 1\nframe 0 pc=0x10ff sp=0x1 fp=0x2\nend bad-read\n";

static const struct {
    const char *title, *needs, *without, *hides;
    uint8_t flags, num_fdes;
    enum sfc_op op;
    const char *body; /* NULL: rejected */
    const char *seen; /* NULL: rejects */
    enum sfc_outcome outcome;
    unsigned missing; /* the first bit; of SFC_SKIPPED */
} limits[] = {
    { "nothing declared", NULL, NULL, NULL, 0, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_TOO_STRICT, 0 },
    { "unsorted, refused", "sorted", NULL, NULL, 0, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_SKIPPED,
      SFC_MISSING_SORTED },
    { "sorted, refused", "sorted", NULL, NULL, 1, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_TOO_STRICT, 0 },
    { "unsorted, read", "sorted", NULL, NULL, 0, 2, SFC_OP_LOOKUP, found_both, found_both, SFC_PASS, 0 },
    { "unsorted, nothing found", "sorted", NULL, NULL, 0, 2, SFC_OP_LOOKUP, found_both, nothing, SFC_SKIPPED,
      SFC_MISSING_SORTED },
    { "sorted, nothing found", "sorted", NULL, NULL, 1, 2, SFC_OP_LOOKUP, found_both, nothing, SFC_WRONG_OUTPUT, 0 },
    { "unsorted, one row wrong", "sorted", NULL, NULL, 0, 2, SFC_OP_LOOKUP, found_both, end_missed, SFC_WRONG_OUTPUT,
      0 },
    { "not relative, refused", "pcrel", NULL, NULL, 1, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_SKIPPED,
      SFC_MISSING_PCREL },
    { "no function, refused", "functions", NULL, NULL, 1, 0, SFC_OP_LOOKUP, nothing, NULL, SFC_SKIPPED,
      SFC_MISSING_FUNCTIONS },
    { "functions, refused", "functions", NULL, NULL, 1, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_TOO_STRICT, 0 },
    { "flexible, refused", NULL, "flexible", NULL, 1, 2, SFC_OP_LOOKUP, found_both, NULL, SFC_SKIPPED,
      SFC_MISSING_FLEXIBLE },
    { "none flexible, refused", NULL, "flexible", NULL, 1, 1, SFC_OP_LOOKUP, found_both, NULL, SFC_TOO_STRICT, 0 },
    { "flexible, nothing found", NULL, "flexible", NULL, 1, 2, SFC_OP_LOOKUP, found_both, nothing, SFC_WRONG_OUTPUT,
      0 },
    { "the flexible function refused", NULL, "flexible", NULL, 1, 2, SFC_OP_SEQUENCE, found_both, flexible_refused,
      SFC_SKIPPED, SFC_MISSING_FLEXIBLE },
    { "both refused", NULL, "flexible", NULL, 1, 2, SFC_OP_SEQUENCE, found_both, all_refused, SFC_WRONG_OUTPUT, 0 },
    { "an end missed", NULL, NULL, "function-ends", 1, 2, SFC_OP_LOOKUP, found_both, end_missed, SFC_SKIPPED,
      SFC_MISSING_ENDS },
    { "an end missed, undeclared", NULL, NULL, NULL, 1, 2, SFC_OP_LOOKUP, found_both, end_missed, SFC_WRONG_OUTPUT, 0 },
    { "an end missed, a row wrong", NULL, NULL, "function-ends", 1, 2, SFC_OP_LOOKUP, found_both, end_missed_and_wrong,
      SFC_WRONG_OUTPUT, 0 },
    { "ends seen", NULL, NULL, "function-ends", 1, 2, SFC_OP_LOOKUP, found_both, found_both, SFC_PASS, 0 },
    { "a trace past an end", NULL, NULL, "function-ends", 1, 2, SFC_OP_UNWIND, trace, longer_trace, SFC_SKIPPED,
      SFC_MISSING_ENDS },
    { "a trace with another frame", NULL, NULL, "function-ends", 1, 2, SFC_OP_UNWIND, trace, other_trace,
      SFC_WRONG_OUTPUT, 0 },
    { "a trace before all functions", NULL, NULL, "function-ends", 1, 2, SFC_OP_UNWIND, low_trace, low_trace_goes_on,
      SFC_WRONG_OUTPUT, 0 },
    { "unsorted and damaged, refused", "sorted", NULL, NULL, 0, 2, SFC_OP_DECODE, NULL, NULL, SFC_SKIPPED,
      SFC_MISSING_SORTED },
    { "sorted and damaged, refused", "sorted", NULL, NULL, 1, 2, SFC_OP_DECODE, NULL, NULL, SFC_PASS, 0 },
    { "unsorted and damaged, accepted", "sorted", NULL, NULL, 0, 2, SFC_OP_DECODE, NULL, scratch_dump, SFC_TOO_LENIENT,
      0 },
};

static void test_limits(void)
{
    uint64_t pcs[] = { 0x1100, 0x1120, 0x1200 };
    bool in_second[] = { false, false, false };
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        uint8_t bytes[LIMITED_SIZE];
        memcpy(bytes, limited_section, sizeof bytes);
        bytes[AT_FLAGS] = limits[i].flags;
        bytes[AT_NUM_FDES] = limits[i].num_fdes;
        struct sfc_config limited = config;
        limited.needs = copy(limits[i].needs);
        limited.without = copy(limits[i].without);
        limited.hides = copy(limits[i].hides);
        struct sfc_case c = make_case(limits[i].body ? SFC_EXPECT_ACCEPT : SFC_EXPECT_REJECT);
        c.profile = "v3";
        c.op = limits[i].op;
        c.body = limits[i].body ? limits[i].body : "";
        c.addr = 0x1000;
        c.bytes = bytes;
        c.size = sizeof bytes;
        c.pcs = pcs;
        c.in_second = in_second;
        c.num_pcs = c.op == SFC_OP_LOOKUP || c.op == SFC_OP_SEQUENCE ? 3 : 0;
        struct sfc_answer answer = { .reply = limits[i].seen ? SFC_REPLY_ACCEPT : SFC_REPLY_REJECT,
                                     .dump = copy(limits[i].seen) };
        struct sfc_result r;
        sfc_judge(&limited, &c, &answer, &r);
        IS_TEXT(sfc_outcome_name(r.outcome), sfc_outcome_name(limits[i].outcome), "limits: %s", limits[i].title);
        OK(r.missing == (limits[i].missing ? 1u << limits[i].missing : 0), "what was left out");
        sfc_result_free(&r);
        sfc_answer_free(&answer);
        free(limited.needs);
        free(limited.without);
        free(limited.hides);
    }
}

/* ---- Signal frames --------------------------------------------------------------------------- */

#define ROW " fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same"

/* `signal=` counts for a reader that says that it shows it, and for no other. */
static void test_signals(void)
{
    static const struct {
        const char *title, *shows, *dump;
        enum sfc_outcome outcome;
        const char *detail;
    } rows_of[] = {
        { "not shown", NULL, "pc 0x1" ROW "\npc 0x2" ROW "\npc 0x3 none\n", SFC_PASS, "" },
        { "shown all the same", NULL, "pc 0x1" ROW " signal=1\npc 0x2" ROW "\npc 0x3 none\n", SFC_PASS, "" },
        { "shown", "pc.signal", "pc 0x1" ROW " signal=0\npc 0x2" ROW " signal=1\npc 0x3 none\n", SFC_PASS, "" },
        { "missed", "pc.signal", "pc 0x1" ROW " signal=0\npc 0x2" ROW " signal=0\npc 0x3 none\n", SFC_WRONG_OUTPUT,
          "pc.signal" },
        { "invented", "pc.signal", "pc 0x1" ROW " signal=1\npc 0x2" ROW " signal=1\npc 0x3 none\n", SFC_WRONG_OUTPUT,
          "pc.signal" },
        { "forgotten", "pc.signal", "pc 0x1" ROW " signal=0\npc 0x2" ROW "\npc 0x3 none\n", SFC_WRONG_OUTPUT,
          "pc.signal" },
    };
    uint64_t pcs[] = { 1, 2, 3 };
    bool in_second[] = { false, false, false }, in_signal[] = { false, true, true };
    for (size_t i = 0; i < sizeof rows_of / sizeof rows_of[0]; i++) {
        struct sfc_config shows = config;
        shows.shows = copy(rows_of[i].shows);
        struct sfc_case c = make_case(SFC_EXPECT_ACCEPT);
        c.op = i % 2 ? SFC_OP_LOOKUP : SFC_OP_SEQUENCE;
        c.body = "sframe-dump 1\npc 0x1" ROW "\npc 0x2" ROW "\npc 0x3 none\n";
        c.pcs = pcs;
        c.in_second = in_second;
        c.in_signal = in_signal;
        c.num_pcs = 3;
        struct sfc_answer answer = { .reply = SFC_REPLY_ACCEPT,
                                     .dump = sfc_format("sframe-dump 1\n%s", rows_of[i].dump) };
        struct sfc_result r;
        sfc_judge(&shows, &c, &answer, &r);
        OK(r.outcome == rows_of[i].outcome, "signal: %s", rows_of[i].title);
        IS_TEXT(r.detail ? r.detail : "", rows_of[i].detail, "its key");
        sfc_result_free(&r);
        sfc_answer_free(&answer);
        free(shows.shows);
    }
}

int main(void)
{
    test_limits();
    test_signals();
    test_rows();
    test_sequences();
    test_finding();
    test_said();
    test_answers();
    test_also();
    test_lifting();
    test_readings();
    test_policies();
    test_again();
    test_digests();
    test_traces();
    test_elf();
    test_sections();
    test_ties();
    test_open_sections();
    test_refusals();
    test_declared();
    return tap_done();
}
