/* SPDX-License-Identifier: MIT */
/* The sums of a run, what it claims, and what it comes to. */
#include <string.h>

#include "run_text.h"
#include "tap.h"

/* What `say` writes of the results. */
typedef void say_fn(struct sfc_buffer *out, const struct sfc_results *results);
static void says(const struct sfc_results *results, say_fn *say, const char *expected, const char *what)
{
    struct sfc_buffer text = { 0 };
    say(&text, results);
    IS_TEXT(sfc_buffer_text(&text), expected, "%s", what);
    sfc_buffer_free(&text);
}

/* A complete run of version "7" of `it`, and its results so far. */
static struct {
    struct sfc_config config;
    struct sfc_corpus corpus;
    struct sfc_known known;
    struct sfc_run run;
    struct sfc_case cases[16];
    struct sfc_result outcomes[16];
    struct sfc_record records[16];
    struct sfc_results results;
} all;

static void start(void)
{
    static char name[] = "it", version[] = "7", profiles[] = "v1", abis[] = "amd64 aarch64", orders[] = "little",
                ops[] = "decode", none[] = "", list[] = "a list";
    memset(&all, 0, sizeof all);
    all.config = (struct sfc_config){
        .name = name, .profiles = profiles, .abis = abis, .orders = orders, .ops = ops, .unobservable = none
    };
    all.known.path = list;
    all.run = (struct sfc_run){
        .config = &all.config, .corpus = &all.corpus, .version = version, .level = SFC_LEVEL_VALIDATE
    };
    all.results =
        (struct sfc_results){ .run = &all.run, .records = all.records, .has_summary = true, .complete = true };
}

/* Adds a case of v1, amd64 and decode; it is all of the corpus with those before it. */
static struct sfc_record *add(const char *id, enum sfc_expect expect, enum sfc_outcome outcome, enum sfc_said said)
{
    const size_t i = all.results.count++;
    const bool good = outcome == SFC_PASS || outcome == SFC_SKIPPED;
    all.cases[i] = (struct sfc_case){ .id = id,
                                      .profile = "v1",
                                      .abi = "amd64",
                                      .order = "little",
                                      .area = "x",
                                      .expect = expect,
                                      .level = SFC_LEVEL_READ };
    all.outcomes[i] = (struct sfc_result){ .outcome = outcome, .said = said };
    all.records[i] = (struct sfc_record){ .c = &all.cases[i],
                                          .result = &all.outcomes[i],
                                          .standing = good ? SFC_STANDS_GOOD : SFC_STANDS_KNOWN };
    all.corpus.count = all.results.count;
    return &all.records[i];
}

/* Sums up what was added. */
static const struct sfc_results *summed(void)
{
    all.results.totals = (struct sfc_totals){ .may_pass = 0 };
    for (size_t i = 0; i < all.results.count; i++)
        sfc_record_add(&all.results.totals, &all.records[i]);
    return &all.results;
}

static void test_kinds(void)
{
    static const struct {
        enum sfc_expect expect;
        enum sfc_outcome outcome;
        enum sfc_said said;
        bool is_multi_fault, judged_class, judged_range;
    } cases[] = {
        { SFC_EXPECT_ACCEPT, SFC_PASS, SFC_SAID_ACCEPT, false, false, false },
        { SFC_EXPECT_ACCEPT, SFC_WRONG_OUTPUT, SFC_SAID_ACCEPT, false, false, false },
        { SFC_EXPECT_POLICY, SFC_PASS, SFC_SAID_REJECT, false, false, false },
        { SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_REJECT, false, true, true },
        { SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_REJECT, false, true, false },
        { SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_REJECT, false, false, false },
        { SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_REJECT, true, true, true },    /* gates nothing */
        { SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_ACCEPT, false, false, false }, /* a sequence */
        { SFC_EXPECT_REJECT, SFC_WRONG_OUTPUT, SFC_SAID_REJECT, false, false, false },
        { SFC_EXPECT_REJECT, SFC_SKIPPED, SFC_SAID_NONE, false, false, false },
    };
    struct sfc_totals t = { .may_pass = 0 };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct sfc_case c = { .expect = cases[i].expect,
                                    .level = SFC_LEVEL_READ,
                                    .multi_fault = cases[i].is_multi_fault ? "yes" : NULL };
        const struct sfc_result result = { .outcome = cases[i].outcome,
                                           .said = cases[i].said,
                                           .judged_class = cases[i].judged_class,
                                           .judged_range = cases[i].judged_range };
        sfc_totals_add(&t, &c, &result, SFC_STANDS_GOOD, NULL);
    }
    OK(t.kinds[SFC_EXPECT_ACCEPT].asked == 2 && t.kinds[SFC_EXPECT_ACCEPT].right == 1, "accepting cases");
    OK(t.kinds[SFC_EXPECT_POLICY].asked == 1 && t.kinds[SFC_EXPECT_POLICY].right == 1, "policy cases");
    OK(t.kinds[SFC_EXPECT_REJECT].asked == 5 && t.kinds[SFC_EXPECT_REJECT].right == 4,
       "rejecting cases, without skipped ones and those with several faults");
    IS_U64(t.rejections, 3, "right rejections: not those that accept");
    OK(t.judged_class == 2 && t.judged_range == 1, "how often the class and the range were judged");
}

