/* SPDX-License-Identifier: MIT */
/* A valid corpus, and changes of one line: each must be an error that names file and line. */
#include <stdlib.h>

#include "case.h"
#include "registers.h"
#include "scratch.h"
#include "sha256.h"
#include "tap.h"

static char *read_text(const char *path)
{
    struct sfc_error error = { "" };
    size_t len = 0;
    char *text = sfc_read_file(path, 1 << 20, &len, &error);
    if (!text) {
        fprintf(stderr, "%s\n", error.text);
        exit(99);
    }
    return text;
}

/* The corpus is not loaded, and this is said. */
static void is_refused(const char *root, const char *message, const char *what)
{
    struct sfc_corpus corpus;
    struct sfc_error error = { "" };
    const bool loaded = sfc_corpus_load(&corpus, root, &error);
    OK(!loaded && strstr(error.text, message), "%s: %s: said \"%s\"", what, message, error.text);
    if (loaded)
        sfc_corpus_free(&corpus);
}

static void test_good(void)
{
    struct sfc_corpus corpus;
    struct sfc_error error = { "" };
    if (!OK(sfc_corpus_load(&corpus, scratch_corpus("good"), &error), "a valid corpus is read (%s)", error.text))
        return;
    IS_U64(corpus.count, 6, "all cases are there");
    const struct sfc_case *c = sfc_corpus_find(&corpus, "v1/amd64-little/area-a/looked-up");
    OK(c && c->op == SFC_OP_LOOKUP && c->expect == SFC_EXPECT_ACCEPT && c->num_pcs == 3 && c->pcs[2] == 0x1110,
       "a look-up has its PCs");
    IS_TEXT(c ? c->body : "", scratch_rows, "and its rows");
    c = sfc_corpus_find(&corpus, "v1/amd64-little/area-b/rejected");
    OK(c && c->expect == SFC_EXPECT_REJECT && c->range_start == 0 && c->range_end == 2
           && c->size == SCRATCH_SECTION_SIZE && c->bytes[0] == 0xe3,
       "a reject has its range and bytes");
    IS_TEXT(c ? c->fault_class : "", "bad-magic", "and its class");
    IS_TEXT(c ? c->area : "", "area-b", "and its area");
    OK(c && c->level == SFC_LEVEL_REFUSE && c->num_also == 0, "and its level");
    c = sfc_corpus_find(&corpus, "v3/s390x-big/area-b/other");
    OK(c && strcmp(c->abi, "s390x") == 0 && strcmp(c->order, "big") == 0 && strcmp(c->profile, "v3") == 0,
       "the form is that of the index");
    OK(c && sfc_corpus_find(&corpus, "v1/amd64-little/area-a/open")->level == SFC_LEVEL_READ, "others are at `read`");
    OK(!sfc_corpus_find(&corpus, "v1/amd64-little/area-a"), "an id must match as a whole");
    sfc_corpus_free(&corpus);
}

/* Gives the index the checksum of the changed case file. */
static void list_again(const char *root, const char *before, const char *after)
{
    const char *path = scratch_path("%s/index.tsv", root);
    char old_sum[65], new_sum[65], *text = read_text(path);
    sfr_sha256(before, strlen(before), old_sum);
    sfr_sha256(after, strlen(after), new_sum);
    char *changed = scratch_replace(text, old_sum, new_sum);
    sfc_write_file(path, changed, strlen(changed), NULL);
    free(text);
    free(changed);
}

/* Changes one file of a fresh corpus, loads it, and compares the message. */
static void test_change(unsigned number, const char *file, const char *from, const char *to, const char *message)
{
    char root[64];
    snprintf(root, sizeof root, "bad%u", number);
    scratch_corpus(root);
    const char *path = scratch_path("%s/%s", root, file);
    char *text = read_text(path), *changed = scratch_replace(text, from, to);
    sfc_write_file(path, changed, strlen(changed), NULL);
    /* The checksum is checked last, and is what some changes are about. */
    if (strcmp(file, "index.tsv") != 0 && !strstr(message, "was changed"))
        list_again(root, text, changed);
    free(text);
    free(changed);
    char *expected = sfc_format("%s/%s%s", root, message[0] == ':' ? file : "", message);
    is_refused(scratch_path("%s", root), expected, "a change");
    free(expected);
}

