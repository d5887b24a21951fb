/* SPDX-License-Identifier: MIT */
/* The runner's side of PROTOCOL.md: frames and payloads against typed data, and the page's
   transcript against real bytes. */
#include <signal.h>
#include <stdlib.h>

#include "child.h"
#include "protocol.h"
#include "scratch.h"
#include "tap.h"

/* ---- Frames ----------------------------------------------------------------------- */

static void test_heads(void)
{
    static const struct {
        const char *bytes;
        enum sfc_frame_status status;
    } heads[] = {
        { "", SFC_FRAME_PART },
        { "@", SFC_FRAME_PART },
        { "@result 1 10", SFC_FRAME_PART },
        { "@result 1 10\n", SFC_FRAME_HEAD },
        { "@result 4294967295 100\nrest", SFC_FRAME_HEAD },
        { "@result 4294967296 100\n", SFC_FRAME_BAD },
        { "@result 1 101\n", SFC_FRAME_TOO_LONG },
        { "@result 1 99999999999999999999\n", SFC_FRAME_BAD },
        { "@result 01 10\n", SFC_FRAME_BAD },
        { "@result 1 010\n", SFC_FRAME_BAD },
        { "@result 1 -1\n", SFC_FRAME_BAD },
        { "@result  1 10\n", SFC_FRAME_BAD },
        { "@result 1 10 \n", SFC_FRAME_BAD },
        { "@result 1 10\r\n", SFC_FRAME_BAD },
        { "@result 1\n", SFC_FRAME_BAD },
        { "@ 1 10\n", SFC_FRAME_BAD },
        { "@Result 1 10\n", SFC_FRAME_BAD },
        { "@abcdefghijklmno 1 10\n", SFC_FRAME_HEAD },
        { "@abcdefghijklmnop 1 10\n", SFC_FRAME_BAD },
        { "result 1 10\n", SFC_FRAME_BAD },
        { "\n@result 1 10\n", SFC_FRAME_BAD },
        { "h", SFC_FRAME_BAD },
        { "@result 1 1000000000000000000000000000000000000000000000000000000000000000", SFC_FRAME_BAD },
    };
    struct sfc_frame m;
    struct sfc_error error;
    for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
        OK(sfc_frame_read(heads[i].bytes, strlen(heads[i].bytes), 100, &m, &error) == heads[i].status, "head %u: %s", i,
           heads[i].status == SFC_FRAME_HEAD ? "is one" : "is not one");
    OK(sfc_frame_read("@result 17 99\n", 14, 100, &m, NULL) == SFC_FRAME_HEAD && strcmp(m.type, "result") == 0
           && m.seq == 17 && m.length == 99 && m.head == 14,
       "type, number and length are read");
    sfc_frame_read("junk\033[0m\xff\n", 11, 100, &m, &error);
    IS_TEXT(error.text, "stdout has \"junk?[0m?\" where a line \"@TYPE SEQ LENGTH\" must be",
            "junk is quoted without harm");
}

/* ---- Payloads ------------------------------------------------------------------------ */

static const struct {
    const char *payload, *message;
} bad_results[] = {
    { "", "result:0: the empty line after the keys is missing" },
    { "status: accept", "result:1: the line does not end with a newline" },
    { "status: accept\n", "result:1: the empty line after the keys is missing" },
    { "\n", "result: the key `status` is missing" },
    { "status: maybe\n\n", "result:1: status: is not accept, reject, unsupported, limit, internal or unstable" },
    { "status: reject\nstatus: reject\n\n", "result:2: status: is given twice" },
    { "status: reject\nrange: 5-6\n\n", "result:2: range: is not 0xSTART-0xEND" },
    { "status: reject\nrange: 0x6-0x5\n\n", "result:2: range: is not 0xSTART-0xEND" },
    { "status: reject\nclass: bad-smell\n\n", "result: class: bad-smell is not in the register of fault classes" },
    { "status: reject\nat: fde 1\n\n", "result: at belongs to an encode only" },
    { "status: reject\nat: fde\n\n", "result:2: at: is not `section`, `fde N` or `fre N.M`" },
    { "status: reject\nat: fde 1.2\n\n", "result:2: at: is not `section`, `fde N` or `fre N.M`" },
    { "status: reject\nat: fre 1\n\n", "result:2: at: is not `section`, `fde N` or `fre N.M`" },
    { "status: reject\n!new: yes\n\n", "result:2: new: has a `!`, but this runner does not know the key" },
    { "status: reject\n\nbody", "result: only `status: accept` has a body" },
    { "status: accept\nclass: bad-magic\n\n", "result: class, range and at belong to `status: reject` only" },
    { "status: accept\n\n", "line 1 of the dump: the text is empty" },
    { "Status: accept\n\n", "result:1: expected `key: value`" },
    { "status:accept\n\n", "result:1: expected `key: value`" },
    { "status: accept\r\n\r\n", "result:1: the value is empty, has a space at an end or a control byte" },
};

