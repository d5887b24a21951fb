/* SPDX-License-Identifier: MIT */
/* Every reply to every kind of case, and what becomes of it. */
#include <stdlib.h>

#include "judge.h"
#include "scratch.h"
#include "tests/tap.h"

static struct sfr_config config = {
    .profiles = (char[]){ "v1" },
    .abis = (char[]){ "amd64" },
    .orders = (char[]){ "little" },
    .ops = (char[]){ "decode" },
    .unobservable = (char[]){ "section.fre-len" },
};

static struct sfr_case make_case(enum sfr_expect expect)
{
    return (struct sfr_case){
        .id = "x",
        .profile = "v1",
        .abi = "amd64",
        .order = "little",
        .op = SFR_OP_DECODE,
        .expect = expect,
        .fault_class = expect == SFR_EXPECT_REJECT ? "bad-magic" : NULL,
        .range_start = 0,
        .range_end = 2,
        .policy = expect == SFR_EXPECT_POLICY ? "AMB-044" : NULL,
        .body = expect == SFR_EXPECT_REJECT ? "" : scratch_dump,
    };
}

static char *copy(const char *text)
{
    return text ? sfr_copy_text(text, strlen(text)) : NULL;
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
    enum sfr_expect expect;
    enum sfr_reply reply;
    const char *dump, *detail, *fault;
    enum sfr_outcome outcome;
    const char *detail_of_outcome;
} rows[] = {
    { "right", SFR_EXPECT_ACCEPT, SFR_REPLY_ACCEPT, scratch_dump, NULL, NULL, SFR_PASS, NULL },
    { "wrong value", SFR_EXPECT_ACCEPT, SFR_REPLY_ACCEPT, wrong_dump, NULL, NULL, SFR_WRONG_OUTPUT, "fre.cfa" },
    { "undeclared `?`", SFR_EXPECT_ACCEPT, SFR_REPLY_ACCEPT, hidden_dump, NULL, NULL, SFR_PROTOCOL, NULL },
    { "rejected", SFR_EXPECT_ACCEPT, SFR_REPLY_REJECT, NULL, NULL, NULL, SFR_TOO_STRICT, NULL },
    { "unsupported", SFR_EXPECT_ACCEPT, SFR_REPLY_UNSUPPORTED, NULL, NULL, NULL, SFR_UNDECLARED_SKIP, NULL },
    { "crashed", SFR_EXPECT_ACCEPT, SFR_REPLY_CRASH, NULL, "SIGSEGV", NULL, SFR_CRASH, "SIGSEGV" },
    { "hung", SFR_EXPECT_ACCEPT, SFR_REPLY_TIMEOUT, NULL, NULL, NULL, SFR_TIMEOUT, NULL },
    { "flooded", SFR_EXPECT_ACCEPT, SFR_REPLY_LIMIT, NULL, "output", NULL, SFR_LIMIT, "output" },
    { "junk", SFR_EXPECT_ACCEPT, SFR_REPLY_PROTOCOL, NULL, NULL, NULL, SFR_PROTOCOL, NULL },
    { "not asked", SFR_EXPECT_ACCEPT, SFR_REPLY_NONE, NULL, NULL, NULL, SFR_PROTOCOL, NULL },
    { "interrupted", SFR_EXPECT_ACCEPT, SFR_REPLY_STOPPED, NULL, NULL, NULL, SFR_NOT_RUN, NULL },
    { "rejected", SFR_EXPECT_REJECT, SFR_REPLY_REJECT, NULL, NULL, NULL, SFR_PASS, NULL },
    { "right class and range", SFR_EXPECT_REJECT, SFR_REPLY_REJECT, NULL, NULL, "bad-magic", SFR_PASS, NULL },
    { "wrong class", SFR_EXPECT_REJECT, SFR_REPLY_REJECT, NULL, NULL, "bad-version", SFR_WRONG_OUTPUT, "class" },
    { "accepted", SFR_EXPECT_REJECT, SFR_REPLY_ACCEPT, scratch_dump, NULL, NULL, SFR_TOO_LENIENT, NULL },
    { "crashed: no reject", SFR_EXPECT_REJECT, SFR_REPLY_CRASH, NULL, "SIGABRT", NULL, SFR_CRASH, "SIGABRT" },
    { "hung: no reject", SFR_EXPECT_REJECT, SFR_REPLY_TIMEOUT, NULL, NULL, NULL, SFR_TIMEOUT, NULL },
    { "flooded: no reject", SFR_EXPECT_REJECT, SFR_REPLY_LIMIT, NULL, "cpu", NULL, SFR_LIMIT, "cpu" },
    { "junk: no reject", SFR_EXPECT_REJECT, SFR_REPLY_PROTOCOL, NULL, NULL, NULL, SFR_PROTOCOL, NULL },
    { "not asked: no reject", SFR_EXPECT_REJECT, SFR_REPLY_NONE, NULL, NULL, NULL, SFR_PROTOCOL, NULL },
    { "unsupported: no reject", SFR_EXPECT_REJECT, SFR_REPLY_UNSUPPORTED, NULL, NULL, NULL, SFR_UNDECLARED_SKIP, NULL },
    { "rejected", SFR_EXPECT_POLICY, SFR_REPLY_REJECT, NULL, NULL, NULL, SFR_PASS, NULL },
    { "accepted with the meaning", SFR_EXPECT_POLICY, SFR_REPLY_ACCEPT, scratch_dump, NULL, NULL, SFR_PASS, NULL },
    { "accepted with another meaning", SFR_EXPECT_POLICY, SFR_REPLY_ACCEPT, wrong_dump, NULL, NULL, SFR_WRONG_OUTPUT,
      "fre.cfa" },
    { "crashed", SFR_EXPECT_POLICY, SFR_REPLY_CRASH, NULL, "SIGFPE", NULL, SFR_CRASH, "SIGFPE" },
};