static void test_decided_without_profile(void)
{
    struct sfc_error error = { "" };
    struct sfc_case c = { .id = "v1/amd64-little/area-a/accepted" };
    scratch_corpus("decided");
    c.path = scratch_path("decided/v1/amd64-little/area-a/accepted.case");
    c.file = scratch_path("decided/v1/amd64-little/area-a/accepted.sframe");
    char *text = read_text(c.path), *none = scratch_replace(text, "profile: v1\n", "");
    char *changed = scratch_replace(none, "CC0-1.0\n", "CC0-1.0\ndecided: AMB-100\n");
    sfc_write_file(c.path, changed, strlen(changed), NULL);
    OK(!sfc_case_read(&c, &error) && strstr(error.text, "decided: comes before the profile"), "%s", error.text);
    sfc_case_free(&c);
    free(changed);
    free(none);
    free(text);
}

#define ACCEPTED "v1/amd64-little/area-a/accepted.case"
#define LOOKED_UP "v1/amd64-little/area-a/looked-up.case"
#define OPEN "v1/amd64-little/area-a/open.case"
#define REJECTED "v1/amd64-little/area-b/rejected.case"
#define LOOKED_UP_REJECT "v1/amd64-little/area-b/rejected-look-up.case"
#define LAST_KEY "licence: 0BSD OR CC0-1.0\n"
#define SINGLE "op: lookup\npcs: 0x10ff 0x1100 0x1110"
#define IN_TURN "op: sequence\npcs: 0x10ff 2:0x1100 0x1110\n"
#define SECOND "second: v1/amd64-little/area-a/open.sframe\n"
#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

