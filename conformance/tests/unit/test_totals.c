/* SPDX-License-Identifier: MIT */
/* The sums of a run, what it claims, and what it comes to. */
#include <string.h>

#include "claim.h"
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

/* A case of 10 in the corpus, all of which are selected. */
static struct sfc_record record(const char *id, const char *expect, enum sfc_outcome outcome, enum sfc_said said)
{
    return (struct sfc_record){
        .id = id,
        .profile = "v1",
        .abi = "amd64",
        .order = "little",
        .area = "x",
        .op = "decode",
        .expect = expect,
        .outcome = outcome,
        .standing = outcome == SFC_PASS || outcome == SFC_SKIPPED ? SFC_STANDS_GOOD : SFC_STANDS_KNOWN,
        .said = said,
        .level = SFC_LEVEL_READ,
    };
}

/* A complete run that is as expected. */
static void start(struct sfc_results *results)
{
    sfc_results_start(results, "results");
    results->profiles = "v1";
    results->abis = "amd64 aarch64";
    results->orders = "little";
    results->ops = "decode";
    results->unobservable = "";
    results->implementation = "it";
    results->version = "7";
    results->level = SFC_LEVEL_VALIDATE;
    results->has_summary = results->complete = true;
    results->status = 0;
}

static void add(struct sfc_results *results, struct sfc_record r)
{
    *sfc_results_new_record(results) = r;
    const struct sfc_tally tally = sfc_record_tally(&r);
    sfc_totals_add(&results->totals, &tally);
    results->num_selected = results->num_cases = results->count;
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
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        sfc_totals_add(&t, &(struct sfc_tally){ .outcome = cases[i].outcome,
                                                .expect = cases[i].expect,
                                                .said = cases[i].said,
                                                .level = SFC_LEVEL_READ,
                                                .is_multi_fault = cases[i].is_multi_fault,
                                                .judged_class = cases[i].judged_class,
                                                .judged_range = cases[i].judged_range });
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
    struct sfc_record cases[] = {
        record("good", "accept", SFC_PASS, SFC_SAID_ACCEPT),
        record("wrong", "accept", SFC_WRONG_OUTPUT, SFC_SAID_ACCEPT),
        record("refused", "policy", SFC_PASS, SFC_SAID_REJECT),
        record("skipped", "accept", SFC_SKIPPED, SFC_SAID_NONE),
        record("1", "reject", SFC_PASS, SFC_SAID_REJECT),
        record("2", "reject", SFC_PASS, SFC_SAID_REJECT),
        record("3", "reject", SFC_PASS, SFC_SAID_REJECT),
        record("4", "reject", SFC_PASS, SFC_SAID_REJECT),
        record("5", "reject", SFC_PASS, SFC_SAID_REJECT),
        record("6", "reject", SFC_PASS, SFC_SAID_REJECT),
        record("7", "reject", SFC_TOO_LENIENT, SFC_SAID_ACCEPT),
    };
    static const char *const parents[] = { "good", "wrong", "refused", "skipped", "unselected", NULL, "wrong" };
    struct sfc_results results;
    start(&results);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cases[i].parent = i < 4 ? NULL : parents[i - 4];
        add(&results, cases[i]);
    }
    sfc_results_prove(&results);
    OK(results.proof.proved == 1 && results.proof.unproved == 2 && results.proof.not_shown == 3,
       "%zu proved, %zu unproved, %zu not shown", results.proof.proved, results.proof.unproved,
       results.proof.not_shown);
    sfc_results_free(&results);
}

static void says_block(const struct sfc_results *results, const char *expected)
{
    struct sfc_buffer block = { 0 };
    sfc_text_block(&block, results, false);
    IS_TEXT(block.data, expected, "the block");
    sfc_buffer_free(&block);
}

static void comes_to(const struct sfc_results *results, const char *verdict, const char *first_line, const char *what)
{
    struct sfc_buffer block = { 0 };
    IS_TEXT(sfc_verdict_name(sfc_results_verdict(results)), verdict, "%s", what);
    sfc_text_block(&block, results, false);
    block.data[strcspn(block.data, "\n")] = '\0';
    IS_TEXT(block.data, first_line, "%s: the first line", what);
    sfc_buffer_free(&block);
}