static struct sfr_result judge(const struct sfr_case *c, enum sfr_reply reply, const char *dump, const char *detail,
                               const char *fault, uint64_t end)
{
    struct sfr_answer answer = { .reply = reply,
                                 .dump = copy(dump),
                                 .detail = copy(detail),
                                 .fault_class = copy(fault),
                                 .has_range = fault != NULL,
                                 .range_end = end };
    struct sfr_result result;
    sfr_judge(&config, c, &answer, &result);
    sfr_answer_free(&answer);
    return result;
}

static void test_rows(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct sfr_case c = make_case(rows[i].expect);
        struct sfr_result r = judge(&c, rows[i].reply, rows[i].dump, rows[i].detail, rows[i].fault, 2);
        const char *expect = sfr_expect_name(c.expect), *title = rows[i].title;
        IS_TEXT(sfr_outcome_name(r.outcome), sfr_outcome_name(rows[i].outcome), "%s expected, %s", expect, title);
        IS_TEXT(r.detail ? r.detail : "", rows[i].detail_of_outcome ? rows[i].detail_of_outcome : "", "its detail");
        sfr_result_free(&r);
    }
}

static void test_finding(void)
{
    const struct sfr_case c = make_case(SFR_EXPECT_REJECT);
    struct sfr_result r = judge(&c, SFR_REPLY_REJECT, NULL, NULL, "bad-magic", 1);
    IS_TEXT(r.detail ? r.detail : "", "range", "a wrong range is wrong output");
    IS_TEXT(r.expected ? r.expected : "", "0x0-0x2: bad-magic", "what was expected");
    IS_TEXT(r.seen ? r.seen : "", "0x0-0x1: bad-magic", "what was seen");
    sfr_result_free(&r);
    r = judge(&c, SFR_REPLY_REJECT, NULL, NULL, "bad-abi", 5);
    IS_TEXT(r.detail ? r.detail : "", "class,range", "both wrong");
    sfr_result_free(&r);
}