static const struct {
    const char *file, *from, *to, *message;
} changes[] = {
    { ACCEPTED, "id: v1/amd64-little/area-a/accepted", "id: v1/amd64-little/area-a/other", ":1: id: is not the path" },
    { ACCEPTED, "rev: 1", "rev: 0", ":2: rev: is not a number" },
    { ACCEPTED, "rev: 1", "rev: 01", ":2: rev: is not a number" },
    { ACCEPTED, "title: a case", "title:  a case", ":3: the value is empty, has a space" },
    { ACCEPTED, "title: a case of the tests\n", "", ":1: the key `title` is missing" },
    { ACCEPTED, "title: a case of the tests\n", "title: x\nrev: 1\n", ":4: rev: is given twice" },
    { ACCEPTED, "rev: 1\ntitle: a case of the tests\n", "title: a case of the tests\nrev: 1\n",
      ":3: rev: comes too late" },
    { ACCEPTED, "rev: 1", "revision: 1", ":2: revision: is not a key" },
    { ACCEPTED, "rev: 1", "rev 1", ":2: expected `key: value`" },
    { ACCEPTED, "rev: 1", "rev: 1\x01", ":2: the value is empty, has a space" },
    { ACCEPTED, "clauses: ALL-PRE-02", "clauses: ALL-PRE-02 ALL-PRE-99", ":4: clauses: names a clause" },
    { ACCEPTED, "profile: v1", "profile: v4", ":5: profile: is not v1, v2," },
    { ACCEPTED, "profile: v1", "profile: v2", "index.tsv:2: the profile of v1/amd64-little/area-a/accepted" },
    { ACCEPTED, "addr: 0x1000", "addr: 1000", ":6: addr: is not a hexadecimal" },
    { ACCEPTED, "file: accepted", "file: ../area-a/accepted", ":7: file: is not the section file" },
    { ACCEPTED, "size: 48", "size: 47", ":8: size: " },
    { ACCEPTED, "sha256: ", "sha256: 0", ":9: sha256: is not 64" },
    { ACCEPTED, "op: decode", "op: guess", ":10: op: is not decode, lookup, unwind, encode, sequence or merge" },
    { ACCEPTED, "op: decode", "op: decode\npcs: 0x1", ":11: pcs: is not allowed in this case" },
    { ACCEPTED, "expect: accept", "expect: maybe", ":11: expect: is not accept, reject or policy" },
    { ACCEPTED, "expect: accept", "expect: reject", ":1: the key `level` is missing" },
    { ACCEPTED, "expect: accept", "expect: accept\nlevel: strict", ":12: level: is not allowed in this case" },
    { ACCEPTED, "expect: accept", "expect: accept\nlevel: read", ":12: level: is not refuse, validate or strict" },
    { REJECTED, "level: refuse\n", "", ":1: the key `level` is missing" },
    { REJECTED, "level: refuse", "level: safe", ":12: level: is not refuse, validate or strict" },
    { REJECTED, "level: refuse", "level: strict", "index.tsv:5: the level of v1/amd64-little/area-b/rejected" },
    { REJECTED, "class: bad-magic\n", "", ":1: the key `class` is missing" },
    { ACCEPTED, "expect: accept", "expect: accept\nalso: bad-abi 0x4-0x5", ":12: also: is not allowed in this case" },
    { REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-abi\n", ":15: also: is not `CLASS 0xSTART-0xEND` parts" },
    { REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-abi 0x5-0x4\n", ":15: also: is not `CLASS" },
    { REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-abi 0x4-0x5;bad-version 0x2-0x3\n", ":15: also: is not `CLASS" },
    { REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-smell 0x4-0x5\n",
      ":15: also: names what is not a fault class that rejects" },
    { REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-abi 0x4-0x5; zero-tail 0x4-0x5\n",
      ":15: also: names what is not a fault class that rejects" },
    { REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-abi 0x4-0x31\n", ":15: also: ends after the section" },
    { REJECTED, "0x0-0x2\n", "0x0-0x2\nreadings: accept\n", ":15: readings: is not allowed in this case" },
    { OPEN, "AMB-044\n", "AMB-044\nreadings: maybe\n", ":13: readings: is not a list of different accepting" },
    { OPEN, "AMB-044\n", "AMB-044\nreadings: reject\n", ":13: readings: is not a list of different accepting" },
    { OPEN, "AMB-044\n", "AMB-044\nreadings: accept accept\n", ":13: readings: is not a list of different" },
    { OPEN, "licence: 0BSD OR CC0-1.0\n\nsframe-dump 1\n", "licence: 0BSD OR CC0-1.0\n\nsframe-dump 1\n\n",
      ":15: the body is not a valid dump" },
    { ACCEPTED, "expect: accept", "expect: accept\nclass: bad-magic", ":12: class: is not allowed in this case" },
    { ACCEPTED, "expect: accept", "expect: accept\ndoubt: zero-tail", ":12: doubt: is not allowed in this case" },
    { ACCEPTED, "expect: accept", "expect: accept\nparent: v1/none", ":1: the key `patch` is missing" },
    { ACCEPTED, "expect: accept", "expect: accept\nparent: v1/none\npatch: 0x0 e2 e3",
      ":1: parent: there is no case v1/none" },
    { ACCEPTED, "expect: accept", "expect: accept\nparent: v1/none\npatch: 0 e2 e3", ":13: patch: is not" },
    { ACCEPTED, "expect: accept", "expect: accept\nparent: v1/none\npatch: 0x0 e2", ":13: patch: is not" },
    { ACCEPTED, "expect: accept", "expect: accept\nparent: v1/none\npatch: 0x0 e2 e3; 0x1 d -", ":13: patch: is not" },
    { ACCEPTED, "sframe-dump 1\n", "sframe-dump 2\n", ":14: the body is not a valid dump: line 1 of the dump" },
    { ACCEPTED, "sframe-dump 1\n", "\nsframe-dump 1\n", ":14: the body is not a valid dump: line 1 of the dump" },
    { LOOKED_UP, "pcs: 0x10ff 0x1100", "pcs: 0x1100 0x10ff", ":17: this row is not for the next PC" },
    { LOOKED_UP, "pcs: 0x10ff 0x1100 0x1110", "pcs: 0x10ff 0x1100 0x1110 0x1",
      ":15: the body must have a row for each PC" },
    { LOOKED_UP, "pcs: 0x10ff 0x1100 0x1110", "pcs: 0x10ff 0x1100", ":19: this row is not for the next PC" },
    { LOOKED_UP, LAST_KEY, LAST_KEY "signal-pcs: 0x1100 0x1101\n", ":15: signal-pcs: names a PC that is not" },
    { LOOKED_UP, LAST_KEY, LAST_KEY "signal-pcs: 2:0x1100\n", ":15: signal-pcs: names a PC that is not" },
    { LOOKED_UP, "licence: ", "signal-pcs: 0x1100\nlicence: ", ":15: licence: comes too late" },
    { ACCEPTED, LAST_KEY, LAST_KEY "signal-pcs: 0x1100\n", ":14: signal-pcs: " },
    { LOOKED_UP, "pcs: 0x10ff", "pcs: 10ff", ":11: pcs: is not a list" },
    { LOOKED_UP, "pcs: 0x10ff 0x1100 0x1110\n", "", ":1: the key `pcs` is missing" },
    { LOOKED_UP, SINGLE, "op: unwind", ":1: the key `regs` is missing" },
    { LOOKED_UP, SINGLE, "op: unwind\nregs: pc=0x1 sq=0x2", ":11: regs: is not registers" },
    { LOOKED_UP, SINGLE, "op: unwind\nregs: pc=1", ":11: regs: is not registers" },
    { LOOKED_UP, SINGLE, "op: unwind\nregs: pc=0x1\nmem: 7=0x1", ":12: mem: is not words" },
    { LOOKED_UP, SINGLE, "op: unwind\nregs: pc=0x1\npac-mask: 7", ":12: pac-mask: is not" },
    { LOOKED_UP, SINGLE, "op: unwind\nregs: pc=0x1\nmax: 0", ":12: max: is not 1 to 256" },
    { LOOKED_UP, SINGLE, "op: unwind\nregs: pc=0x1 r10=0x2", ":15: the body is not a valid dump" },
    { LOOKED_UP, "pcs: 0x10ff", "pcs: 2:0x10ff", ":11: pcs: is not a list" },
    { LOOKED_UP, SINGLE, "op: sequence\npcs: 0x10ff 0x1100 0x1110", "index.tsv:3: the op of" },
    { LOOKED_UP, SINGLE, "op: sequence\npcs: 0x10ff 2:0x1100 0x1110", ":1: PCs with `2:` and the key" },
    { LOOKED_UP, SINGLE, "op: sequence\npcs: 0x10ff 2: 0x1110", ":11: pcs: is not a list" },
    { LOOKED_UP, SINGLE, "op: sequence\npcs: 0x10ff 3:0x1100 0x1110", ":11: pcs: is not a list" },
    { LOOKED_UP, SINGLE "\n", SINGLE "\nsecond: v1/x.sframe\n", ":12: second: is not allowed in this case" },
    { LOOKED_UP, SINGLE "\n", IN_TURN "second: ../x.sframe\n", ":12: second: is not a section file" },
    { LOOKED_UP, SINGLE "\n", IN_TURN "second: v1/x.case\n", ":12: second: is not a section file" },
    { LOOKED_UP, SINGLE "\n", IN_TURN SECOND, ":1: the key `second-addr` is missing" },
    { LOOKED_UP, SINGLE "\n", IN_TURN SECOND "second-addr: 4096\n", ":13: second-addr: is not a hexa" },
    { LOOKED_UP, SINGLE "\n", IN_TURN SECOND "second-addr: 0x0\n", ":1: the key `second-sha256` is missing" },
    { LOOKED_UP, SINGLE "\n", IN_TURN SECOND "second-addr: 0x0\nsecond-sha256: " ZEROS "\n", ":14: second-sha256: " },
    { LOOKED_UP, SINGLE "\n",
      "op: sequence\npcs: 0x10ff 0x1100 0x1110\n" SECOND "second-addr: 0x0\nsecond-sha256: " ZEROS "\n",
      ":1: PCs with `2:` and the key" },
    { LOOKED_UP, SINGLE, "op: sequence\npcs: 0x10ff 0x1100", ":19: this row is not for the next PC" },
    { LOOKED_UP_REJECT, SINGLE, "op: sequence\npcs: 0x10ff 0x1100 0x1110", ":18: the body is not a valid dump" },
    { ACCEPTED, "op: decode", "op: encode", ":1: the key `result` is missing" },
    { ACCEPTED, "op: decode", "op: encode\nsort: no", ":11: sort: is not yes" },
    { ACCEPTED, "op: decode", "op: encode\nfit: no", ":11: fit: is not yes" },
    { ACCEPTED, "op: decode", "op: decode\nfit: yes", ":11: fit: is not allowed in this case" },
    { OPEN, "op: decode", "op: encode", ":1: the key `result` is missing" },
    { ACCEPTED, "op: decode", "op: encode\nresult: ../area-a/accepted.sframe", ":11: result: is not a section file" },
    { ACCEPTED, "op: decode", "op: encode\nresult: accepted.dump", ":11: result: is not a section file" },
    { ACCEPTED, "op: decode", "op: encode\nresult: accepted.sframe", "index.tsv:2: the op of" },
    { ACCEPTED, "op: decode", "op: decode\nresult: accepted.sframe", ":11: result: is not allowed in this case" },
    { ACCEPTED, "addr: 0x1000", "addr: 0x1000\ncontainer: coff", ":7: container: is not elf" },
    { LOOKED_UP, "addr: 0x1000", "addr: 0x1000\ncontainer: elf", ":7: container: is not allowed in this case" },
    { ACCEPTED, "expect: accept", "expect: accept\nerror: damaged", ":12: error: is not allowed in this case" },
    { REJECTED, "class: bad-magic", "error: torn", ":13: error: is not an error" },
    { REJECTED, "class: bad-magic", "error: damaged", ":13: error: is not allowed in this case" },
    { REJECTED, "op: decode", "op: encode", ":1: the key `refusal` is missing" },
    { REJECTED, "class: bad-magic", "refusal: bad-rep-size\nclass: bad-magic",
      ":13: refusal: is not allowed in this case" },
    { REJECTED, "class: bad-magic", "refusal: bad-smell", ":13: refusal: is not in the register" },
    { REJECTED, "class: bad-magic", "at: fre 1", ":13: at: is not a line" },
    { REJECTED, "class: bad-magic", "at: row 1.0", ":13: at: is not a line" },
    { REJECTED, "op: decode\nexpect: reject\nlevel: refuse\nclass: bad-magic\nrange: 0x0-0x2",
      "op: encode\nexpect: reject\nlevel: refuse\nrefusal: bad-rep-size\nat: fde 0", "index.tsv:5: the op of" },
    { ACCEPTED, "expect: accept", "mem: 0x1=0x2\nexpect: accept", ":11: mem: is not allowed in this case" },
    { OPEN, "policy: AMB-044", "policy: AMB-999", ":12: policy: is not in the register" },
    { ACCEPTED, "CC0-1.0\n", "CC0-1.0\ndecided: AMB-999\n", ":14: decided: names a question that" },
    { ACCEPTED, "CC0-1.0\n", "CC0-1.0\ndecided: AMB-100 AMB-112\ndecided: AMB-100\n", ":15: decided: is given" },
    { OPEN, "policy: AMB-044\n", "", ":1: the key `policy` is missing" },
    { REJECTED, "class: bad-magic", "class: zero-tail", ":13: class: is not a fault class that rejects" },
    { REJECTED, "class: bad-magic", "class: no-such-fault", ":13: class: is not a fault class that rejects" },
    { REJECTED, "class: bad-magic", "class: bad-version", "index.tsv:5: the class of v1/amd64-little/area-b/rejected" },
    { REJECTED, "range: 0x0-0x2", "range: 0x2-0x0", ":14: range: is not" },
    { REJECTED, "range: 0x0-0x2", "range: 0x0-0x31", ":14: range: ends after the section" },
    { ACCEPTED, "origin: ", "multi-fault: two\norigin: ", ":12: multi-fault: is not allowed in this case" },
    { ACCEPTED, "origin: ", "parent-open: why\norigin: ", ":12: parent-open: is not allowed in this case" },
    { REJECTED, "origin: ", "elsewhere: why\norigin: ", ":15: elsewhere: is not allowed in this case" },
    { REJECTED, "CC0-1.0\n\n", "CC0-1.0\n\nsframe-dump 1\n", ":18: a rejected section has no dump" },
    /* Changes that leave a valid case. */
    { ACCEPTED, "title: a case", "title: a cane", ":1: the case file was changed: its sha256 is " },
    { ACCEPTED, "fp=same", "fp=none", ":1: the case file was changed" },
    { LOOKED_UP, "addr: 0x1000", "addr: 0x2000", ":1: the case file was changed" },
    { "index.tsv", "id\trev", "id\trevision", "index.tsv:1: the columns are not those" },
    { "index.tsv", "accepted\t1\t", "accepted\t2\t", "index.tsv:2: the rev of v1/amd64-little/area-a/accepted" },
    { "index.tsv", "accepted.sframe\t48", "accepted.sframe\t49", "index.tsv:2: the size of" },
    { "index.tsv", "decode\taccept", "lookup\taccept", "index.tsv:2: the op of" },
    { "index.tsv", "decode\taccept", "decode\treject", "index.tsv:2: the verdict of" },
    { "index.tsv", "amd64\tlittle", "amd64\tmiddle", "index.tsv:2: the order of" },
    { "index.tsv", "\tread\n", "\tsafe\n", "index.tsv:2: the level of" },
    { "index.tsv", "\tdecode", "", "index.tsv:2: expected 13 cells" },
    { "index.tsv", "v1/amd64-little/area-a/accepted\t", "../v1/amd64-little/area-a/accepted\t",
      "index.tsv:2: the id or file is not a path inside" },
    { "index.tsv", "v1/amd64-little/area-a/accepted\t", "v1/amd64-little/area-a/nothing\t",
      "v1/amd64-little/area-a/nothing.case: cannot be opened" },
};

static void test_changes(void)
{
    for (unsigned i = 0; i < sizeof changes / sizeof changes[0]; i++)
        test_change(i, changes[i].file, changes[i].from, changes[i].to, changes[i].message);
}

/* The register says which policies have several accepting answers. */
static const struct sfr_policy_info *find_policy(char answers[2][32])
{
    for (unsigned i = 1; i < SFR_NUM_POLICIES; i++) {
        const struct sfr_policy_info *policy = sfr_policy_info((enum sfr_policy)i);
        const char *rest = policy->answers, *word;
        size_t len, count = 0;
        while (count < 2 && (word = sfc_next_word(&rest, &len))) {
            snprintf(answers[count], 32, "%.*s", (int)len, word);
            count += strcmp(answers[count], "-") != 0 && !sfc_answer_rejects(answers[count]);
        }
        if (count == 2)
            return policy;
    }
    return NULL;
}

/* A case with two readings: what is read of it, and bodies that are not two dumps. */
static void test_readings(void)
{
    char answers[2][32];
    const struct sfr_policy_info *policy = find_policy(answers);
    if (!policy) {
        OK(true, "readings # SKIP no policy has two accepting answers");
        return;
    }
    static const struct {
        const char *between, *after, *message;
    } bodies[] = {
        { "\n", "", NULL },
        { "", "", ": the body is not one dump for each of the readings" },
        { "\n\n", "", ": the body is not a valid dump" },
        { "\n", "\n", ": the body is not one dump for each of the readings" },
    };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        scratch_corpus("readings");
        char *text = read_text(scratch_path("readings/" OPEN)), key[128];
        struct sfc_buffer b = { 0 };
        struct sfc_error error = { "" };
        struct sfc_case c = { .id = "v1/amd64-little/area-a/open",
                              .path = scratch_path("readings/" OPEN),
                              .file = scratch_path("readings/v1/amd64-little/area-a/open.sframe") };
        snprintf(key, sizeof key, "policy: %s\nreadings: %s %s\n", policy->id, answers[0], answers[1]);
        char *changed = scratch_replace(text, "policy: AMB-044\n", key);
        sfc_buffer_printf(&b, "%s%s%s%s", changed, bodies[i].between, scratch_dump, bodies[i].after);
        sfc_write_file(c.path, b.data, b.len, NULL);
        const bool read = sfc_case_read(&c, &error);
        if (!bodies[i].message) {
            OK(read && c.num_readings == 2 && strcmp(c.readings[1].answer, answers[1]) == 0, "two readings: %s",
               error.text);
            IS_TEXT(read ? c.readings[0].body : "", scratch_dump, "the first");
            IS_TEXT(read ? c.readings[1].body : "", scratch_dump, "the second");
        } else {
            OK(!read && strstr(error.text, bodies[i].message), "bad readings: %s", error.text);
        }
        sfc_case_free(&c);
        sfc_buffer_free(&b);
        free(changed);
        free(text);
    }
}

/* Rows of a damaged function say so in a reject, and nowhere else. */
static void test_sequences(void)
{
    static const struct {
        const char *file, *body, *message;
    } bodies[] = {
        { LOOKED_UP, "pc 0x10ff none\npc 0x1100 none\npc 0x1110 none\n", NULL },
        { LOOKED_UP, "pc 0x10ff none\npc 0x1100 reject\npc 0x1110 none\n", ": a sequence has rows with `reject`" },
        { LOOKED_UP_REJECT, "pc 0x10ff none\npc 0x1100 reject\npc 0x1110 none\n", NULL },
        { LOOKED_UP_REJECT, "pc 0x10ff none\npc 0x1100 none\npc 0x1110 none\n", ": a sequence has rows with `reject`" },
        { LOOKED_UP_REJECT, "pc 0x10ff reject\npc 0x1100 none\n", ": the body must have a row for each PC" },
    };
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        const bool rejects = strcmp(bodies[i].file, LOOKED_UP_REJECT) == 0;
        scratch_corpus("sequences");
        struct sfc_buffer b = { 0 };
        struct sfc_error error = { "" };
        struct sfc_case c = {
            .id = rejects ? "v1/amd64-little/area-b/rejected-look-up" : "v1/amd64-little/area-a/looked-up",
            .path = scratch_path("sequences/%s", bodies[i].file),
            .file = rejects ? scratch_path("sequences/v1/amd64-little/area-b/rejected-look-up.sframe")
                            : scratch_path("sequences/v1/amd64-little/area-a/looked-up.sframe"),
        };
        char sum[65], *text = read_text(c.path), *end = strstr(text, "\n\n");
        *end = '\0';
        sfr_sha256(scratch_section, SCRATCH_SECTION_SIZE, sum);
        char *key = sfc_format(IN_TURN SECOND "second-addr: 0x2000\nsecond-sha256: %s\n", sum);
        char *changed = scratch_replace(text, SINGLE "\n", key);
        sfc_buffer_printf(&b, "%s\n\nsframe-dump 1\n%s", changed, bodies[i].body);
        sfc_write_file(c.path, b.data, b.len, NULL);
        const bool read = sfc_case_read(&c, &error);
        if (bodies[i].message)
            OK(!read && strstr(error.text, bodies[i].message), "bad rows of a sequence: %s", error.text);
        else
            OK(read && c.num_pcs == 3 && c.in_second[1] && !c.in_second[2] && c.second_addr == 0x2000
                   && c.second_size == SCRATCH_SECTION_SIZE
                   && memcmp(c.second_bytes, scratch_section, c.second_size) == 0,
               "a sequence in two sections, %s: %s", rejects ? "one damaged" : "both good", error.text);
        sfc_case_free(&c);
        sfc_buffer_free(&b);
        free(changed);
        free(key);
        free(text);
    }
}

static void test_index(void)
{
    const char *root = scratch_corpus("order");
    char *text = read_text(scratch_path("order/index.tsv"));
    char *second = strchr(strchr(text, '\n') + 1, '\n') + 1, *third = strchr(second, '\n') + 1;
    struct sfc_buffer b = { 0 };

    sfc_buffer_printf(&b, "%.*s%s", (int)(second - text), text, third);
    scratch_bytes("order/index.tsv", b.data, b.len);
    is_refused(root, "looked-up.case:1: the case is not listed in an index.tsv", "a case that the index lacks");
    sfc_buffer_clear(&b);
    sfc_buffer_printf(&b, "%.*s%.*s%s", (int)(second - text), text, (int)(third - second), second, second);
    scratch_bytes("order/index.tsv", b.data, b.len);
    is_refused(root, "index.tsv:4: v1/amd64-little/area-a/looked-up does not sort", "a case twice");
    scratch_bytes("order/index.tsv", text, strlen(text) - 1);
    is_refused(root, "index.tsv:7: does not end with a newline", "a cut index");
    scratch_text("order/index.tsv", "");
    is_refused(root, "index.tsv:1: is empty", "an empty index");
    is_refused("no/such/corpus", "no/such/corpus: there is no corpus: No such file", "no corpus");
    free(text);
    sfc_buffer_free(&b);
}

/* The sections of real tools have an index of their own. */
static void test_real(void)
{
    struct sfc_corpus corpus;
    struct sfc_error error = { "" };
    const char *root = scratch_corpus("real-too");
    char *index = read_text(scratch_path("real-too/index.tsv")), *text = read_text(scratch_path("real-too/" ACCEPTED));
    char *row = strchr(index, '\n') + 1,
         *id = scratch_replace(text, "id: v1/amd64-little/area-a/accepted", "id: real/v1/amd64-little/accepted");
    struct sfc_buffer b = { 0 };
    char case_sha256[65];
    row[strcspn(row, "\n")] = '\0';
    sfr_sha256(id, strlen(id), case_sha256);
    scratch_text("real-too/real/v1/amd64-little/accepted.case", id);
    scratch_bytes("real-too/real/v1/amd64-little/accepted.sframe", scratch_section, SCRATCH_SECTION_SIZE);
    is_refused(root, "accepted.case:1: the case is not listed", "a case that no index lists");

    sfc_buffer_printf(&b, "%.*sreal/v1/amd64-little/accepted\t1\treal/v1/amd64-little/accepted.sframe%.*s%s\tread\n",
                      (int)(row - index), index, (int)(strlen(strstr(row, "\t48")) - strlen("\tread") - 64),
                      strstr(row, "\t48"), case_sha256);
    scratch_bytes("real-too/real/index.tsv", b.data, b.len);
    if (OK(sfc_corpus_load(&corpus, root, &error), "a second index (%s)", error.text)) {
        const struct sfc_case *c = sfc_corpus_find(&corpus, "real/v1/amd64-little/accepted");
        OK(c && corpus.count == 7 && strcmp(c->area, "real") == 0 && strcmp(corpus.cases[0].id, c->id) == 0,
           "its cases are among the others, sorted");
        sfc_corpus_free(&corpus);
    }
    sfc_buffer_clear(&b);
    sfc_buffer_printf(&b, "%.*s%s\n", (int)(row - index), index, row);
    scratch_bytes("real-too/real/index.tsv", b.data, b.len);
    is_refused(root, "accepted.case:1: two indexes list it", "a case in both");
    sfc_buffer_free(&b);
    free(index);
    free(text);
    free(id);
}

/* A changed byte must be noticed though the size stays. */
static void test_bytes(void)
{
    const char *root = scratch_corpus("bytes");
    unsigned char bytes[SCRATCH_SECTION_SIZE];
    memcpy(bytes, scratch_section, sizeof bytes);
    bytes[SCRATCH_SECTION_SIZE - 1] ^= 1;
    scratch_bytes("bytes/v1/amd64-little/area-a/accepted.sframe", bytes, sizeof bytes);
    is_refused(root, "accepted.case:9: sha256: ", "a changed byte");
    is_refused(root, "area-a/accepted.sframe has ", "its file");
}

static bool is_in_area(const void *ctx, const struct sfc_case *c)
{
    return strcmp(c->area, ctx) == 0 && strcmp(c->profile, "v1") == 0 && strcmp(c->abi, "amd64") == 0
           && strcmp(c->order, "little") == 0;
}

/* What is not wanted is known by its row in the index, and its files are not read. */
static void test_some(void)
{
    struct sfc_corpus corpus;
    struct sfc_error error = { "" };
    const char *root = scratch_corpus("some");
    scratch_text("some/v1/amd64-little/area-a/accepted.case", "damaged\n");
    if (OK(sfc_corpus_load_some(&corpus, root, is_in_area, "area-b", &error), "damage elsewhere (%s)", error.text)) {
        const struct sfc_case *c = sfc_corpus_find(&corpus, "v1/amd64-little/area-b/rejected");
        OK(c && c->bytes && c->expect == SFC_EXPECT_REJECT, "a wanted case is read");
        c = sfc_corpus_find(&corpus, "v1/amd64-little/area-a/accepted");
        OK(c && !c->bytes && !c->title && strcmp(c->profile, "v1") == 0 && strcmp(c->area, "area-a") == 0,
           "of the others, the row of the index is known");
        IS_U64(corpus.count, 6, "all are counted");
        sfc_corpus_free(&corpus);
    }
    OK(!sfc_corpus_load_some(&corpus, root, is_in_area, "area-a", &error)
           && strstr(error.text, "area-a/accepted.case:1: "),
       "damage of a wanted case: %s", error.text);
    scratch_text("some/v1/amd64-little/area-b/new.case", "");
    OK(!sfc_corpus_load_some(&corpus, root, is_in_area, "area-b", &error)
           && strstr(error.text, "the case is not listed"),
       "a case that no index lists: %s", error.text);
}

TESTS(test_good, test_changes, test_decided_without_profile, test_readings, test_sequences, test_index, test_real,
      test_bytes, test_some)
