/* SPDX-License-Identifier: MIT */
/*
 * The whole runner with implementations that lie, crash, hang, flood and print junk, each with pinned results.
 *
 * The fake adapter answers `decode` sanely, so that the runner's own two questions are answered; look-ups misbehave.
 * The scratch corpus has an accept, a reject and a policy as `decode`, an accept and a reject as `lookup`, and a reject
 * in another form.
 */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "process.h"
#include "scratch.h"
#include "tap.h"
#include "text.h"

static char *conform, *fake;
static const char *corpus, *dump, *rows;

/* Runs a shell command with the names CONFORM, FAKE and CORPUS set. */
static struct sfc_process shell(const char *line)
{
    char *argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, (char *)(uintptr_t)line, NULL };
    struct sfc_buffer vars[4] = { { 0 } };
    sfc_buffer_printf(&vars[0], "CONFORM=%s", conform);
    sfc_buffer_printf(&vars[1], "FAKE=%s", fake);
    sfc_buffer_printf(&vars[2], "CORPUS=%s", corpus);
    sfc_buffer_printf(&vars[3], "TMPDIR=%s", scratch_folder());
    char *env[] = { vars[0].data, vars[1].data, vars[2].data, vars[3].data, (char[]){ "PATH=/usr/bin:/bin" }, NULL };
    const struct sfc_command c = {
        .argv = argv,
        .env = env,
        .path = "/bin",
        .folder = scratch_folder(),
        .seconds = 120,
        .max_output = 1 << 20,
        .stop_fd = -1,
    };
    struct sfc_process p;
    sfc_process_run(&c, &p);
    for (unsigned i = 0; i < 4; i++)
        sfc_buffer_free(&vars[i]);
    return p;
}

static const char *make_adapter(const char *name, const char *decode, const char *lookup, const char *more)
{
    struct sfc_buffer b = { 0 };
    char file[64];
    sfc_buffer_printf(&b, "name: fake\nrung: command\nversion-command: %s version\nversion-pattern: ^fake (.*)$\n",
                      fake);
    sfc_buffer_printf(&b, "decode-command: %s %s {raw}\nlookup-command: %s %s {raw} {pcs}\n", fake, decode, fake,
                      lookup);
    sfc_buffer_printf(&b,
                      "accept: exit 0\nreject: exit 1\nunsupported: exit 77\nnormaliser: dump\n"
                      "profiles: v1\nabis: amd64\norders: little\n%s",
                      more);
    snprintf(file, sizeof file, "%s.conf", name);
    const char *path = scratch_bytes(file, b.data, b.len);
    sfc_buffer_free(&b);
    return path;
}

/* Runs `run` with an adapter and options; the results go to FOLDER/NAME, and no report is made. */
static struct sfc_process run_adapter(const char *name, const char *options)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%s$CONFORM run --corpus $CORPUS --adapter ./%s.conf --report %s %s",
                      strstr(options, "--write-known") ? "" : "SFRAME_PYTHON=true ", name, name, options);
    struct sfc_process p = shell(b.data);
    sfc_buffer_free(&b);
    return p;
}

/* With ' for ". */
static char *read_results(const char *name)
{
    size_t len = 0;
    char *text = sfc_read_file(scratch_path("%s/results.jsonl", name), 1 << 20, &len, NULL);
    for (char *at = text; at && (at = strchr(at, '"'));)
        *at = '\'';
    return text ? text : sfc_copy_text("", 0);
}

static bool ends(const struct sfc_process *p, int status)
{
    const bool good = p->ended == SFC_ENDED_EXIT && p->code == status;
    if (!good)
        printf("# ended %d with %d, not %d\n# %s\n# %s\n", (int)p->ended, p->code, status, sfc_buffer_text(&p->out),
               sfc_buffer_text(&p->err));
    return good;
}

/* It must end with this status, and have written this to one of its streams. */
static void says(struct sfc_process p, int status, const char *said, const char *what)
{
    OK(ends(&p, status) && (strstr(sfc_buffer_text(&p.out), said) || strstr(sfc_buffer_text(&p.err), said)), "%s",
       what);
    sfc_process_free(&p);
}

/* ---- Outcomes --------------------------------------------------------------------------- */

