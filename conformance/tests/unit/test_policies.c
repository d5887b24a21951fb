/* SPDX-License-Identifier: MIT */
/* Open questions that are not declared: one answer throughout a run. */
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "tap.h"

enum { MAX_CASES = 8 };

/* AMB-044 has the answers `accept reject`, AMB-007 `reject accept`, AMB-078 `offset pc reject`. */
static struct sfc_case question(const char *policy)
{
    return (struct sfc_case){ .id = "x", .expect = SFC_EXPECT_POLICY, .policy = policy };
}

/* Settles a run with these answers: a letter for each of `outcomes`, 'p' for a pass, 'i' for an inconsistent one. */
static void settles(const char *policy, const unsigned *answers, size_t count, const char *outcomes, const char *what)
{
    const struct sfc_case one = question(policy);
    const struct sfc_case *cases[MAX_CASES];
    struct sfc_result results[MAX_CASES] = { { .outcome = SFC_PASS } };
    struct sfc_run run = { .cases = cases, .results = results, .count = count };
    char seen[MAX_CASES + 1] = "";
    for (size_t i = 0; i < count; i++) {
        cases[i] = &one;
        results[i].answers = answers[i];
        results[i].said = SFC_SAID_ACCEPT;
        results[i].seconds = 2;
    }
    sfc_settle_policies(&run);
    for (size_t i = 0; i < count; i++) {
        seen[i] = results[i].outcome == SFC_PASS ? 'p' : results[i].outcome == SFC_INCONSISTENT ? 'i' : '?';
        OK(results[i].seconds == 2 && results[i].said == SFC_SAID_ACCEPT && results[i].answers == 0, "the rest stays");
    }
    IS_TEXT(seen, outcomes, "%s", what);
    for (size_t i = 0; i < count; i++)
        sfc_result_free(&results[i]);
}

static void test_settle(void)
{
    settles("AMB-044", (const unsigned[]){ 1, 2, 2 }, 3, "ipp", "the majority is right, wherever it stands");
    settles("AMB-044", (const unsigned[]){ 2, 2, 1 }, 3, "ppi", "also when it comes first");
    settles("AMB-044", (const unsigned[]){ 2, 1 }, 2, "ip", "of two, the first in the register");
    settles("AMB-007", (const unsigned[]){ 1, 2, 0 }, 3, "pip", "cases without a right answer do not count");
    settles("AMB-044", (const unsigned[]){ 2 }, 1, "p", "one answer is one way");
    settles("AMB-078", (const unsigned[]){ 3, 2, 3, 2 }, 4, "pppp", "an answer that two readings give fits both");
    settles("AMB-078", (const unsigned[]){ 3, 2, 1, 2 }, 4, "ppip", "but one that only the other gives does not");
    settles("AMB-078", (const unsigned[]){ 3, 4, 3 }, 3, "pip", "nor does a rejection");
}

static void test_message(void)
{
    const struct sfc_case one = question("AMB-044"), other = question("AMB-007");
    const struct sfc_case *cases[] = { &one, &other, &one, &one };
    struct sfc_result results[] = { { .answers = 2 }, { .answers = 2 }, { .answers = 1 }, { .answers = 1 } };
    struct sfc_run run = { .cases = cases, .results = results, .count = 4 };
    sfc_settle_policies(&run);
    IS_TEXT(results[0].message ? results[0].message : "",
            "answers AMB-044 with `reject`, but 2 of 3 cases that ask it with `accept`",
            "the message has both answers");
    OK(results[1].outcome == SFC_PASS, "another question has an answer of its own");
    sfc_result_free(&results[0]);
}

static void test_alike(void)
{
    static const uint8_t bytes[][4] = { { 0xe2, 0xde, 2, 1 }, { 0xe2, 0xde, 1, 1 } };
    struct sfc_case listed[] = { question("AMB-044"), question("AMB-044"), question("AMB-044"), question("AMB-044") };
    const struct sfc_case *cases[] = { &listed[0], &listed[1], &listed[2], &listed[3] };
    struct sfc_result results[] = { { .answers = 1 }, { .answers = 2 }, { .answers = 2 }, { .answers = 2 } };
    struct sfc_run run = { .cases = cases, .results = results, .count = 4 };
    for (size_t i = 0; i < 4; i++) {
        listed[i].bytes = bytes[i == 1];
        listed[i].size = sizeof bytes[0];
    }
    listed[2].op = SFC_OP_LOOKUP;
    listed[3].elf = true;
    sfc_settle_policies(&run);
    OK(results[1].outcome == SFC_PASS, "another version may be refused");
    OK(results[2].outcome == SFC_PASS, "a look-up may check less");
    OK(results[3].outcome == SFC_PASS, "an ELF file is another matter");
    for (size_t i = 0; i < 4; i++)
        sfc_result_free(&results[i]);
}