static void test_policies(void)
{
    struct sfr_declared_policy declared = { (char[]){ "AMB-044" }, true };
    const struct sfr_case c = make_case(SFR_EXPECT_POLICY);
    config.policies = &declared;
    config.num_policies = 1;
    struct sfr_result r = judge(&c, SFR_REPLY_REJECT, NULL, NULL, NULL, 0);
    OK(r.outcome == SFR_INCONSISTENT, "declared to accept, rejects");
    IS_TEXT(r.message ? r.message : "", "declared `AMB-044 accept`, but rejects", "and is told so");
    sfr_result_free(&r);
    r = judge(&c, SFR_REPLY_ACCEPT, scratch_dump, NULL, NULL, 0);
    OK(r.outcome == SFR_PASS, "declared to accept, accepts");
    sfr_result_free(&r);
    r = judge(&c, SFR_REPLY_ACCEPT, wrong_dump, NULL, NULL, 0);
    OK(r.outcome == SFR_WRONG_OUTPUT, "declared to accept, accepts with another meaning");
    sfr_result_free(&r);
    declared.accepts = false;
    r = judge(&c, SFR_REPLY_ACCEPT, scratch_dump, NULL, NULL, 0);
    OK(r.outcome == SFR_INCONSISTENT, "declared to reject, accepts");
    sfr_result_free(&r);
    r = judge(&c, SFR_REPLY_REJECT, NULL, NULL, NULL, 0);
    OK(r.outcome == SFR_PASS, "declared to reject, rejects");
    sfr_result_free(&r);
    r = judge(&c, SFR_REPLY_CRASH, NULL, "SIGSEGV", NULL, 0);
    OK(r.outcome == SFR_CRASH, "declared to reject, crashes");
    sfr_result_free(&r);
    config.num_policies = 0;
}

static void test_again(void)
{
    static const struct {
        enum sfr_outcome first, again, outcome;
        const char *first_detail, *again_detail, *detail;
    } pairs[] = {
        { SFR_CRASH, SFR_CRASH, SFR_CRASH, "SIGSEGV", "SIGSEGV", "SIGSEGV" },
        { SFR_CRASH, SFR_CRASH, SFR_CRASH, "SIGSEGV", "SIGABRT", NULL },
        { SFR_CRASH, SFR_PASS, SFR_STATE_DEPENDENT, "SIGSEGV", NULL, NULL },
        { SFR_TIMEOUT, SFR_TIMEOUT, SFR_TIMEOUT, NULL, NULL, NULL },
        { SFR_TIMEOUT, SFR_CRASH, SFR_STATE_DEPENDENT, NULL, "SIGSEGV", NULL },
        { SFR_CRASH, SFR_NOT_RUN, SFR_NOT_RUN, "SIGSEGV", NULL, NULL },
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct sfr_result first = { .outcome = pairs[i].first, .detail = copy(pairs[i].first_detail) };
        struct sfr_result again = { .outcome = pairs[i].again, .detail = copy(pairs[i].again_detail) }, r;
        sfr_judge_again(&first, &again, &r);
        OK(r.outcome == pairs[i].outcome, "first %s, then %s", sfr_outcome_name(pairs[i].first),
           sfr_outcome_name(pairs[i].again));
        IS_TEXT(r.detail ? r.detail : "", pairs[i].detail ? pairs[i].detail : "", "its detail");
        sfr_result_free(&r);
    }
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++) {
        enum sfr_outcome back = SFR_NUM_OUTCOMES;
        const char *name = sfr_outcome_name((enum sfr_outcome)i);
        OK(sfr_outcome_from_name(name, strlen(name), &back) && back == (enum sfr_outcome)i, "%s is known by its name",
           name);
        OK(sfr_must_ask_again((enum sfr_outcome)i) == (i == SFR_CRASH || i == SFR_TIMEOUT), "%s: asked again or not",
           name);
        OK(sfr_outcome_fails((enum sfr_outcome)i) == (i != SFR_PASS && i != SFR_SKIPPED), "%s: a failure or not", name);
    }
}