static const struct {
    const char *name, *lookup, *more, *options;
    int status;
    const char *outcomes; /* those of the summary, with commas */
    const char *accepted; /* what is said of the look-up that must be accepted */
} misbehaviours[] = {
    { "sane", "print ROWS", "", "", 0, "'pass':5,'skipped':1", "'outcome':'pass','detail':null" },
    { "segv", "signal 11", "", "", 1, "'pass':3,'crash':2,'skipped':1", "'outcome':'crash','detail':'SIGSEGV'" },
    { "abort", "signal 6", "", "", 1, "'pass':3,'crash':2,'skipped':1", "'outcome':'crash','detail':'SIGABRT'" },
    { "hang", "hang x", "", "--limit-seconds 1", 1, "'pass':3,'timeout':2,'skipped':1",
      "'outcome':'timeout','detail':null" },
    { "flood", "flood 1", "output-kib: 64\n", "", 1, "'pass':3,'limit':2,'skipped':1",
      "'outcome':'limit','detail':'output'" },
    { "spin", "spin x", "cpu-seconds: 1\nseconds: 60\n", "", 1, "'pass':3,'limit':2,'skipped':1",
      "'outcome':'limit','detail':'cpu'" },
    { "junk", "junk x", "", "", 1, "'pass':3,'protocol':2,'skipped':1", "'message':'line 1 of the dump: is not" },
    { "odd", "exit 42", "", "", 1, "'pass':3,'protocol':2,'skipped':1",
      "'message':'no rule of the adapter file fits exit status 42" },
    { "silent", "exit 0", "", "", 1, "'pass':3,'protocol':2,'skipped':1",
      "'message':'line 1 of the dump: the text is empty" },
    { "cannot", "exit 77", "", "", 1, "'pass':3,'skipped':1,'undeclared-skip':2", "'outcome':'undeclared-skip'" },
    { "lenient", "accept-all ROWS", "", "", 1, "'pass':4,'too-lenient':1,'skipped':1", "'outcome':'pass'" },
    { "gated", "accept-all ROWS", "", "--level read", 0, "'pass':4,'too-lenient':1,'skipped':1", "'outcome':'pass'" },
    { "gated2", "accept-all ROWS", "level: read\n", "", 0, "'pass':4,'too-lenient':1,'skipped':1", "'outcome':'pass'" },
    { "gated3", "accept-all ROWS", "level: read\n", "--level refuse", 1, "'pass':4,'too-lenient':1,'skipped':1",
      "'outcome':'pass'" },
    { "strict", "reject-all x", "", "", 1, "'pass':4,'too-strict':1,'skipped':1", "'outcome':'too-strict'" },
    { "wrong", "print OTHER", "", "", 1, "'pass':4,'wrong-output':1,'skipped':1",
      "'outcome':'wrong-output','detail':'pc.found,pc.fp','message':null,'expected':'pc 0x10ff none'" },
    { "once", "crash-once MARK ROWS", "", "-j 1 '*/looked-up'", 1, "'state-dependent':1",
      "'message':'first crash SIGABRT, then, run again alone, pass'" },
    { "reported", "exit 99", "crash: exit 99\n", "", 1, "'pass':3,'crash':2,'skipped':1",
      "'outcome':'crash','detail':'reported'" },
    { "nul", "nul x", "crash: stderr ^ERROR: y$\n", "", 1, "'pass':3,'crash':2,'skipped':1",
      "'outcome':'crash','detail':'reported'" },
    { "names", "print ROWS", "reject-names: finding\n", "", 0, "'pass':5,'skipped':1", "'outcome':'pass'" },
    { "inconsistent", "print ROWS", "policy: AMB-044 reject\n", "", 1, "'pass':4,'inconsistent':1,'skipped':1",
      "'outcome':'pass'" },
    { "consistent", "print ROWS", "policy: AMB-044 accept\n", "", 0, "'pass':5,'skipped':1", "'outcome':'pass'" },
};

