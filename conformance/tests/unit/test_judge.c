/* SPDX-License-Identifier: MIT */
/* Every reply to every kind of case, and what becomes of it. test_judge_limits.c has what adapters leave out,
   test_judge_encoder.c the op encode. */
#include <stdlib.h>
#include <string.h>

#include "judging.h"

static struct sfc_config config = { PLAIN("decode"), .unobservable = (char[]){ "section.fre-len" } };

/* The expected dump with its last row changed: CFA from FP. */
static const char wrong_dump[] =
    "sframe-dump 1\n"
    "section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=?\n"
    "fde 0 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
    "fre 0.0 at=0x0 cfa=fp+8 ra=*(cfa-8) fp=same mangled=0\n";
static const char hidden_dump[] =
    "sframe-dump 1\n"
    "section version=1 endian=? abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=3\n";

static void test_replies(void)
{
    static const struct row accept[] = {
        { "right", ACCEPTS(scratch_dump), "pass" },
        { "wrong value", ACCEPTS(wrong_dump), "wrong-output fre.cfa" },
        { "undeclared `?`", ACCEPTS(hidden_dump), "protocol" },
        { "rejected", REJECTS, "too-strict" },
        { "unsupported", { .reply = SFC_REPLY_UNSUPPORTED }, "undeclared-skip" },
        { "crashed", { .reply = SFC_REPLY_CRASH, .detail = "SIGSEGV" }, "crash SIGSEGV" },
        { "hung", { .reply = SFC_REPLY_TIMEOUT }, "timeout" },
        { "flooded", { .reply = SFC_REPLY_LIMIT, .detail = "output" }, "limit output" },
        { "junk", { .reply = SFC_REPLY_PROTOCOL }, "protocol" },
        { "not asked", { .reply = SFC_REPLY_NONE }, "protocol" },
        { "interrupted", { .reply = SFC_REPLY_STOPPED }, "not-run" },
    };
    static const struct row reject[] = {
        { "rejected", REJECTS, "pass" },
        { "right class and range", NAMES("bad-magic", 0, 2), "pass" },
        { "wrong class", NAMES("bad-version", 0, 2), "wrong-output class" },
        { "wrong range", NAMES("bad-magic", 0, 1), "wrong-output range|0x0-0x2: bad-magic|0x0-0x1: bad-magic" },
        { "both wrong", NAMES("bad-abi", 0, 5), "wrong-output class,range" },
        { "accepted", ACCEPTS(scratch_dump), "too-lenient" },
        { "crashed", { .reply = SFC_REPLY_CRASH, .detail = "SIGABRT" }, "crash SIGABRT" },
        { "hung", { .reply = SFC_REPLY_TIMEOUT }, "timeout" },
        { "flooded", { .reply = SFC_REPLY_LIMIT, .detail = "cpu" }, "limit cpu" },
        { "junk", { .reply = SFC_REPLY_PROTOCOL }, "protocol" },
        { "not asked", { .reply = SFC_REPLY_NONE }, "protocol" },
        { "unsupported", { .reply = SFC_REPLY_UNSUPPORTED }, "undeclared-skip" },
    };
    static const struct row policy[] = {
        { "rejected", REJECTS, "pass" },
        { "accepted with the meaning", ACCEPTS(scratch_dump), "pass" },
        { "accepted with another meaning", ACCEPTS(wrong_dump), "wrong-output fre.cfa" },
        { "crashed", { .reply = SFC_REPLY_CRASH, .detail = "SIGFPE" }, "crash SIGFPE" },
    };
    struct sfc_case c = make_case(SFC_EXPECT_ACCEPT);
    check_rows(&config, &c, accept, COUNT(accept), "accept expected");
    c = make_case(SFC_EXPECT_REJECT);
    check_rows(&config, &c, reject, COUNT(reject), "reject expected");
    c = make_case(SFC_EXPECT_POLICY);
    check_rows(&config, &c, policy, COUNT(policy), "policy");
    c.policy = "AMB-004";
    check_row(&config, &c, &(struct row){ "a policy without the answer `reject`", REJECTS, "too-strict" }, "policy");
}