static const struct sfc_request lookup = { .op = SFC_OP_LOOKUP }, encode = { .op = SFC_OP_ENCODE };

static struct sfc_answer read_result(const char *payload, size_t len)
{
    struct sfc_answer answer;
    char *text = sfc_copy_text(payload, len);
    sfc_result_read(&answer, &lookup, text, len);
    free(text);
    return answer;
}

static void test_results(void)
{
    for (unsigned i = 0; i < sizeof bad_results / sizeof bad_results[0]; i++) {
        struct sfc_answer a = read_result(bad_results[i].payload, strlen(bad_results[i].payload));
        if (!OK(a.reply == SFC_REPLY_PROTOCOL && a.message && strcmp(a.message, bad_results[i].message) == 0,
                "bad result %u: %s", i, bad_results[i].message))
            printf("# %s\n", a.message ? a.message : "(no message)");
        sfc_answer_free(&a);
    }
    static const char good[] =
        "later-key: is passed over\nmessage: in words\nstatus: reject\nclass: bad-magic\nrange: 0x0-0x2\n\n";
    struct sfc_answer a = read_result(good, sizeof good - 1);
    OK(a.reply == SFC_REPLY_REJECT && strcmp(a.fault_class, "bad-magic") == 0 && a.has_range && a.range_start == 0
           && a.range_end == 2 && strcmp(a.message, "in words") == 0,
       "a reject with all its keys");
    sfc_answer_free(&a);
    static const char rows[] = "status: accept\n\nsframe-dump 1\npc 0x1 none\n";
    a = read_result(rows, sizeof rows - 1);
    OK(a.reply == SFC_REPLY_ACCEPT && strcmp(a.dump, "sframe-dump 1\npc 0x1 none\n") == 0, "an accept with its dump");
    sfc_answer_free(&a);
    static const char nul[] = "status: accept\n\nsframe-dump 1\npc 0x1 none\n\0";
    a = read_result(nul, sizeof nul - 1 + 1);
    OK(a.reply == SFC_REPLY_PROTOCOL && strcmp(a.message, "result: the dump has NUL bytes") == 0, "a dump with a NUL");
    sfc_answer_free(&a);
    static const char refusal[] = "status: reject\nclass: bad-rep-size\nat: fre 0.1\n\n";
    char *text = sfc_copy_text(refusal, sizeof refusal - 1);
    sfc_result_read(&a, &encode, text, sizeof refusal - 1);
    OK(a.reply == SFC_REPLY_REJECT && a.has_place && strcmp(a.place, "fre 0.1") == 0, "a refusal of an encode");
    free(text);
    sfc_answer_free(&a);
    static const char bytes[] = "status: accept\n\na\0b";
    text = sfc_copy_text(bytes, sizeof bytes - 1);
    sfc_result_read(&a, &encode, text, sizeof bytes - 1);
    OK(a.reply == SFC_REPLY_ACCEPT && a.section_size == 3 && memcmp(a.section, "a\0b", 3) == 0, "bytes of an encode");
    free(text);
    sfc_answer_free(&a);
    static const struct {
        const char *status;
        enum sfc_reply reply;
    } statuses[] = {
        { "unsupported", SFC_REPLY_UNSUPPORTED },
        { "limit", SFC_REPLY_LIMIT },
        { "internal", SFC_REPLY_CRASH },
        { "unstable", SFC_REPLY_UNSTABLE },
    };
    for (unsigned i = 0; i < 4; i++) {
        char payload[64];
        const int len = snprintf(payload, sizeof payload, "status: %s\n\n", statuses[i].status);
        a = read_result(payload, (size_t)len);
        OK(a.reply == statuses[i].reply, "status %s", statuses[i].status);
        sfc_answer_free(&a);
    }
}