/* The file names that ROWS, OTHER and MARK stand for. */
static void fill_in(char lookup[512], const char *template)
{
    const char *mark = scratch_path("mark");
    const struct {
        const char *word, *path;
    } words[] = {
        { "ROWS", rows },
        { "OTHER", scratch_path("other.txt") },
        { "MARK", mark },
    };
    struct sfc_buffer b = { 0 };
    size_t len;
    unlink(mark);
    for (const char *word; (word = sfc_next_word(&template, &len));) {
        char *one = sfc_copy_text(word, len);
        const char *value = one;
        for (unsigned i = 0; i < 3; i++)
            if (strcmp(one, words[i].word) == 0)
                value = words[i].path;
        sfc_buffer_printf(&b, "%s%s", b.len > 0 ? " " : "", value);
        free(one);
    }
    snprintf(lookup, 512, "%s", b.data);
    sfc_buffer_free(&b);
}

/* The outcomes of the summary that are not 0, as the table above writes them. */
static char *outcomes_of(const char *results)
{
    struct sfc_buffer b = { 0 };
    const char *at = strstr(results, "'type':'summary'");
    at = at ? strstr(at, "'outcomes':{") : NULL;
    for (at = at ? at + 12 : ""; *at && *at != '}';) {
        const size_t len = strcspn(at, ",}");
        if (strncmp(at + len - 2, ":0", 2) != 0)
            sfc_buffer_printf(&b, "%s%.*s", b.len > 0 ? "," : "", (int)len, at);
        at += len + (at[len] == ',');
    }
    sfc_buffer_add(&b, "", 0);
    return b.data;
}

static void test_misbehaviour(void)
{
    char decode[512];
    scratch_text("other.txt", "sframe-dump 1\npc 0x10ff fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\n"
                              "pc 0x1100 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=none\npc 0x1110 none\n");
    snprintf(decode, sizeof decode, "print %s", dump);
    for (size_t i = 0; i < sizeof misbehaviours / sizeof misbehaviours[0]; i++) {
        char lookup[512];
        const char *name = misbehaviours[i].name;
        fill_in(lookup, misbehaviours[i].lookup);
        make_adapter(name, decode, lookup, misbehaviours[i].more);
        struct sfc_process p = run_adapter(name, misbehaviours[i].options);
        OK(ends(&p, misbehaviours[i].status), "%s: exit status %d", name, misbehaviours[i].status);
        char *results = read_results(name), *outcomes = outcomes_of(results);
        IS_TEXT(outcomes, misbehaviours[i].outcomes, "%s: outcomes", name);
        char *line = strstr(results, "'id':'v1/amd64-little/area-a/looked-up'");
        if (line)
            line[strcspn(line, "\n")] = '\0';
        OK(line && strstr(line, misbehaviours[i].accepted), "%s: %s", name, misbehaviours[i].accepted);
        free(results);
        free(outcomes);
        sfc_process_free(&p);
    }
}

/* ---- Broken adapters --------------------------------------------------------------------- */