/* "conforms" alone is for all of the corpus. */
static void test_verdict(void)
{
    struct sfc_results results;
    struct sfc_record r = record("a", "accept", SFC_PASS, SFC_SAID_ACCEPT);
    start(&results);
    add(&results, r);
    comes_to(&results, "conforms", "it 7: conforms", "a claim over everything");
    results.level = SFC_LEVEL_READ;
    comes_to(&results, "passes", "it 7: all that was asked passes", "at a lower level");
    results.level = SFC_LEVEL_VALIDATE;
    results.unobservable = "section.abi fde.type";
    comes_to(&results, "passes", "it 7: all that was asked passes", "with keys that it cannot show");
    results.unobservable = "";
    results.num_cases = 1007;
    comes_to(&results, "passes", "it 7: all that was asked passes", "a selection");
    says_block(
        &results,
        "it 7: all that was asked passes\n  asked   1 of 1,007: version 1, amd64 and aarch64, decode; 1 selected\n"
        "  right   1\n  level   read\n");
    r = record("h", "accept", SFC_CRASH, SFC_SAID_NONE);
    add(&results, r);
    comes_to(&results, "as-expected", "it 7: no change (1 known failure, none new)", "known failures");
    r = record("i", "reject", SFC_TOO_LENIENT, SFC_SAID_ACCEPT);
    r.standing = SFC_STANDS_UNEXPECTED;
    add(&results, r);
    results.status = SFC_STATUS_FAILS;
    comes_to(&results, "fails", "it 7: 1 failure, 1 known failure", "a failure");
    results.known = "a list";
    comes_to(&results, "fails", "it 7: 1 unexpected failure, 1 known failure", "with a list");
    says_block(&results, "it 7: 1 unexpected failure, 1 known failure\n"
                         "  asked   3 of 3: all versions, ABIs and operations\n"
                         "  right   1   crashes 1   accepts bad input 1\n  level   none (crashes break `safe`)\n");
    results.status = SFC_STATUS_NOTHING;
    comes_to(&results, "nothing", "it 7: nothing ran", "no cases");
    static char text[] = "by 7";
    sfc_results_add_trouble(&results, SFC_TROUBLE_GROWTH, text);
    results.status = SFC_STATUS_BAD_END;
    comes_to(&results, "bad-end", "it 7: its memory grows", "growth");
    results.complete = false;
    comes_to(&results, "interrupted", "it 7: no verdict, the run was interrupted", "an interrupted run");
    sfc_results_free(&results);
}

/* What the skipped cases need. */
static void test_claim(void)
{
    static const struct {
        const char *id, *profile, *abi, *order, *op, *missing;
    } skipped[] = {
        { "b", "v2", "amd64", "little", "decode", "profile" },
        { "c", "v3", "s390x", "little", "decode", "profile abi" },
        { "d", "v1", "amd64", "little", "lookup", "op" },
        { "e", "v2", "amd64", "big", "decode", "profile order" },
        { "f", "v1", "amd64", "little", "decode", "elf" },
        { "g", "v1", "amd64", "little", "decode", "fits" },
    };
    struct sfc_results results;
    start(&results);
    says(&results, sfc_write_claim, ",\"claim\":{\"profiles\":[],\"abis\":[],\"orders\":[],\"ops\":[],\"other\":[]}",
         "nothing is left out");
    for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++) {
        struct sfc_record r = record(skipped[i].id, "accept", SFC_SKIPPED, SFC_SAID_NONE);
        r.profile = skipped[i].profile;
        r.abi = skipped[i].abi;
        r.order = skipped[i].order;
        r.op = skipped[i].op;
        r.missing = skipped[i].missing;
        add(&results, r);
    }
    says(&results, sfc_write_claim,
         ",\"claim\":{\"profiles\":[\"v2\",\"v3\"],\"abis\":[\"s390x\"],\"orders\":[\"big\"],\"ops\":[\"lookup\"],"
         "\"other\":[\"ELF files\",\"`fits`\"]}",
         "what it leaves out");
    sfc_results_free(&results);
}

/* Who hides an answer does not reach `read`: for every ABI, or for that one. */
static void test_hidden(void)
{
    struct sfc_results results;
    struct sfc_record r = record("a", "accept", SFC_PASS, SFC_SAID_ACCEPT);
    start(&results);
    add(&results, r);
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        results.unobservable = rows[i].hidden;
        IS_TEXT(sfc_results_reached(&results), rows[i].reached, "`%s`: reached", rows[i].hidden);
        says(&results, sfc_write_hidden, rows[i].member, "what is hidden");
    }
    r.id = "b";
    r.abi = "aarch64";
    add(&results, r);
    results.unobservable = "fre.ra@amd64 fde.type";
    says(&results, sfc_write_hidden, ",\"hidden\":{\"reached\":{\"aarch64\":\"read\"},\"keys\":[\"fre.ra@amd64\"]}",
         "another ABI reaches a level of its own");
    says_block(&results, "it 7: all that was asked passes\n  asked   2 of 2: all versions, ABIs and operations\n"
                         "  right   2\n  level   safe; return address on amd64 not shown; aarch64 reaches read\n");
    results.unobservable = "fre.ra@amd64 fre.fp";
    says(&results, sfc_write_hidden, ",\"hidden\":{\"reached\":{},\"keys\":[\"fre.ra@amd64\",\"fre.fp\"]}",
         "unless a key is hidden for all");
    sfc_results_free(&results);
}

int main(void)
{
    test_kinds();
    test_proof();
    test_verdict();
    test_claim();
    test_hidden();
    return tap_done();
}