/* What the sums need: the verdict, and what of a right rejection could be judged. */
static void test_said(void)
{
    static const struct {
        const char *title;
        enum sfc_expect expect;
        struct said said;
        enum sfc_said verdict;
        bool judged_class, judged_range;
    } rows[] = {
        { "an accepting answer, even a wrong one", SFC_EXPECT_ACCEPT, ACCEPTS(wrong_dump), SFC_SAID_ACCEPT, false,
          false },
        { "a bare rejection has nothing to judge", SFC_EXPECT_REJECT, REJECTS, SFC_SAID_REJECT, false, false },
        { "a named class and range", SFC_EXPECT_REJECT, NAMES("bad-magic", 0, 2), SFC_SAID_REJECT, true, true },
        { "wrong ones do not count", SFC_EXPECT_REJECT, NAMES("bad-magic", 0, 1), SFC_SAID_REJECT, false, false },
        { "a crash says nothing", SFC_EXPECT_REJECT, { .reply = SFC_REPLY_CRASH }, SFC_SAID_NONE, false, false },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct sfc_case c = make_case(rows[i].expect);
        struct sfc_result r = judge(&config, &c, &rows[i].said);
        OK(r.said == rows[i].verdict && r.judged_class == rows[i].judged_class
               && r.judged_range == rows[i].judged_range,
           "said: %s", rows[i].title);
        sfc_result_free(&r);
    }
}

/* ---- Open questions ---- */

/* Declares one answer, or none for NULL. The declaration is static: one at a time. */
static void declare(const char *policy, const char *answer)
{
    static struct sfc_declared_policy declared;
    declared = (struct sfc_declared_policy){ constant(policy), constant(answer) };
    config.policies = &declared;
    config.num_policies = answer != NULL;
}

/* The answers to an open question that fit what was seen: AMB-078 has `offset`, `pc` and `reject`. */
static void test_answers(void)
{
    static const struct {
        const char *title;
        struct said said;
        const char *declared;
        bool same;
        unsigned answers;
    } rows[] = {
        { "the first reading", ACCEPTS(scratch_dump), NULL, false, 1 },
        { "the second", ACCEPTS(wrong_dump), NULL, false, 2 },
        { "a reject", REJECTS, NULL, false, 4 },
        { "readings that do not differ", ACCEPTS(scratch_dump), NULL, true, 3 },
        { "another meaning", ACCEPTS(hidden_dump), NULL, false, 0 },
        { "a declared question", ACCEPTS(scratch_dump), "offset", false, 0 },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct sfc_reading readings[] = { { (char[]){ "offset" }, scratch_dump },
                                          { (char[]){ "pc" }, rows[i].same ? scratch_dump : wrong_dump } };
        struct sfc_case c = make_case(SFC_EXPECT_POLICY);
        c.policy = "AMB-078";
        c.readings = readings;
        c.num_readings = 2;
        declare("AMB-078", rows[i].declared);
        struct sfc_result r = judge(&config, &c, &rows[i].said);
        IS_U64(r.answers, rows[i].answers, "answers that fit: %s", rows[i].title);
        sfc_result_free(&r);
    }
    declare(NULL, NULL);
}

/* A policy case with two meanings. */
static void test_readings(void)
{
#define LINES "lines,section.fdes,section.flags,section.fre-len,section.fres"
    static const char third[] = "sframe-dump 1\n"
                                "section version=1 endian=little abi=amd64 flags=- fixed-fp=0 fixed-ra=-8 aux=0 "
                                "fdes=0 fres=0 fre-len=0\n";
    static const struct {
        const char *declared;
        struct row row;
    } rows[] = {
        { NULL, { "the first, undeclared", ACCEPTS(scratch_dump), "pass" } },
        { NULL, { "the second, undeclared", ACCEPTS(wrong_dump), "pass" } },
        { NULL, { "none of them", ACCEPTS(third), "wrong-output " LINES } },
        { NULL, { "a reject, undeclared", REJECTS, "pass" } },
        { "accept", { "the second, any declared", ACCEPTS(wrong_dump), "pass" } },
        { "accept", { "a reject, any declared", REJECTS, "inconsistent|||declared `AMB-044 accept`, but rejects" } },
        { "far", { "the declared one", ACCEPTS(wrong_dump), "pass" } },
        { "far",
          { "the other one", ACCEPTS(scratch_dump),
            "inconsistent|||declared `AMB-044 far`, but gives the meaning of `near`" } },
        { "far", { "none of them, declared", ACCEPTS(third), "wrong-output " LINES } },
        { "far", { "a reject, one declared", REJECTS, "inconsistent|||declared `AMB-044 far`, but rejects" } },
        { "reject", { "a reject, declared", REJECTS, "pass" } },
        { "reject",
          { "one of them, a reject declared", ACCEPTS(scratch_dump),
            "inconsistent|||declared `AMB-044 reject`, but accepts" } },
    };
    struct sfc_reading readings[] = { { (char[]){ "near" }, scratch_dump }, { (char[]){ "far" }, wrong_dump } };
    struct sfc_case c = make_case(SFC_EXPECT_POLICY);
    c.readings = readings;
    c.num_readings = 2;
    for (size_t i = 0; i < COUNT(rows); i++) {
        declare("AMB-044", rows[i].declared);
        check_row(&config, &c, &rows[i].row, "two readings");
    }
    declare(NULL, NULL);
}