static void test_broken(void)
{
    static const struct {
        const char *name, *decode;
        int status; /* 1: it is measured all the same; 3: there is nothing to measure */
        const char *said;
    } adapters[] = {
        { "liar", "accept-all DUMP", 1,
          "with a damaged magic at address 0x1000, op decode\n"
          "  bytes:    e3de01010300f800010000000100000003000000000000001100000000010000\n"
          "            10000000000000000100000000000308\n  expected: rejected\n  seen:     accepted\n" },
        { "refuser", "reject-all x", 1,
          "broken on the simplest cases:\n  a plain section (v1, amd64, little endian) at address 0x1000, op decode\n"
          "  bytes:    e2de01010300f800010000000100000003000000000000001100000000010000\n"
          "            10000000000000000100000000000308\n  expected: accepted\n  seen:     rejected" },
        { "crasher", "signal 11", 3, "must be accepted, but: crashed SIGSEGV" },
        { "hanger", "hang x", 3, "must be accepted, but: did not answer in time" },
        { "babbler", "junk x", 3, "must be accepted, but: broke the protocol" },
        { "silence", "exit 0", 3, "must be accepted, but: broke the protocol" },
    };
    for (size_t i = 0; i < sizeof adapters / sizeof adapters[0]; i++) {
        char decode[512], lookup[512];
        snprintf(decode, sizeof decode, strncmp(adapters[i].decode, "accept-all", 10) == 0 ? "accept-all %s" : "%s",
                 strncmp(adapters[i].decode, "accept-all", 10) == 0 ? dump : adapters[i].decode);
        snprintf(lookup, sizeof lookup, "print %s", rows);
        make_adapter(adapters[i].name, decode, lookup, "");
        says(run_adapter(adapters[i].name, "--limit-seconds 1"), adapters[i].status, adapters[i].said,
             adapters[i].name);
    }
    says(shell("sed \"s|^version-command: .*|version-command: no-such-program-anywhere|\" sane.conf > missing.conf;"
               "$CONFORM run --corpus $CORPUS --adapter ./missing.conf"),
         3, "there is no program `no-such-program-anywhere`", "a missing implementation is broken");
    says(shell("sed \"s|^decode-command: [^ ]*|decode-command: no-such-program-anywhere|\" sane.conf > gone.conf;"
               "$CONFORM run --corpus $CORPUS --adapter ./gone.conf"),
         3, "cannot be started", "so is one whose command is not there");
    says(shell("$CONFORM run --corpus $CORPUS --adapter ./missing.conf --tap --skip-missing"), 0, "1..0 # SKIP ",
         "unless that may be skipped");
    says(shell("sed 's|^rung:|for-version: ^9\\nrung:|' sane.conf > old.conf;"
               "$CONFORM run --corpus $CORPUS --adapter ./old.conf"),
         5, "fake is version 1.2.3", "another version is not judged");
    says(shell("$CONFORM run --corpus $CORPUS --adapter ./old.conf --tap --skip-missing"), 0,
         "1..0 # SKIP fake is version 1.2.3", "but may be skipped too");
}

/* ---- Known failures ------------------------------------------------------------------------ */

#define LOOKED_UP "v1/amd64-little/area-a/looked-up"
#define REJECTED "v1/amd64-little/area-b/rejected-look-up"

static void test_known(void)
{
    static const struct {
        const char *title, *adapter, *text;
        int status;
        const char *said;
    } rows_of[] = {
        { "both failures are known", "segv", "why\n  " LOOKED_UP " crash:SIGSEGV\n  " REJECTED " crash\n", 0,
          "\nknown failures are those in known.txt, which has their reasons\n" },
        { "the block", "segv", "why\n  " LOOKED_UP " crash:SIGSEGV\n  " REJECTED " crash\n", 0,
          "\n\nfake 1.2.3: no change (2 known failures, none new)\n"
          "  asked   5 of 6: version 1, amd64, decode and lookup\n  right   3   crashes 2\n"
          "  level   none (crashes break `safe`)\n" },
        { "one is not known", "segv", "why\n  " LOOKED_UP " crash:SIGSEGV\n", 1,
          "\nfake 1.2.3: 1 unexpected failure, 1 known failure\n" },
        { "one passes now", "sane", "why\n  " LOOKED_UP " crash\n", 2, "\n  line 2: " LOOKED_UP "  passes now\n" },
        { "one fails in another way", "abort", "why\n  " LOOKED_UP " crash:SIGSEGV\n  " REJECTED " crash\n", 2,
          "known:     line 2: crash:SIGSEGV (why)" },
        { "one is skipped", "sane", "why\n  v3/s390x-big/area-b/other crash\n", 2,
          "\n  line 2: v3/s390x-big/area-b/other  is skipped now\n" },
        { "one matches no case", "sane", "why\n  v1/none crash\n", 2,
          "to take out\n  line 2: v1/none  there is no such case\n" },
        { "one is unexplained", "segv", "unexplained\n  " LOOKED_UP " crash\nwhy\n  " REJECTED " crash\n", 1,
          "\nfake 1.2.3: 1 unexpected failure, 1 known failure\n" },
        { "a pattern is about one that passes", "abort", "why\n  v1/*/area-a/* crash\n  " REJECTED " crash\n", 2,
          "\n  line 2: v1/amd64-little/area-a/accepted  passes now\n" },
        { "two entries are about one case", "segv", "why\n  v1/*/area-a/looked-up crash\n  " LOOKED_UP " crash\n", 4,
          "known.txt:3: " LOOKED_UP " has an entry at line 2 too" },
        { "the file is wrong", "segv", "why\n  a b\n", 4, "known.txt:2: the second word is not" },
    };
    for (size_t i = 0; i < sizeof rows_of / sizeof rows_of[0]; i++) {
        scratch_text("known.txt", rows_of[i].text);
        says(run_adapter(rows_of[i].adapter, "--known known.txt"), rows_of[i].status, rows_of[i].said,
             rows_of[i].title);
    }
    says(run_adapter("segv", "--write-known written.txt"), 1, "", "writing the file does not make a run pass");
    says(run_adapter("segv", "--known written.txt"), 1, "", "nor does a file with unexplained entries");
    says(shell("sed -i 's/^unexplained: crashes on.*/it crashes/' written.txt && cat written.txt"), 0,
         "\nit crashes\n  " REJECTED " crash:SIGSEGV\n\nit crashes\n  " LOOKED_UP " crash:SIGSEGV\n",
         "what was written");
    says(run_adapter("segv", "--known written.txt"), 0, "", "an explained file does");
    says(run_adapter("segv", "--write-known written.txt --force '*/looked-up'"), 1, "", "it is replaced if forced");
    says(run_adapter("segv", "--known written.txt"), 0, "", "and then nothing that was explained is lost");
}

