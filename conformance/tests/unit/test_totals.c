/* SPDX-License-Identifier: MIT */
/* The sums of a run, and what the reports conclude from them. */
#include "report.h"
#include "tap.h"

/* What `say` says of the results. */
static void says(const struct sfc_results *results, sfc_say_fn *say, const char *expected, const char *what)
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
    results->level = SFC_LEVEL_VALIDATE;
    results->has_answers = results->has_summary = results->complete = true;
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
    says(&results, sfc_add_rejections,
         "6 right rejections, 2 unproved: the reader gets the parent wrong or refuses it; 3 not shown: the "
         "parent was not asked",
         "rejections");
    says(&results, sfc_add_judged, "class judged in 0 of 6, range in 0", "judged");
    says(&results, sfc_add_kinds, "accept 1 of 2, reject 6 of 7, policy 1 of 1", "kinds");
    results.has_answers = false;
    says(&results, sfc_add_rejections, "", "results of an older version say nothing of it");
    says(&results, sfc_add_kinds, "", "nor of kinds");
    sfc_results_free(&results);
}

/* "conforms" alone is for all of the corpus. */
static void test_conclusion(void)
{
    struct sfc_results results;
    struct sfc_record r = record("a", "accept", SFC_PASS, SFC_SAID_ACCEPT);
    start(&results);
    add(&results, r);
    says(&results, sfc_add_conclusion, "conforms", "a claim over everything");
    says(&results, sfc_add_not_claimed, "none", "nothing is left out");
    results.level = SFC_LEVEL_READ;
    says(&results, sfc_add_conclusion, "conforms at level read", "at a lower level");
    results.unobservable = "section.abi fde.type";
    says(&results, sfc_add_conclusion, "1 of 1 asked pass, level read (cannot show 2 keys)",
         "with keys that it cannot show");
    results.level = SFC_LEVEL_VALIDATE;
    results.unobservable = "";
    results.num_cases = 7;
    says(&results, sfc_add_conclusion, "1 of 1 asked pass (1 of 7 cases selected)", "a selection");
    static const struct {
        const char *id, *profile, *abi, *order, *op, *message;
    } skipped[] = {
        { "b", "v2", "amd64", "little", "decode", "profile not declared" },
        { "c", "v3", "s390x", "little", "decode", "profile not declared" },
        { "d", "v1", "amd64", "little", "lookup", "op not declared" },
        { "e", "v2", "amd64", "big", "decode", "profile not declared" },
        { "f", "v1", "amd64", "little", "decode", "ELF files not declared" },
        { "g", "v1", "amd64", "little", "decode", "`fits` not declared" },
    };
    for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++) {
        r = record(skipped[i].id, "accept", SFC_SKIPPED, SFC_SAID_NONE);
        r.profile = skipped[i].profile;
        r.abi = skipped[i].abi;
        r.order = skipped[i].order;
        r.op = skipped[i].op;
        r.message = skipped[i].message;
        add(&results, r);
    }
    says(&results, sfc_add_conclusion,
         "1 of 1 asked pass (6 of 7 selected not claimed: v2 v3, s390x, big, lookup, ELF files, `fits`)",
         "a narrow claim");
    says(&results, sfc_add_not_claimed, "6 of 7 selected: v2 v3, s390x, big, lookup, ELF files, `fits`",
         "what it leaves out");
    r = record("h", "accept", SFC_CRASH, SFC_SAID_NONE);
    r.known = "crash|pass";
    add(&results, r);
    r.id = "i";
    r.known = "crash";
    add(&results, r);
    results.num_selected = results.num_cases = 9;
    says(
        &results, sfc_add_conclusion,
        "as expected: 2 known failures (1 may pass), none new (6 of 9 selected not claimed: v2 v3, s390x, big, lookup, "
        "ELF files, `fits`)",
        "known failures, and those that may pass");
    results.status = 1;
    says(&results, sfc_add_conclusion, "does not conform", "a failure");
    results.complete = false;
    says(&results, sfc_add_conclusion, "no verdict, the run was interrupted", "an interrupted run");
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
        const char *hidden, *reached, *said, *conclusion;
    } rows[] = {
        { "section.abi fre.mangled", "read", "read", "1 of 1 asked pass (cannot show 2 keys)" },
        { "fre.cfa section.abi", "safe", "safe (read not shown: the adapter hides fre.cfa)",
          "1 of 1 asked pass (read not shown: the adapter hides fre.cfa)" },
        { "fre.ra@amd64", "safe", "safe (read not shown: the adapter hides fre.ra@amd64)",
          "1 of 1 asked pass (read not shown: the adapter hides fre.ra@amd64)" },
        { "fre.ra@amd", "read", "read", "1 of 1 asked pass (cannot show 1 key)" },
        { "fre.ra@s390x", "read", "read", "1 of 1 asked pass (cannot show 1 key)" },
        { "section.abi@amd64", "read", "read", "1 of 1 asked pass (cannot show 1 key)" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        results.unobservable = rows[i].hidden;
        IS_TEXT(sfc_results_reached(&results), rows[i].reached, "`%s`: reached", rows[i].hidden);
        says(&results, sfc_add_levels, rows[i].said, "the level");
        says(&results, sfc_add_conclusion, rows[i].conclusion, "the conclusion");
    }
    r.id = "b";
    r.abi = "aarch64";
    add(&results, r);
    results.unobservable = "fre.ra@amd64 fde.type";
    says(&results, sfc_add_levels, "safe (read not shown: the adapter hides fre.ra@amd64; on aarch64: read)",
         "another ABI reaches a level of its own");
    results.unobservable = "fre.ra@amd64 fre.fp";
    says(&results, sfc_add_levels, "safe (read not shown: the adapter hides fre.ra@amd64 fre.fp)",
         "unless a key is hidden for all");
    results.unobservable = "fre.ra@amd64 fre.ra@aarch64";
    says(&results, sfc_add_levels, "safe (read not shown: the adapter hides fre.ra@amd64 fre.ra@aarch64)",
         "or for each");
    sfc_results_free(&results);
}

int main(void)
{
    test_kinds();
    test_proof();
    test_conclusion();
    test_hidden();
    return tap_done();
}