/* A rejection is proved if the reader accepts the parent with the right meaning. */
static void test_proof(void)
{
    static const struct {
        const char *id;
        enum sfc_expect expect;
        enum sfc_outcome outcome;
        enum sfc_said said;
        const char *parent;
    } cases[] = {
        { "1", SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_REJECT, "good" },
        { "2", SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_REJECT, "wrong" },
        { "3", SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_REJECT, "refused" },
        { "4", SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_REJECT, "skipped" },
        { "5", SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_REJECT, "unselected" },
        { "6", SFC_EXPECT_REJECT, SFC_PASS, SFC_SAID_REJECT, NULL },
        { "7", SFC_EXPECT_REJECT, SFC_TOO_LENIENT, SFC_SAID_ACCEPT, "wrong" },
        { "good", SFC_EXPECT_ACCEPT, SFC_PASS, SFC_SAID_ACCEPT, NULL },
        { "refused", SFC_EXPECT_POLICY, SFC_PASS, SFC_SAID_REJECT, NULL },
        { "skipped", SFC_EXPECT_ACCEPT, SFC_SKIPPED, SFC_SAID_NONE, NULL },
        { "wrong", SFC_EXPECT_ACCEPT, SFC_WRONG_OUTPUT, SFC_SAID_ACCEPT, NULL },
    };
    start();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        add(cases[i].id, cases[i].expect, cases[i].outcome, cases[i].said);
        all.cases[i].parent = cases[i].parent;
    }
    sfc_results_prove(&all.results);
    const struct sfc_proof *proof = &all.results.proof;
    OK(proof->proved == 1 && proof->unproved == 2 && proof->not_shown == 3, "%zu proved, %zu unproved, %zu not shown",
       proof->proved, proof->unproved, proof->not_shown);
}

static void says_block(const char *expected)
{
    struct sfc_buffer block = { 0 };
    sfc_text_block(&block, summed(), false);
    IS_TEXT(block.data, expected, "the block");
    sfc_buffer_free(&block);
}

static void comes_to(const char *verdict, const char *first_line, const char *what)
{
    struct sfc_buffer block = { 0 };
    IS_TEXT(sfc_verdict_names[sfc_results_verdict(summed())], verdict, "%s", what);
    sfc_text_block(&block, &all.results, false);
    block.data[strcspn(block.data, "\n")] = '\0';
    IS_TEXT(block.data, first_line, "%s: the first line", what);
    sfc_buffer_free(&block);
}

/* "conforms" alone is for all of the corpus. */
static void test_verdict(void)
{
    char hidden[] = "section.abi fde.type", *shown;
    start();
    add("a", SFC_EXPECT_ACCEPT, SFC_PASS, SFC_SAID_ACCEPT);
    shown = all.config.unobservable;
    comes_to("conforms", "it 7: conforms", "a claim over everything");
    all.run.level = SFC_LEVEL_READ;
    comes_to("passes", "it 7: all that was asked passes", "at a lower level");
    all.run.level = SFC_LEVEL_VALIDATE;
    all.config.unobservable = hidden;
    comes_to("passes", "it 7: all that was asked passes", "with keys that it cannot show");
    all.config.unobservable = shown;
    all.corpus.count = 1007;
    comes_to("passes", "it 7: all that was asked passes", "a selection");
    says_block(
        "it 7: all that was asked passes\n  asked   1 of 1,007: version 1, amd64 and aarch64, decode; 1 selected\n"
        "  right   1\n  level   read\n");
    add("h", SFC_EXPECT_ACCEPT, SFC_CRASH, SFC_SAID_NONE);
    comes_to("as-expected", "it 7: no change (1 known failure, none new)", "known failures");
    add("i", SFC_EXPECT_REJECT, SFC_TOO_LENIENT, SFC_SAID_ACCEPT)->standing = SFC_STANDS_UNEXPECTED;
    all.results.status = SFC_STATUS_FAILS;
    comes_to("fails", "it 7: 1 failure, 1 known failure", "a failure");
    all.run.known = &all.known;
    comes_to("fails", "it 7: 1 unexpected failure, 1 known failure", "with a list");
    says_block("it 7: 1 unexpected failure, 1 known failure\n"
               "  asked   3 of 3: all versions, ABIs and operations\n"
               "  right   1   crashes 1   accepts bad input 1\n  level   none (crashes break `safe`)\n");
    all.results.status = SFC_STATUS_NOTHING;
    comes_to("nothing", "it 7: nothing ran", "no cases");
    char text[] = "by 7";
    struct sfc_run_trouble growth = { SFC_TROUBLE_GROWTH, text };
    all.run.troubles = &growth;
    all.run.num_troubles = 1;
    all.results.status = SFC_STATUS_BAD_END;
    comes_to("bad-end", "it 7: its memory grows", "growth");
    all.results.complete = false;
    comes_to("interrupted", "it 7: no verdict, the run was interrupted", "an interrupted run");
}