/* ---- The rest --------------------------------------------------------------------------------- */

static void test_tap(void)
{
    scratch_text("known.txt", "it crashes\n  " LOOKED_UP " crash\nwhy\n  v1/none crash\n");
    struct sfc_process p = run_adapter("segv", "--known known.txt --tap --seed 0");
    OK(ends(&p, 0), "TAP: its lines say what an exit status says elsewhere");
    char *expected = sfc_format(
        "ok 1 - v1/amd64-little/area-a/accepted\n"
        "not ok 2 - " LOOKED_UP " # TODO crash: it crashes\n"
        "ok 3 - v1/amd64-little/area-a/open\n"
        "ok 4 - v1/amd64-little/area-b/rejected\n"
        "not ok 5 - " REJECTED "\n"
        "# crash SIGSEGV\n"
        "# fault    bad-magic: the magic is not 0xdee2 in either byte order\n"
        "# bytes    0x0-0x2 of 0x30: e3 de\n"
        "# clauses  ALL-PRE-02\n"
        "# repeat   %s signal 11 %s/" REJECTED ".sframe 0x10ff 0x1100 0x1110\n"
        "ok 6 - v3/s390x-big/area-b/other # SKIP profile not declared\n"
        "#      1  crashes on bad-magic: the magic is not 0xdee2 in either byte order  [safe/crash/bad-magic]\n"
        "# next: %s explain --corpus %s " REJECTED "\n"
        "# fake 1.2.3: 1 unexpected failure, 1 known failure\n"
        "#   asked   5 of 6: version 1, amd64, decode and lookup\n"
        "#   right   3   crashes 2\n"
        "#   level   none (crashes break `safe`)\n"
        "not ok 7 - line 4 of the list of known failures: there is no case v1/none\n"
        "1..7\n",
        fake, corpus, conform, corpus);
    IS_TEXT(sfc_buffer_text(&p.out), expected, "TAP");
    free(expected);
    sfc_process_free(&p);
}

static void test_commands(void)
{
    says(shell("$CONFORM list --corpus $CORPUS --area area-b --profile v1"), 0,
         "v1/amd64-little/area-b/rejected\tdecode\treject\trefuse\ta case of the tests\n" REJECTED
         "\tlookup\treject\trefuse\ta case of the tests\n",
         "list");
    says(shell("$CONFORM show --corpus $CORPUS --elf case.elf --raw case.raw v1/amd64-little/area-a/accepted && "
               "cmp case.raw $CORPUS/v1/amd64-little/area-a/accepted.sframe && "
               "dd if=case.elf bs=1 skip=64 count=48 2>/dev/null | cmp - case.raw"),
         0, "", "show writes the section bare and wrapped");
    says(shell("$CONFORM show --corpus $CORPUS " LOOKED_UP), 0, "pcs: 0x10ff 0x1100 0x1110\n", "show prints the case");
    says(shell("$CONFORM show --corpus $CORPUS " LOOKED_UP), 0, "\n0x0000  e2 de  ", "and its bytes");
}