static const char sane_hello[] =
    "protocol: 1\nname: mine\nversion: 2.0\nprofiles: v1 v3\nabis: amd64\norders: little\nops: decode\n"
    "policy: AMB-044 accept\nunobservable: fde.signal fre.ra@amd64\nencodes: fits canonical\nwithout: size\n"
    "some-day: something\n\n";

/* Keys that adapter files have too are read by the same code: test_config.c. */
static const struct {
    const char *from, *to, *message;
} bad_hellos[] = {
    { "protocol: 1", "protocol: 2", "hello:1: protocol: is not 1, the only version of this runner" },
    { "protocol: 1\n", "", "hello: the key `protocol` is missing" },
    { "name: mine\n", "", "hello: the key `name` is missing" },
    { "version: 2.0\n", "", "hello: the key `version` is missing" },
    { "name: mine", "name: Mine!", "hello:2: name: is not made of a-z, 0-9 and '-'" },
    { "name: mine", "name: mine\nname: yours", "hello:3: name: is given twice" },
    { "name: mine", "name: mine\ncommit: 1\ncommit: 2", "hello:4: commit: is given twice" },
    { "protocol: 1", "protocol: 1\nprotocol: 1", "hello:2: protocol: is given twice" },
    { "name: mine", "name: mine\nname: yours\nno key", "hello:3: name: is given twice" },
    { "ops: decode", "ops: decode guess",
      "hello:7: ops: `guess` is not one of decode validate lookup unwind encode sequence merge" },
    { "policy: AMB-044 accept", "policy: AMB-044 maybe",
      "hello:8: policy: `maybe` is not an answer to AMB-044; it has accept reject" },
    { "some-day", "!some-day", "hello:12: some-day: has a `!`, but this runner does not know the key" },
    { "something\n\n", "something\n", "hello:12: the empty line after the keys is missing" },
    { "something\n\n", "something\n\nbody", "hello: has bytes after the empty line" },
};

/* The file of an adapter with one line beside its hello: it may say less, but not more, and not
   the opposite. */
static void test_adoption(const struct sfc_config *declared)
{
    static const struct {
        const char *key, *value, *profiles, *message;
    } rows[] = {
        { NULL, "", "v1 v3", "" },
        { "profiles", "v3", "v3", "" },
        { "policy", "AMB-032 reject", "v1 v3", "" },
        { "profiles", "v2 v3", NULL,
          "x.conf: profiles: says `v2`, which the adapter itself does not declare (its `hello` says `v1 v3`)" },
        { "containers", "raw", NULL,
          "x.conf: containers: says `raw`, which the adapter itself does not declare (its `hello` says ``)" },
        { "encodes", "canonical", "v1 v3", "" },
        { "without", "size", "v1 v3", "" },
        { "unobservable", "fde.signal@s390x fre.ra@amd64", "v1 v3", "" },
        { "unobservable", "fre.ra@aarch64", NULL,
          "x.conf: unobservable: says `fre.ra@aarch64`, which the adapter itself does not declare (its `hello` says "
          "`fde.signal fre.ra@amd64`)" },
        { "unobservable", "fre.ra", NULL,
          "x.conf: unobservable: says `fre.ra`, which the adapter itself does not declare (its `hello` says "
          "`fde.signal fre.ra@amd64`)" },
        { "policy", "AMB-044 reject", NULL,
          "x.conf: policy: says `AMB-044 reject`, but the adapter itself declares `accept`" },
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct sfc_config config = { .path = sfc_copy_string("x.conf") };
        struct sfc_error error = { "" };
        char *value = sfc_copy_string(rows[i].value);
        OK(!rows[i].key || !sfc_config_declare(&config, rows[i].key, value), "the file says `%s`", rows[i].value);
        OK(sfc_config_adopt(&config, declared, &error) == (rows[i].profiles != NULL), "it is adopted, or not");
        IS_TEXT(error.text, rows[i].message, "its message");
        if (rows[i].profiles)
            IS_TEXT(config.profiles, rows[i].profiles, "its profiles");
        if (i == 0)
            OK(strcmp(config.containers, "") == 0 && config.num_policies == 1, "the hello says what the file does not");
        free(value);
        sfc_config_free(&config);
    }
}