/* Two sections of a little-endian case that name AArch64 and s390x, both big-endian, and one of AMD64. */
static void test_machines(void)
{
    static const uint8_t bytes[][5] = { { 0xe2, 0xde, 3, 1, 1 }, { 0xe2, 0xde, 3, 1, 4 }, { 0xe2, 0xde, 3, 1, 3 } };
    struct sfc_case listed[] = { question("AMB-005"), question("AMB-005"), question("AMB-005") };
    const struct sfc_case *cases[] = { &listed[0], &listed[1], &listed[2] };
    struct sfc_result results[] = { { .answers = 2 }, { .answers = 1 }, { .answers = 1 } };
    struct sfc_run run = { .cases = cases, .results = results, .count = 3 };
    struct sfc_config config = { .profiles = "v3", .abis = "aarch64 amd64", .orders = "little", .ops = "decode" };
    for (size_t i = 0; i < 3; i++) {
        listed[i].bytes = bytes[i];
        listed[i].size = sizeof bytes[0];
        listed[i].profile = "v3";
        listed[i].abi = "amd64";
        listed[i].order = "little";
    }
    IS_U64(sfc_undeclared(&config, &listed[0]), 0, "a machine that is declared is asked about");
    IS_U64(sfc_undeclared(&config, &listed[1]), 1u << SFC_MISSING_ABI, "one that is not declared is skipped");
    config.abis = "aarch64 amd64 s390x";
    IS_U64(sfc_undeclared(&config, &listed[1]), 0, "unless it is declared");
    sfc_settle_policies(&run);
    OK(results[0].outcome == SFC_PASS && results[1].outcome == SFC_PASS, "each machine has an answer of its own");
    results[0].answers = 2;
    results[2].answers = 1;
    listed[0].bytes = bytes[2];
    run.broken = (char[]){ "x" };
    sfc_settle_policies(&run);
    OK(results[0].outcome == SFC_PASS && results[2].outcome == SFC_PASS, "a broken reader is not inconsistent, too");
    OK(results[0].answers == 0 && results[2].answers == 0, "nor is anything left to settle");
    run.broken = NULL;
    results[0].answers = 2;
    results[2].answers = 1;
    sfc_settle_policies(&run);
    OK(results[0].outcome == SFC_INCONSISTENT, "one that works is");
    for (size_t i = 0; i < 3; i++)
        sfc_result_free(&results[i]);
}

static void test_open(void)
{
    struct sfc_declared_policy declared = { (char[]){ "AMB-044" }, (char[]){ "accept" } };
    const struct sfc_config none = { .num_policies = 0 }, one = { .policies = &declared, .num_policies = 1 };
    struct sfc_case c = question("AMB-044"), accept = { .expect = SFC_EXPECT_ACCEPT };
    OK(sfc_is_left_open(&none, &c) && !sfc_is_left_open(&one, &c), "a question is open unless it is declared");
    OK(!sfc_is_left_open(&none, &accept), "a case without one is not");
    c.op = SFC_OP_ENCODE;
    OK(!sfc_is_left_open(&none, &c), "nor is that of an encoder");
    c = question("AMB-102");
    c.op = SFC_OP_UNWIND;
    OK(!sfc_is_left_open(&none, &c), "nor the end of a trace");
    c = question("AMB-078");
    OK(sfc_answer_bit(&c, "offset") == 1 && sfc_answer_bit(&c, "reject") == 4 && sfc_answer_bit(&c, "off") == 0,
       "the register's words have a bit each");
    IS_U64(sfc_accepting_answers(&c), 3, "and those that accept");
}

TESTS(test_settle, test_message, test_alike, test_machines, test_open)