/* ---- Several faults ---- */

/* A section with two faults: any of them is a right answer, with its own place. */
static void test_also(void)
{
#define BOTH "|0x0-0x2: bad-magic or 0x4-0x5: bad-abi"
    static const struct row rows[] = {
        { "the first", NAMES("bad-magic", 0, 2), "pass" },
        { "the other", NAMES("bad-abi", 4, 5), "pass" },
        { "the other's class alone", NAMES("bad-abi", 0, 0), "pass" },
        { "the other's range alone", NAMES(NULL, 4, 5), "pass" },
        { "nothing", REJECTS, "pass" },
        { "the class of one, the range of the other", NAMES("bad-abi", 0, 2), "wrong-output range" BOTH },
        { "a range that neither has", NAMES("bad-magic", 2, 3), "wrong-output range" BOTH },
        { "a class that neither has", NAMES("bad-version", 4, 5), "wrong-output class" BOTH },
        { "neither", NAMES("bad-version", 2, 3), "wrong-output class,range" BOTH },
    };
    struct sfc_violation also = { "bad-abi", 4, 5 };
    struct sfc_case c = make_case(SFC_EXPECT_REJECT);
    c.also = &also;
    c.num_also = 1;
    check_rows(&config, &c, rows, COUNT(rows), "two faults");
}

/* A section may be accepted if the adapter declares that it accepts each of its faults. */
static void test_lifting(void)
{
    struct sfc_declared_policy declared[2] = { { (char[]){ "SFR-SHARED-RUN-LIMIT" }, (char[]){ "accept" } },
                                               { (char[]){ "AMB-037" }, (char[]){ "accept" } } };
    static const struct {
        const char *first, *second;
        size_t num_declared;
        struct row row;
    } rows[] = {
        { "shared-run-limit", "shared-run-limit", 1, { "both are declared", ACCEPTS(NULL), "pass" } },
        { "shared-run-limit",
          "shared-run-limit",
          1,
          { "both, but it rejects", NAMES("shared-run-limit", 0, 0), "pass" } },
        { "shared-run-limit", "shared-run-limit", 0, { "nothing is declared", ACCEPTS(NULL), "too-lenient" } },
        { "shared-run-limit", "bad-abi", 1, { "another fault is left", ACCEPTS(NULL), "too-lenient" } },
        { "bad-abi", "shared-run-limit", 1, { "the other way round", ACCEPTS(NULL), "too-lenient" } },
        { "shared-run-limit", "bad-abi", 1, { "the fault that is left is named", NAMES("bad-abi", 0, 0), "pass" } },
        { "shared-run-limit", NULL, 1, { "a single fault", ACCEPTS(NULL), "too-lenient" } },
        { "shared-run-limit", "tail-not-zero", 2, { "settles only some sections", ACCEPTS(NULL), "too-lenient" } },
    };
    config.policies = declared;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct sfc_violation also = { rows[i].second, 4, 5 };
        struct sfc_case c = make_case(SFC_EXPECT_REJECT);
        c.fault_class = rows[i].first;
        c.also = &also;
        c.num_also = rows[i].second != NULL;
        config.num_policies = rows[i].num_declared;
        check_row(&config, &c, &rows[i].row, "declared faults");
    }
    declare(NULL, NULL);
}

/* ---- A second time ---- */

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
    for (size_t i = 0; i < COUNT(pairs); i++) {
        struct sfc_result first = { .outcome = pairs[i].first,
                                    .detail = pairs[i].first_detail ? sfc_copy_string(pairs[i].first_detail) : NULL };
        struct sfc_result again = { .outcome = pairs[i].again,
                                    .detail = pairs[i].again_detail ? sfc_copy_string(pairs[i].again_detail) : NULL },
                          r;
        sfc_judge_again(&first, &again, &r);
        OK(r.outcome == pairs[i].outcome, "first %s, then %s", sfc_outcome_names[pairs[i].first],
           sfc_outcome_names[pairs[i].again]);
        IS_TEXT(r.detail ? r.detail : "", pairs[i].detail ? pairs[i].detail : "", "its detail");
        sfc_result_free(&r);
    }
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++) {
        const char *name = sfc_outcome_names[i];
        OK(sfc_must_ask_again((enum sfc_outcome)i) == (i == SFC_CRASH || i == SFC_TIMEOUT), "%s: asked again or not",
           name);
        OK(sfc_outcome_is_unsafe((enum sfc_outcome)i)
               == (i == SFC_CRASH || i == SFC_TIMEOUT || i == SFC_LIMIT || i == SFC_STATE_DEPENDENT),
           "%s: safe or not", name);
        OK(sfc_outcome_fails((enum sfc_outcome)i) == (i != SFC_PASS && i != SFC_SKIPPED), "%s: a failure or not", name);
    }
}

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
    const size_t count = COUNT(answers);
    size_t equal = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            equal += sfc_answer_digest(&answers[i]) == sfc_answer_digest(&answers[k]);
    OK(equal == 0, "different answers have different digests");
    struct sfc_answer said = answers[2];
    said.message = other;
    OK(sfc_answer_digest(&said) == sfc_answer_digest(&answers[2]), "the message does not count");
}