static void test_hellos(void)
{
    struct sfc_config declared;
    struct sfc_error error = { "" };
    char *version;
    for (unsigned i = 0; i < sizeof bad_hellos / sizeof bad_hellos[0]; i++) {
        char *text = scratch_replace(sane_hello, bad_hellos[i].from, bad_hellos[i].to);
        const bool read = sfc_hello_read(&declared, &version, text, strlen(text), &error);
        OK(!read, "bad hello %u", i);
        IS_TEXT(error.text, bad_hellos[i].message, "and its message");
        free(text);
    }
    char *text = sfc_copy_text(sane_hello, sizeof sane_hello - 1);
    OK(sfc_hello_read(&declared, &version, text, sizeof sane_hello - 1, &error), "a good hello");
    IS_TEXT(version, "2.0", "its version");
    IS_TEXT(declared.profiles, "v1 v3", "its profiles");
    OK(sfc_has_word(declared.encodes, "canonical") && sfc_has_word(declared.encodes, "fits"),
       "what its encoder can do, in any order");
    IS_TEXT(declared.without, "size", "what it is not told");
    OK(declared.num_policies == 1 && strcmp(declared.policies[0].answer, "accept") == 0, "its policy");
    free(text);
    free(version);
    test_adoption(&declared);
    sfc_config_free(&declared);
}

/* ---- The transcript -------------------------------------------------------------------- */

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* One line of the transcript, without its newline. */
static void add_line(struct sfc_buffer *runner, struct sfc_buffer *adapter, const char *line, size_t len)
{
    struct sfc_buffer *b = line[0] == '>' ? runner : adapter;
    if (line[1] == 'x') {
        for (size_t i = 3; i + 1 < len; i += 2)
            sfc_buffer_add(b, (char[]){ (char)(digit(line[i]) << 4 | digit(line[i + 1])) }, 1);
        return;
    }
    if (len > 2)
        sfc_buffer_add(b, line + 2, len - 2);
    sfc_buffer_add(b, "\n", 1);
}

static bool read_transcript(const char *path, struct sfc_buffer *runner, struct sfc_buffer *adapter)
{
    size_t len;
    char *page = sfc_read_file(path, 1 << 20, &len, NULL), *at = page ? strstr(page, "```transcript\n") : NULL;
    for (at = at ? strchr(at, '\n') + 1 : NULL; at && *at && *at != '`'; at = strchr(at, '\n') + 1)
        add_line(runner, adapter, at, strcspn(at, "\n"));
    const bool good = at && runner->len > 0 && adapter->len > 0;
    free(page);
    return good;
}