/* Where the end of a trace is open, it may come sooner and be another; frames are never made up. */
static void test_traces(void)
{
#define FRAME0 "sframe-dump 1\nframe 0 pc=0x1 sp=0x2 fp=0x3\n"
#define FRAME1 "frame 1 pc=0x4 sp=0x5 fp=0x6\n"
    static const struct {
        const char *title, *policy, *dump;
        enum sfr_outcome outcome;
    } traces[] = {
        { "as expected", "AMB-102", FRAME0 FRAME1 "end unsafe\n", SFR_PASS },
        { "another end", "AMB-102", FRAME0 FRAME1 "end limit\n", SFR_PASS },
        { "an earlier end", "AMB-102", FRAME0 "end no-fre\n", SFR_PASS },
        { "another frame", "AMB-102", FRAME0 "frame 1 pc=0x4 sp=0x5 fp=0x7\nend unsafe\n", SFR_WRONG_OUTPUT },
        { "a made-up frame", "AMB-102", FRAME0 FRAME1 "frame 2 pc=0x4 sp=0x5 fp=0x6\nend limit\n", SFR_WRONG_OUTPUT },
        { "registers of a caller", "AMB-089", FRAME0 FRAME1 "frame 2 pc=0x4 sp=0x5 fp=0x6\nend limit\n", SFR_PASS },
        { "another frame before", "AMB-089",
          FRAME0 "frame 1 pc=0x5 sp=0x5 fp=0x6\nframe 2 pc=0x4 sp=0x5 fp=0x6\nend limit\n", SFR_WRONG_OUTPUT },
    };
    for (size_t i = 0; i < sizeof traces / sizeof traces[0]; i++) {
        struct sfr_case c = make_case(SFR_EXPECT_POLICY);
        struct sfr_answer answer = { .reply = SFR_REPLY_ACCEPT,
                                     .dump = sfr_copy_text(traces[i].dump, strlen(traces[i].dump)) };
        struct sfr_result result;
        c.op = SFR_OP_UNWIND;
        c.policy = traces[i].policy;
        c.body = FRAME0 FRAME1 "end unsafe\n";
        sfr_judge(&config, &c, &answer, &result);
        IS_U64(result.outcome, traces[i].outcome, "an open end: %s", traces[i].title);
        c.expect = SFR_EXPECT_ACCEPT;
        sfr_result_free(&result);
        sfr_judge(&config, &c, &answer, &result);
        IS_U64(result.outcome, i == 0 ? SFR_PASS : SFR_WRONG_OUTPUT, "an end that is not open: %s", traces[i].title);
        sfr_result_free(&result);
        sfr_answer_free(&answer);
    }
    struct sfr_case c = make_case(SFR_EXPECT_POLICY);
    struct sfr_answer refused = { .reply = SFR_REPLY_REJECT };
    struct sfr_result result;
    c.op = SFR_OP_UNWIND;
    c.policy = "AMB-102";
    c.body = FRAME0 FRAME1 "end unsafe\n";
    for (unsigned doubted = 0; doubted < 2; doubted++) {
        c.doubt = doubted ? "mangled-ra-elsewhere" : NULL;
        sfr_judge(&config, &c, &refused, &result);
        IS_U64(result.outcome, doubted ? SFR_PASS : SFR_TOO_STRICT, "refused for an open %s",
               doubted ? "section" : "end of a trace");
        sfr_result_free(&result);
    }
}

/* A fault of the ELF file, not of the section in it. */
static void test_elf(void)
{
    struct sfr_case c = make_case(SFR_EXPECT_REJECT);
    struct sfr_answer answer = { .reply = SFR_REPLY_REJECT, .elf_error = true };
    struct sfr_result r;
    const char *why;
    c.elf = true;
    sfr_judge(&config, &c, &answer, &r);
    IS_TEXT(r.detail ? r.detail : "", "container", "a file is refused whose section is at fault");
    sfr_result_free(&r);
    c.fault_class = NULL;
    c.elf_error = "not-found";
    sfr_judge(&config, &c, &answer, &r);
    OK(r.outcome == SFR_PASS, "a file is refused that is at fault");
    sfr_result_free(&r);
    r = judge(&c, SFR_REPLY_REJECT, NULL, NULL, "truncated-header", 0);
    OK(r.outcome == SFR_PASS, "whatever is said of it");
    sfr_result_free(&r);
    r = judge(&c, SFR_REPLY_ACCEPT, scratch_dump, NULL, NULL, 0);
    OK(r.outcome == SFR_TOO_LENIENT, "a file is read that is at fault");
    sfr_result_free(&r);
    c = make_case(SFR_EXPECT_ACCEPT);
    c.elf = true;
    sfr_judge(&config, &c, &answer, &r);
    OK(r.outcome == SFR_TOO_STRICT, "a file is refused that is right");
    sfr_result_free(&r);
    OK(!sfr_is_declared(&config, &c, &why) && strcmp(why, "ELF files not declared") == 0, "no ELF files");
    config.containers = (char[]){ "raw elf" };
    OK(sfr_is_declared(&config, &c, &why), "ELF files");
    config.containers = NULL;
    config.commands[SFR_OP_DECODE].elf = true;
    OK(sfr_is_declared(&config, &c, &why), "a command that takes them");
    config.commands[SFR_OP_DECODE].elf = false;
}