/* ---- Other ops ---- */

/* Where the end of a trace is open, it may come sooner and be another; frames are never made up. */
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
    struct sfc_case c = make_case(SFC_EXPECT_POLICY);
    c.op = SFC_OP_UNWIND;
    c.body = FRAME0 FRAME1 "end unsafe\n";
    for (size_t i = 0; i < COUNT(traces); i++) {
        const struct said said = ACCEPTS(traces[i].dump);
        c.policy = traces[i].policy;
        for (unsigned closed = 0; closed < 2; closed++) {
            c.expect = closed ? SFC_EXPECT_ACCEPT : SFC_EXPECT_POLICY;
            struct sfc_result r = judge(&config, &c, &said);
            IS_U64(r.outcome,
                   !closed ? traces[i].outcome
                   : i < 2 ? SFC_PASS
                           : SFC_WRONG_OUTPUT,
                   "an end that is %s: %s", closed ? "not open" : "open", traces[i].title);
            sfc_result_free(&r);
        }
    }
    c.expect = SFC_EXPECT_POLICY;
    c.policy = "AMB-102";
    check_row(&config, &c, &(struct row){ "end of a trace", REJECTS, "too-strict" }, "refused for an open");
    c.doubt = "mangled-ra-elsewhere";
    check_row(&config, &c, &(struct row){ "section", REJECTS, "pass" }, "refused for an open");
}

/* A fault of the ELF file, not of the section in it. */
static void test_elf(void)
{
#define REFUSES_FILE                                 \
    {                                                \
        .reply = SFC_REPLY_REJECT, .elf_error = true \
    }
    static const struct row of_section[] = { { "refused", REFUSES_FILE, "wrong-output container" } };
    static const struct row of_file[] = {
        { "refused", REFUSES_FILE, "pass" },
        { "refused, whatever is said of it", NAMES("truncated-header", 0, 0), "pass" },
        { "read", ACCEPTS(scratch_dump), "too-lenient" },
    };
    struct sfc_case c = make_case(SFC_EXPECT_REJECT);
    c.elf = true;
    check_rows(&config, &c, of_section, COUNT(of_section), "a file whose section is at fault");
    c.fault_class = NULL;
    c.elf_error = "not-found";
    check_rows(&config, &c, of_file, COUNT(of_file), "a file at fault");
    c = make_case(SFC_EXPECT_ACCEPT);
    c.elf = true;
    check_row(&config, &c, &(struct row){ "refused", REFUSES_FILE, "too-strict" }, "a file that is right");
}

/* A damaged function in a sequence: the section may be rejected, or all else be answered. */
static void test_sequences(void)
{
    static const struct row rows[] = {
        { "rejected", NAMES("bad-magic", 0, 2), "pass" },
        { "rejected for something else", NAMES("bad-version", 0, 2), "wrong-output class" },
        { "all but the damaged one answered", ACCEPTS("sframe-dump 1\npc 0x1 none\npc 0x2 reject\n"), "pass" },
        { "the damage overlooked", ACCEPTS("sframe-dump 1\npc 0x1 none\npc 0x2 none\n"), "wrong-output pc.reject" },
        { "too much rejected", ACCEPTS("sframe-dump 1\npc 0x1 reject\npc 0x2 reject\n"), "wrong-output pc.reject" },
        { "a question left out", ACCEPTS("sframe-dump 1\npc 0x2 reject\n"), "wrong-output lines" },
        { "crashed", { .reply = SFC_REPLY_CRASH }, "crash" },
    };
    struct sfc_case c = make_case(SFC_EXPECT_REJECT);
    c.op = SFC_OP_SEQUENCE;
    c.body = "sframe-dump 1\npc 0x1 none\npc 0x2 reject\n";
    check_rows(&config, &c, rows, COUNT(rows), "sequence");
}

TESTS(test_replies, test_said, test_answers, test_readings, test_also, test_lifting, test_again, test_digests,
      test_traces, test_elf, test_sequences)