/* What the runner sends for the questions of the page. */
static void ask_page(struct sfc_buffer *b)
{
    static const uint64_t pcs[] = { 0x10ff, 0x1100, 0x1110 };
    unsigned char damaged[SCRATCH_SECTION_SIZE];
    const struct sfc_request plain = {
        .op = SFC_OP_DECODE,
        .profile = "v1",
        .abi = "amd64",
        .order = "little",
        .addr = 0x1000,
        .bytes = scratch_section,
        .size = SCRATCH_SECTION_SIZE,
    };
    struct sfc_request r = plain;
    sfc_frame_hello(b, 1, 16777216);
    sfc_frame_case(b, 2, &r, "raw");
    r.op = SFC_OP_LOOKUP;
    r.pcs = pcs;
    r.num_pcs = 3;
    sfc_frame_case(b, 3, &r, "raw");
    r = plain;
    r.op = SFC_OP_UNWIND;
    r.regs = "pc=0x1100 sp=0x7000 fp=0x7100";
    r.mem = "0x7000=0x1108";
    r.max = "2";
    sfc_frame_case(b, 4, &r, "raw");
    r = plain;
    memcpy(damaged, scratch_section, sizeof damaged);
    damaged[0] ^= 1;
    r.bytes = damaged;
    sfc_frame_case(b, 5, &r, "raw");
    static const uint64_t in_turn[] = { 0x1100, 0x2100, 0x2100 };
    static const bool in_second[] = { false, true, false };
    r = plain;
    r.op = SFC_OP_SEQUENCE;
    r.second = scratch_section;
    r.second_size = SCRATCH_SECTION_SIZE;
    r.second_addr = 0x2000;
    r.pcs = in_turn;
    r.in_second = in_second;
    r.num_pcs = 3;
    sfc_frame_case(b, 6, &r, "raw");
    sfc_frame_bye(b, 7);
}

static bool same_bytes(const struct sfc_buffer *a, const struct sfc_buffer *b)
{
    const bool same = a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
    for (size_t i = 0; !same && i <= a->len && i <= b->len; i++)
        if (i == a->len || i == b->len || a->data[i] != b->data[i]) {
            printf("# they differ at byte %zu of %zu and %zu\n", i, a->len, b->len);
            break;
        }
    return same;
}

static void test_transcript(const char *page, char *adapter)
{
    struct sfc_buffer said = { 0 }, answered = { 0 }, asked = { 0 };
    OK(read_transcript(page, &said, &answered), "the page has a transcript");
    ask_page(&asked);
    OK(same_bytes(&asked, &said), "the runner sends what the page shows");
    char shell[] = "/bin/sh", option[] = "-c", script[] = "exec \"$0\" < \"$1\"",
         *file = sfc_copy_string(scratch_bytes("asked", asked.data, asked.len)),
         *argv[] = { shell, option, script, adapter, file, NULL }, *env[] = { NULL };
    const struct sfc_command c = { .argv = argv, .env = env, .seconds = 60, .max_output = 1 << 20, .stop_fd = -1 };
    struct sfc_process p;
    sfc_process_run(&c, &p);
    OK(p.ended == SFC_ENDED_EXIT && p.code == 0, "the adapter ends with status 0");
    OK(same_bytes(&p.out, &answered), "the adapter answers what the page shows");
    free(file);
    sfc_process_free(&p);
    sfc_buffer_free(&said);
    sfc_buffer_free(&answered);
    sfc_buffer_free(&asked);
}

/* The page lists every key that may be hidden, those that cost nothing before those that are
   answers. */
static void test_hidden_keys(const char *path)
{
    struct sfc_buffer keys = { 0 };
    size_t len;
    const char *word;
    char *page = sfc_read_file(path, 1 << 20, &len, NULL);
    char *free_keys = page ? strstr(page, "| `section.version` ") : NULL,
         *answers = page ? strstr(page, "| `fde.start` ") : NULL;
    sfc_dump_add_keys(&keys);
    if (!OK(free_keys && answers, "the page has both rows of keys"))
        return;
    *strchr(free_keys, '\n') = *strchr(answers, '\n') = '\0';
    for (const char *rest = keys.data; (word = sfc_next_word(&rest, &len));) {
        char *quoted = sfc_format("`%.*s` ", (int)len, word);
        const bool is_answer = sfc_dump_key_is_answer(word, len);
        OK(strstr(free_keys, quoted) ? !is_answer : is_answer && strstr(answers, quoted), "%sis in its row", quoted);
        free(quoted);
    }
    free(page);
    sfc_buffer_free(&keys);
}

int main(int argc, char **argv)
{
    if (argc != 1 && argc != 3)
        return 99;
    signal(SIGPIPE, SIG_IGN);
    test_heads();
    test_results();
    test_hellos();
    if (argc == 3)
        test_transcript(argv[1], argv[2]);
    if (argc == 3)
        test_hidden_keys(argv[1]);
    return tap_done();
}