/* An adapter that can encode only: the questions of the runner, and those of the corpus, of which none is. */
static void test_encoder(void)
{
    static const struct {
        const char *command, *more;
        int status;
        const char *said;
    } adapters[] = {
        { "print", "", 5, "" },
        { "accept-all", "", 1,
          "with a row after its function at address 0x1000, op encode\n  dump:     sframe-dump 1|" },
        { "reject-all", "", 1,
          "a plain dump (v1, amd64, little endian) at address 0x1000, op encode\n  dump:     sframe-" },
        { "refuse", "", 5, "" },
        { "refuse", "reject-names: finding\n", 5, "" },
        { "print", "reject-names: finding\n", 3, "the first line of stderr is not a refusal" },
    };
    for (size_t i = 0; i < sizeof adapters / sizeof adapters[0]; i++) {
        struct sfc_buffer b = { 0 };
        sfc_buffer_printf(&b,
                          "name: fake\nrung: command\nversion-command: %s version\nversion-pattern: ^fake (.*)$\n"
                          "encode-command: %s encode-%s {dump} {sort}\naccept: exit 0\nreject: exit 1\n"
                          "normaliser: readelf\nprofiles: v1\nabis: amd64\norders: little\n%s",
                          fake, fake, adapters[i].command, adapters[i].more);
        scratch_text("encoder.conf", b.data);
        sfc_buffer_free(&b);
        says(run_adapter("encoder", ""), adapters[i].status, adapters[i].said, adapters[i].command);
    }
}

/* What is written must not depend on who was faster. */
static void test_jobs(void)
{
    struct sfc_process p = shell(
        "export SOURCE_DATE_EPOCH=1000000000;"
        "for j in 1 4; do $CONFORM run --corpus $CORPUS --adapter ./segv.conf --report jobs$j --seed $j -j $j; done;"
        "for j in 1 4; do for f in results.jsonl report.md report.html junit.xml; do"
        "  sed 's/\"seconds\":[0-9.]*//;s/ time=\"[0-9.]*\"//;/seed/s/[0-9]//g' jobs$j/$f > jobs$j/same.$f || exit 9; "
        "done; done;"
        "for f in results.jsonl report.md report.html junit.xml; do cmp jobs1/same.$f jobs4/same.$f || exit 9; done;"
        "test ! -e jobs1/results.jsonl.part");
    OK(ends(&p, 0), "one thread and four, in any order, write the same files but for the time it took");
    sfc_process_free(&p);
    p = shell("ls -d sframe-conform.* 2>/dev/null");
    IS_TEXT(sfc_buffer_text(&p.out), "", "no folder is left");
    sfc_process_free(&p);
}

static void test_selection(void)
{
    static const struct {
        const char *options;
        int status;
        const char *outcomes;
    } selections[] = {
        { "--area area-a", 0, "'pass':3" },   { "--profile v1", 0, "'pass':5" },
        { "--profile v3", 5, "'skipped':1" }, { "--abi s390x", 5, "'skipped':1" },
        { "'*/looked-up'", 0, "'pass':1" },   { "'v1/*/rejected*' '*/open'", 0, "'pass':3" },
    };
    for (size_t i = 0; i < sizeof selections / sizeof selections[0]; i++) {
        struct sfc_process p = run_adapter("sane", selections[i].options);
        char *results = read_results("sane"), *outcomes = outcomes_of(results);
        OK(ends(&p, selections[i].status), "%s: exit status %d", selections[i].options, selections[i].status);
        IS_TEXT(outcomes, selections[i].outcomes, "%s: outcomes", selections[i].options);
        free(results);
        free(outcomes);
        sfc_process_free(&p);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 99;
    /* Commands run in other folders. */
    conform = realpath(argv[1], NULL);
    fake = realpath(argv[2], NULL);
    if (!conform || !fake)
        return 99;
    signal(SIGPIPE, SIG_IGN);
    corpus = scratch_corpus("corpus");
    dump = scratch_text("dump.txt", scratch_dump);
    rows = scratch_text("rows.txt", scratch_rows);
    test_misbehaviour();
    test_broken();
    test_known();
    test_tap();
    test_selection();
    test_commands();
    test_encoder();
    test_jobs();
    free(conform);
    free(fake);
    return tap_done();
}