/* ---- Encoders ---- */

/* Two sections that say the same: rows with words of one byte, and of two. */
static uint8_t narrow[SCRATCH_SECTION_SIZE], wide[SCRATCH_SECTION_SIZE + 1], other[SCRATCH_SECTION_SIZE];

static void make_sections(void)
{
    memcpy(narrow, scratch_section, sizeof narrow);
    memcpy(wide, scratch_section, sizeof narrow);
    memcpy(other, scratch_section, sizeof narrow);
    wide[16] = 4; /* bytes of the row area */
    wide[SCRATCH_SECTION_SIZE - 2] = 0x23;
    wide[SCRATCH_SECTION_SIZE] = 0;
    other[SCRATCH_SECTION_SIZE - 1] = 16;
}

static struct sfr_result judge_encoder(const struct sfr_case *c, const uint8_t *bytes, size_t size)
{
    struct sfr_answer answer = { .reply = SFR_REPLY_ACCEPT, .section_size = size };
    struct sfr_result result;
    if (size > 0) {
        answer.section = sfr_alloc(size, 1);
        memcpy(answer.section, bytes, size);
    }
    sfr_judge(&config, c, &answer, &result);
    sfr_answer_free(&answer);
    return result;
}

static void test_sections(void)
{
    static const struct {
        const char *title;
        const uint8_t *bytes;
        size_t size;
        bool canonical;
        enum sfr_outcome outcome;
        const char *detail, *expected, *seen, *message;
    } encodings[] = {
        { "the canonical bytes", narrow, sizeof narrow, true, SFR_PASS, "", "", "", "" },
        { "the canonical bytes, not claimed", narrow, sizeof narrow, false, SFR_PASS, "", "", "", "" },
        { "other widths", wide, sizeof wide, false, SFR_PASS, "", "", "", "" },
        { "other widths, though canonical", wide, sizeof wide, true, SFR_WRONG_OUTPUT, "bytes",
          "48 bytes, at 0x10: 03 00 00 00 00 00 00 00", "49 bytes, at 0x10: 04 00 00 00 00 00 00 00", "" },
        { "a byte too few", narrow, sizeof narrow - 1, true, SFR_WRONG_OUTPUT, "bytes", "48 bytes, at 0x2f: 08",
          "47 bytes, at 0x2f: the end", "" },
        { "nothing at all", NULL, 0, true, SFR_WRONG_OUTPUT, "bytes", "48 bytes, at 0x0: e2 de 01 01 03 00 f8 00",
          "0 bytes, at 0x0: the end", "" },
        { "another CFA", other, sizeof other, false, SFR_WRONG_OUTPUT, "fre.cfa",
          "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0",
          "fre 0.0 at=0x0 cfa=sp+16 ra=*(cfa-8) fp=same mangled=0", "" },
        { "what is no section", narrow, 20, false, SFR_WRONG_OUTPUT, "section", "", "",
          "the bytes are no section: 0x0-0x14: truncated-header" },
        { "nothing at all, not canonical", NULL, 0, false, SFR_WRONG_OUTPUT, "section", "", "",
          "the bytes are no section: 0x0-0x0: truncated-header" },
    };
    make_sections();
    struct sfr_case c = make_case(SFR_EXPECT_ACCEPT);
    c.op = SFR_OP_ENCODE;
    c.addr = 0x1000;
    c.result_bytes = narrow;
    c.result_size = sizeof narrow;
    for (size_t i = 0; i < sizeof encodings / sizeof encodings[0]; i++) {
        config.is_canonical = encodings[i].canonical;
        struct sfr_result r = judge_encoder(&c, encodings[i].bytes, encodings[i].size);
        IS_TEXT(sfr_outcome_name(r.outcome), sfr_outcome_name(encodings[i].outcome), "encoded: %s", encodings[i].title);
        IS_TEXT(r.detail ? r.detail : "", encodings[i].detail, "its detail");
        IS_TEXT(r.expected ? r.expected : "", encodings[i].expected, "what was expected");
        IS_TEXT(r.seen ? r.seen : "", encodings[i].seen, "what was seen");
        IS_TEXT(r.message ? r.message : "", encodings[i].message, "what is said");
        sfr_result_free(&r);
    }
    config.is_canonical = false;
    struct sfr_result r = judge(&c, SFR_REPLY_REJECT, NULL, NULL, NULL, 0);
    OK(r.outcome == SFR_TOO_STRICT, "a refusal of what can be encoded is too strict");
    sfr_result_free(&r);
}