/* What the skipped cases need. */
static void test_claim(void)
{
    static const struct {
        const char *id, *profile, *abi, *order;
        enum sfc_op op;
        unsigned missing;
    } skipped[] = {
        { "b", "v2", "amd64", "little", SFC_OP_DECODE, 1u << SFC_MISSING_PROFILE },
        { "c", "v3", "s390x", "little", SFC_OP_DECODE, 1u << SFC_MISSING_PROFILE | 1u << SFC_MISSING_ABI },
        { "d", "v1", "amd64", "little", SFC_OP_LOOKUP, 1u << SFC_MISSING_OP },
        { "e", "v2", "amd64", "big", SFC_OP_DECODE, 1u << SFC_MISSING_PROFILE | 1u << SFC_MISSING_ORDER },
        { "f", "v1", "amd64", "little", SFC_OP_DECODE, 1u << SFC_MISSING_ELF },
        { "g", "v1", "amd64", "little", SFC_OP_DECODE, 1u << SFC_MISSING_FITS },
    };
    start();
    says(summed(), sfc_write_claim, ",\"claim\":{\"profiles\":[],\"abis\":[],\"orders\":[],\"ops\":[],\"other\":[]}",
         "nothing is left out");
    for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++) {
        add(skipped[i].id, SFC_EXPECT_ACCEPT, SFC_SKIPPED, SFC_SAID_NONE);
        all.cases[i].profile = skipped[i].profile;
        all.cases[i].abi = skipped[i].abi;
        all.cases[i].order = skipped[i].order;
        all.cases[i].op = skipped[i].op;
        all.outcomes[i].missing = skipped[i].missing;
    }
    says(summed(), sfc_write_claim,
         ",\"claim\":{\"profiles\":[\"v2\",\"v3\"],\"abis\":[\"s390x\"],\"orders\":[\"big\"],\"ops\":[\"lookup\"],"
         "\"other\":[\"ELF files\",\"`fits`\"]}",
         "what it leaves out");
}

/* Who hides an answer does not reach `read`: for every ABI, or for that one. */
static void test_hidden(void)
{
    static const struct {
        const char *hidden, *reached, *member;
    } rows[] = {
        { "section.abi fre.mangled", "read", "" },
        { "fre.cfa section.abi", "safe", ",\"hidden\":{\"reached\":{},\"keys\":[\"fre.cfa\"]}" },
        { "fre.ra@amd64", "safe", ",\"hidden\":{\"reached\":{},\"keys\":[\"fre.ra@amd64\"]}" },
        { "fre.ra@amd", "read", "" },
        { "fre.ra@s390x", "read", "" },
        { "section.abi@amd64", "read", "" },
    };
    char one[] = "fre.ra@amd64 fde.type", all_abis[] = "fre.ra@amd64 fre.fp";
    start();
    add("a", SFC_EXPECT_ACCEPT, SFC_PASS, SFC_SAID_ACCEPT);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        all.config.unobservable = (char *)rows[i].hidden;
        IS_TEXT(sfc_results_reached(summed()), rows[i].reached, "`%s`: reached", rows[i].hidden);
        says(&all.results, sfc_write_hidden, rows[i].member, "what is hidden");
    }
    add("b", SFC_EXPECT_ACCEPT, SFC_PASS, SFC_SAID_ACCEPT);
    all.cases[1].abi = "aarch64";
    all.config.unobservable = one;
    says(summed(), sfc_write_hidden, ",\"hidden\":{\"reached\":{\"aarch64\":\"read\"},\"keys\":[\"fre.ra@amd64\"]}",
         "another ABI reaches a level of its own");
    says_block("it 7: all that was asked passes\n  asked   2 of 2: all versions, ABIs and operations\n"
               "  right   2\n  level   safe; return address on amd64 not shown; aarch64 reaches read\n");
    all.config.unobservable = all_abis;
    says(summed(), sfc_write_hidden, ",\"hidden\":{\"reached\":{},\"keys\":[\"fre.ra@amd64\",\"fre.fp\"]}",
         "unless a key is hidden for all");
}

TESTS(test_kinds, test_proof, test_verdict, test_claim, test_hidden)