static void test_refusals(void)
{
    static const struct {
        const char *title, *refusal, *place;
        bool has_place;
        enum sfr_outcome outcome;
        const char *detail, *seen;
    } refusals[] = {
        { "without a reason", NULL, NULL, false, SFR_PASS, "", "" },
        { "for the right reason", "fre-not-increasing", NULL, false, SFR_PASS, "", "" },
        { "at the right place", "fre-not-increasing", "fre 0.1", true, SFR_PASS, "", "" },
        { "for another reason", "fre-start-out-of-range", "fre 0.1", true, SFR_WRONG_OUTPUT, "refusal",
          "fre-start-out-of-range at fre 0.1" },
        { "at another place", "fre-not-increasing", "fre 0.0", true, SFR_WRONG_OUTPUT, "at",
          "fre-not-increasing at fre 0.0" },
        { "at no place", "fre-not-increasing", NULL, true, SFR_WRONG_OUTPUT, "at", "fre-not-increasing" },
        { "wrong in both", "not-sorted", "fde 0", true, SFR_WRONG_OUTPUT, "refusal,at", "not-sorted at fde 0" },
    };
    struct sfr_case c = make_case(SFR_EXPECT_REJECT);
    c.op = SFR_OP_ENCODE;
    c.fault_class = NULL;
    c.refusal = "fre-not-increasing";
    c.at = "fre 0.1";
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        struct sfr_answer answer = { .reply = SFR_REPLY_REJECT,
                                     .fault_class = copy(refusals[i].refusal),
                                     .has_place = refusals[i].has_place,
                                     .place = copy(refusals[i].place) };
        struct sfr_result r;
        sfr_judge(&config, &c, &answer, &r);
        IS_TEXT(sfr_outcome_name(r.outcome), sfr_outcome_name(refusals[i].outcome), "refused %s", refusals[i].title);
        IS_TEXT(r.detail ? r.detail : "", refusals[i].detail, "its detail");
        IS_TEXT(r.seen ? r.seen : "", refusals[i].seen, "what was seen");
        sfr_result_free(&r);
        sfr_answer_free(&answer);
    }
    struct sfr_result r = judge_encoder(&c, narrow, sizeof narrow);
    OK(r.outcome == SFR_TOO_LENIENT, "bytes for what cannot be encoded are too lenient");
    sfr_result_free(&r);
}

static void test_declared(void)
{
    const char *why;
    struct sfr_case c = make_case(SFR_EXPECT_ACCEPT);
    OK(sfr_is_declared(&config, &c, &why), "within what is declared");
    c.profile = "v2";
    OK(!sfr_is_declared(&config, &c, &why) && strcmp(why, "profile not declared") == 0, "another profile");
    c = make_case(SFR_EXPECT_ACCEPT);
    c.abi = "s390x";
    OK(!sfr_is_declared(&config, &c, &why) && strcmp(why, "ABI not declared") == 0, "another ABI");
    c = make_case(SFR_EXPECT_ACCEPT);
    c.order = "big";
    OK(!sfr_is_declared(&config, &c, &why) && strcmp(why, "byte order not declared") == 0, "another byte order");
    c = make_case(SFR_EXPECT_ACCEPT);
    c.op = SFR_OP_LOOKUP;
    OK(!sfr_is_declared(&config, &c, &why) && strcmp(why, "op not declared") == 0, "another op");
}

int main(void)
{
    test_rows();
    test_finding();
    test_policies();
    test_again();
    test_traces();
    test_elf();
    test_sections();
    test_refusals();
    test_declared();
    return tap_done();
}
