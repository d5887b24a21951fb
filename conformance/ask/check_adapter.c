/* SPDX-License-Identifier: MIT */
/* Checks an adapter: hello, odd bodies, repeated and unknown questions, its end. Says how to fix
   what fails. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "probe.h"
#include "sfr.h"

enum { MIB = 1 << 20, NUM_REPEATS = 3 };

struct check {
    struct sfc_config *config;
    const struct sfc_rung *rung;
    struct sfc_session *session;
    struct sfc_request question; /* about the plain section */
    uint8_t bytes[SFC_PROBE_SIZE];
    const char *container;
    uint32_t seq;
    unsigned failed;
    bool refused; /* the plain section: other verdicts prove nothing then */
};

/* ---- Output ---------------------------------------------------------------------- */

static void pass(const char *name)
{
    printf("ok    %s\n", name);
}

__attribute__((format(printf, 4, 5))) static void fail(struct check *c, const char *name, const char *fix,
                                                       const char *format, ...)
{
    va_list ap;
    char text[2048];
    struct sfc_buffer safe = { 0 };
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    /* It may quote the adapter. */
    sfc_add_line(&safe, text);
    printf("FAIL  %s: %s\n      fix: %s\n", name, sfc_buffer_text(&safe), fix);
    sfc_buffer_free(&safe);
    c->failed++;
}

static void fail_answer(struct check *c, const char *name, const char *fix, enum sfc_reply wanted,
                        const struct sfc_answer *answer)
{
    char *text = sfc_answer_words(answer, sfc_reply_says(answer->reply), " ");
    fail(c, name, fix, "must be %s, but: %s", sfc_reply_says(wanted), text);
    free(text);
}

static void skip(const char *name, const char *why)
{
    printf("skip  %s: %s\n", name, why);
}

static const char not_judged[] = "not judged, because the plain section is refused";

/* ---- Questions as frames ---------------------------------------------------------- */

/* Sends a `case` with this op, one more line of keys (or ""), and this body. */
static struct sfc_raw_reply ask(struct check *c, const char *op, const char *more, const void *body, size_t len)
{
    const struct sfc_request *q = &c->question;
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "op: %s\ncontainer: %s\nprofile: %s\nabi: %s\norder: %s\naddr: 0x%llx\n", op, c->container,
                      q->profile, q->abi, q->order, (unsigned long long)q->addr);
    for (size_t i = 0; i < q->num_pcs; i++)
        sfc_buffer_printf(&b, "pcs: 0x%llx\n", (unsigned long long)q->pcs[i]);
    if (q->regs)
        sfc_buffer_printf(&b, "regs: %s\n", q->regs);
    sfc_buffer_printf(&b, "%s\n", more);
    sfc_buffer_add(&b, body, len);
    const struct sfc_raw_reply raw = sfc_framed_raw(c->session, "case", ++c->seq, b.data, b.len);
    sfc_buffer_free(&b);
    return raw;
}

static const char *own_op(const struct check *c)
{
    return c->question.verdict_only ? "validate" : sfc_op_name(c->question.op);
}

/* Sends the plain section in the container that the adapter takes. */
static struct sfc_raw_reply ask_plain(struct check *c, const char *op, const char *more)
{
    struct sfc_buffer elf = { 0 };
    const bool wraps = strcmp(c->container, "elf") == 0;
    if (wraps)
        sfc_wrap_elf(&c->question, &elf);
    const struct sfc_raw_reply raw =
        ask(c, op, more, wraps ? (const void *)elf.data : c->question.bytes, wraps ? elf.len : c->question.size);
    sfc_buffer_free(&elf);
    return raw;
}

/* The word after `status: `, or "". Cuts the payload. */
static const char *status_of(const struct sfc_raw_reply *raw)
{
    char *at = raw->payload;
    while (at && *at && *at != '\n') {
        char *end = strchr(at, '\n');
        if (strncmp(at, "status: ", 8) == 0) {
            if (end)
                *end = '\0';
            return at + 8;
        }
        at = end ? end + 1 : NULL;
    }
    return "";
}

/* How to fix an adapter that did not answer with a frame, whatever the question was. */
static const char *advice(enum sfc_reply reply)
{
    static const char *const advices[] = {
        [SFC_REPLY_CRASH] = "it must not end before `bye`: answer `status: internal` where the implementation fails; "
                            "its last words on stderr may say why it ended",
        [SFC_REPLY_TIMEOUT] = "answer every frame before you read the next one, flush stdout after each answer, and "
                              "let LENGTH be the number of bytes after the first line",
        [SFC_REPLY_LIMIT] = "stay within the limits of the adapter file: seconds of CPU, and bytes of one answer",
        [SFC_REPLY_STOPPED] = "run the check again without interrupting it",
        [SFC_REPLY_NONE] = "the `command` of the adapter file must be a program that can be started more than once",
    };
    return advices[reply] ? advices[reply]
                          : "write only frames to stdout, one for each question; LENGTH is the number of bytes after "
                            "the first line (`Messages` in PROTOCOL.md)";
}

/* Passes if the answer is a `result` to the question with one of the wanted words as status. */
static void judge(struct check *c, const char *name, struct sfc_raw_reply raw, const char *wanted, const char *fix)
{
    const char *status = raw.reply == SFC_REPLY_ACCEPT ? status_of(&raw) : "";
    if (raw.reply != SFC_REPLY_ACCEPT)
        fail(c, name, advice(raw.reply), "the adapter %s", raw.trouble);
    else if (strcmp(raw.type, "result") != 0)
        fail(c, name, "answer every `case` with a frame of type `result`", "the answer is a frame of type `%s`",
             raw.type);
    else if (raw.seq != c->seq)
        fail(c, name, "repeat the number of the question in the answer", "the answer has number %lu, the question %lu",
             (unsigned long)raw.seq, (unsigned long)c->seq);
    else if (c->refused && strcmp(wanted, "unsupported") != 0)
        skip(name, not_judged);
    else if (!sfc_has_word(wanted, status))
        fail(c, name, fix, "the answer has `status: %.40s`, expected %s", status, wanted);
    else
        pass(name);
}

/* ---- Checks ---------------------------------------------------------------------- */

static void check_hello(struct check *c)
{
    static const char payload[] = "protocol: 1\nmax-answer: 16777216\n\n";
    const struct sfc_raw_reply raw = sfc_framed_raw(c->session, "hello", ++c->seq, payload, sizeof payload - 1);
    if (raw.reply != SFC_REPLY_ACCEPT)
        fail(c, "a second hello", advice(raw.reply), "the adapter %s", raw.trouble);
    else if (strcmp(raw.type, "hello") != 0 || raw.seq != c->seq)
        fail(c, "a second hello", "answer with a frame of type `hello` that has the number of the question",
             "the answer is a `%s` with number %lu", raw.type, (unsigned long)raw.seq);
    else if (strcmp(raw.payload, c->config->hello) != 0)
        fail(c, "a second hello", "send the same hello each time", "this hello differs from the first");
    else
        pass("a second hello");
}

static const char bad_stdout[] =
    "stdout must be what `normaliser` reads: for `dump` the grammar of DUMP.md, byte for byte";

/* How to fix a wrong answer to one of the simplest questions. */
static const char *plain_advice(const struct check *c, const struct sfc_probed *probed)
{
    const bool is_command = c->config->rung_kind == SFC_RUNG_COMMAND;
    const bool is_answer =
        probed->seen == SFC_REPLY_ACCEPT || probed->seen == SFC_REPLY_REJECT || probed->seen == SFC_REPLY_UNSUPPORTED;
    if (probed->bad_text)
        return is_command
                   ? bad_stdout
                   : "the frame is right, and what is in it is not: write dumps by the grammar of DUMP.md, byte for "
                     "byte, and keys as `result` in PROTOCOL.md says";
    if (probed->is_hidden)
        return "show the value; or, if the tool cannot, name this key after `unobservable:` in the adapter file";
    if (probed->is_value)
        return "the syntax is right, and the value is not: check that the adapter passes bytes, address and profile, "
               "then what the reader makes of them";
    if (is_command && probed->seen == SFC_REPLY_PROTOCOL)
        return "the adapter file needs a rule `accept` or `reject` that fits how the tool ends here";
    if (!is_answer && !is_command)
        return advice(probed->seen);
    return "every working reader passes these two; check how the adapter passes bytes, address and profile";
}

/* Judges the answers to a plain question and a damaged one, and frees them. */
static void judge_probed(struct check *c, const char *name, struct sfc_probed *probed)
{
    if (probed->why)
        fail(c, name, plain_advice(c, probed), "%s", probed->why);
    else
        pass(name);
    sfc_probed_free(probed);
}

/* Returns false if there is no answer at all: then the other questions would get none either. */
static bool check_plain(struct check *c)
{
    static const char name[] = "a plain section and a damaged one";
    if (c->config->rung_kind != SFC_RUNG_COMMAND && c->question.op != SFC_OP_ENCODE) {
        const struct sfc_raw_reply raw = ask_plain(c, own_op(c), "");
        if (raw.reply != SFC_REPLY_ACCEPT || strcmp(raw.type, "result") != 0 || raw.seq != c->seq) {
            judge(c, name, raw, "", "");
            return false;
        }
    }
    struct sfc_probed probed = sfc_probe(c->config, c->rung, c->session, SFC_NUM_OPS);
    c->refused = probed.refused;
    judge_probed(c, name, &probed);
    return true;
}

/* Of an adapter that does something else, too. */
static void check_others(struct check *c)
{
    static const struct {
        enum sfc_op op;
        const char *name;
    } others[] = {
        { SFC_OP_LOOKUP, "a look-up in a plain section and a damaged one" },
        { SFC_OP_UNWIND, "a stack trace with a plain section and a damaged one" },
        { SFC_OP_ENCODE, "a plain dump and a wrong one" },
    };
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (others[i].op == c->question.op || !sfc_has_word(c->config->ops, sfc_op_name(others[i].op)))
            continue;
        if (c->refused && others[i].op != SFC_OP_ENCODE) {
            skip(others[i].name, not_judged);
            continue;
        }
        struct sfc_probed probed = sfc_probe(c->config, c->rung, c->session, others[i].op);
        judge_probed(c, others[i].name, &probed);
    }
}

static void check_bodies(struct check *c)
{
    static const char frames[] = "\n\n@bye 1 0\n\0\0@result 1 16\nstatus: reject\n\n\0\n";
    static const struct {
        const char *name;
        char fill;
    } large[] = {
        { "1 MiB of zero bytes", '\0' },
        { "1 MiB of newlines", '\n' },
    };
    static const char by_length[] =
        "read exactly LENGTH bytes, not lines or strings, and reject them: a section can be large and wrong";
    judge(c, "an empty body", ask(c, own_op(c), "", "", 0), "reject",
          "a section can be empty: check its size before you read its magic");
    judge(c, "a body of newlines, NULs and frames", ask(c, own_op(c), "", frames, sizeof frames - 1), "reject",
          by_length);
    char *body = sfc_alloc(MIB, 1);
    for (unsigned i = 0; i < 2; i++) {
        memset(body, large[i].fill, MIB);
        judge(c, large[i].name, ask(c, own_op(c), "", body, MIB), "reject", by_length);
    }
    free(body);
}

static void check_repeats(struct check *c)
{
    static const char name[] = "the same question repeated";
    const struct sfc_raw_reply first = ask_plain(c, own_op(c), "");
    char *kept = sfc_copy_text(first.payload, first.len);
    struct sfc_raw_reply again = first;
    bool same = true;
    for (unsigned i = 1; again.reply == SFC_REPLY_ACCEPT && same && i < NUM_REPEATS; i++) {
        again = ask_plain(c, own_op(c), "");
        same = strcmp(again.type, first.type) == 0 && again.len == first.len
               && (again.len == 0 || memcmp(again.payload, kept, again.len) == 0);
    }
    if (again.reply != SFC_REPLY_ACCEPT)
        fail(c, name, advice(again.reply), "the adapter %s", again.trouble);
    else if (c->refused)
        skip(name, not_judged);
    else if (same)
        pass(name);
    else
        fail(c, name, "keep nothing from one question to the next: free or reset the state of the implementation",
             "the answers differ");
    free(kept);
}

/* The rows of a dump of look-ups: does each PC in turn have a row, or none? */
static bool finds(const char *dump, const uint64_t *pcs, const bool *found, size_t count)
{
    struct sfc_dump_reader r = { .text = dump, .left = strlen(dump), .op = SFC_OP_SEQUENCE };
    struct sfc_dump_line line;
    size_t i = 0;
    uint64_t pc;
    for (; sfc_dump_next(&r, &line, NULL) == SFC_DUMP_LINE; i++)
        if (i == count || !sfc_parse_hex(line.id, line.id_len, &pc) || pc != pcs[i] || line.rejects
            || (line.num_keys > 0) != found[i])
            return false;
    return i == count;
}

/* Asks about the plain section at two addresses. True if there is an answer, which is to be freed either way. */
static bool ask_two(struct check *c, const char *name, struct sfc_request *q, const char *fix,
                    struct sfc_answer *answer)
{
    q->verdict_only = false;
    q->regs = NULL;
    sfc_probe_add_second(q);
    c->rung->ask(c->session, q, answer);
    if (answer->reply == SFC_REPLY_ACCEPT)
        return true;
    const bool is_answer =
        answer->reply == SFC_REPLY_REJECT || answer->reply == SFC_REPLY_UNSUPPORTED || answer->bad_text;
    fail_answer(c, name, is_answer ? fix : advice(answer->reply), SFC_REPLY_ACCEPT, answer);
    return false;
}

/* Each has its own function, and not that of the other. */
static void check_two_sections(struct check *c)
{
    static const char name[] = "two sections in turn";
    static const bool in_second[] = { false, true, false }, found[] = { true, true, false };
    const uint64_t pc = c->question.pcs[0], pcs[] = { pc, pc + MIB, pc + MIB };
    struct sfc_request q = c->question;
    struct sfc_answer answer;
    q.op = SFC_OP_SEQUENCE;
    q.pcs = pcs;
    q.in_second = in_second;
    q.num_pcs = sizeof pcs / sizeof pcs[0];
    const bool came = ask_two(
        c, name, &q, "open the body without its last `second-size` bytes, and those bytes at `second-addr`", &answer);
    if (came && !finds(answer.dump ? answer.dump : "", pcs, found, q.num_pcs))
        fail(c, name, "look up a PC in the second section if `2:` is before it, and else in the first one",
             "a PC is found in the wrong section, or not in its own");
    else if (came)
        pass(name);
    sfc_answer_free(&answer);
}

static void check_sequence(struct check *c)
{
    if (!sfc_has_word(c->config->ops, "sequence") || strcmp(c->container, "raw") != 0)
        return;
    if (c->refused)
        skip("two sections in turn", not_judged);
    else
        check_two_sections(c);
    judge(c, "a second section longer than the body",
          ask_plain(c, "sequence", "second-addr: 0x0\nsecond-size: 1048576\n"), "internal reject",
          "compare `second-size` with the size of the body before you split it");
}

/* What both become has two functions. */
static void check_merge(struct check *c)
{
    static const char name[] = "two sections in one";
    struct sfc_request q = c->question;
    struct sfc_answer answer;
    struct sfr_section merged;
    enum sfr_profile profile = SFR_PROFILE_AUTO;
    if (!sfc_has_word(c->config->ops, "merge") || strcmp(c->container, "elf") == 0)
        return;
    q.op = SFC_OP_MERGE;
    q.num_pcs = 0;
    sfr_profile_from_name(q.profile, &profile);
    const bool came = ask_two(
        c, name, &q, "merge the body without its last `second-size` bytes, at `addr`, and those bytes at `second-addr`",
        &answer);
    if (came
        && (!answer.section
            || sfr_open(&merged, answer.section, answer.section_size, q.addr, profile, NULL) != SFR_FAULT_NONE
            || merged.hdr.sfh_num_fdes != 2))
        fail(c, name, "answer with a section that has the functions of both",
             "the body is no section with two functions");
    else if (came)
        pass(name);
    sfc_answer_free(&answer);
}

static void check_unknown(struct check *c)
{
    judge(c, "an unknown op", ask_plain(c, "divine", ""), "unsupported",
          "answer `status: unsupported` to ops that the hello does not name");
    judge(c, "a key that must be understood", ask_plain(c, own_op(c), "!some-day: yes\n"), "unsupported",
          "answer `status: unsupported` to an unknown key with `!` before it");
    judge(c, "a key that need not be understood", ask_plain(c, own_op(c), "some-day: yes\n"), "accept",
          "ignore unknown keys");
    judge(c, "an unknown type of frame", sfc_framed_raw(c->session, "divine", ++c->seq, "\n", 1), "unsupported",
          "answer an unknown type of frame with a `result` that has `status: unsupported`");
    c->seq = UINT32_MAX - 1;
    judge(c, "the greatest number", ask_plain(c, own_op(c), ""), "accept", "numbers go up to 4294967295: use 64 bits");
    c->seq = 1000;
}

/* A profile that is not declared must be answered with `unsupported`. */
static void check_undeclared(struct check *c)
{
    static const char *const profiles[] = { "v1", "v2", "v2e1", "v2e2", "v3" };
    static const char name[] = "a profile that is not declared";
    const char *own = c->question.profile;
    for (unsigned i = 0; i < 5; i++) {
        if (sfc_has_word(c->config->profiles, profiles[i]))
            continue;
        c->question.profile = profiles[i];
        judge(c, name, ask_plain(c, own_op(c), ""), "unsupported",
              "answer `status: unsupported` to what the hello does not declare");
        c->question.profile = own;
        return;
    }
    skip(name, "all profiles are declared");
}

static void check_end(struct check *c, const struct sfc_grant *grant)
{
    struct sfc_error error = { "" };
    struct sfc_trouble trouble = c->rung->close(c->session);
    if (trouble.message)
        fail(c, "bye",
             trouble.reply == SFC_REPLY_PROTOCOL
                 ? "write nothing after the last answer: `bye` has no answer"
                 : "end with exit status 0 within 2 seconds, without an answer; under a leak checker, free all memory",
             "%s", trouble.message);
    else
        pass("bye");
    free(trouble.message);
    c->session = c->rung->open(c->config, grant, &c->config->no_hello, &error);
    char *how = c->session ? sfc_framed_hang_up(c->session) : sfc_copy_string(error.text);
    if (how)
        fail(c, "the end of stdin", "end with exit status 0 when stdin ends between two frames", "the adapter: %s",
             how);
    else
        pass("the end of stdin");
    free(how);
    if (c->session)
        free(c->rung->close(c->session).message);
}

/* ---- Adapters that are commands ------------------------------------------------------ */

static void judge_command(struct check *c, const char *name, const void *bytes, size_t size, enum sfc_reply wanted)
{
    struct sfc_request request = c->question;
    struct sfc_answer answer;
    if (c->refused) {
        skip(name, not_judged);
        return;
    }
    request.bytes = bytes;
    request.size = size;
    c->rung->ask(c->session, &request, &answer);
    if (answer.reply == wanted)
        pass(name);
    else
        fail_answer(c, name,
                    answer.bad_text ? bad_stdout
                    : wanted == SFC_REPLY_ACCEPT
                        ? "the adapter file needs a rule `accept` that fits how the tool ends here"
                        : "the adapter file needs a rule `reject` that fits how the tool ends here",
                    wanted, &answer);
    sfc_answer_free(&answer);
}

static void check_command(struct check *c)
{
    if (c->question.op == SFC_OP_ENCODE) {
        skip("odd sections", "the adapter only encodes");
    } else {
        char *body = sfc_alloc(MIB, 1);
        judge_command(c, "an empty section", body, 0, SFC_REPLY_REJECT);
        judge_command(c, "1 MiB of zero bytes", body, MIB, SFC_REPLY_REJECT);
        free(body);
        judge_command(c, "the plain section again", c->question.bytes, c->question.size, SFC_REPLY_ACCEPT);
        check_others(c);
    }
    free(c->rung->close(c->session).message);
}

/* ---- The first hello -------------------------------------------------------------------- */

/* How to fix an adapter without a valid first hello. */
static const char *hello_advice(const struct sfc_config *config)
{
    if (config->rung_kind == SFC_RUNG_COMMAND && config->no_hello != SFC_HELLO_UNASKED)
        return "see `version-command` and `version-pattern` in sframe-conform-adapter(5)";
    static const char *const advices[] = {
        [SFC_HELLO_BAD] = "see `hello` in PROTOCOL.md, and write nothing else to stdout",
        [SFC_HELLO_LATE] =
            "answer the frame `hello` with a frame `hello` before anything else, and flush stdout after it",
        [SFC_HELLO_NOT_INSTALLED] =
            "exit status 69: the implementation is not installed; install it, or tell the adapter where it is",
        [SFC_HELLO_ENDED] = "it ended before its hello: run its command by hand and read its output",
        [SFC_HELLO_CRASHED] = "it crashed before its hello: run its command by hand and read its output",
        [SFC_HELLO_NOT_STARTED] =
            "`command` must name a program in PATH or, with {here}, beside the file; a script needs chmod +x and #!",
        [SFC_HELLO_UNASKED] = "it was not asked: see why the system starts no more programs, and check again",
        [SFC_HELLO_BAD_ANSWER] =
            "declare an answer that REGISTERS.md has for this open question; of several readings `accept` means all",
        [SFC_HELLO_SAYS_LESS] = "the adapter file may declare less than the hello, but not more",
    };
    return advices[config->no_hello];
}

/* ---- The whole check ------------------------------------------------------------------ */

static void check_framed(struct check *c, const struct sfc_grant *grant)
{
    check_hello(c);
    if (sfc_op_makes_section(c->question.op)) {
        check_merge(c);
        check_others(c);
        skip("odd bodies and unknown questions", "the adapter only makes sections");
    } else {
        check_bodies(c);
        check_repeats(c);
        check_sequence(c);
        check_merge(c);
        check_others(c);
        check_unknown(c);
        check_undeclared(c);
    }
    check_end(c, grant);
}

unsigned sfc_check_adapter(struct sfc_config *config, const struct sfc_grant *grant, bool *is_other)
{
    struct check c = { .config = config, .rung = sfc_rung_find(config) };
    struct sfc_error error = { "" };
    char *version = c.rung->learn(config, grant, &error);
    if (!version) {
        fail(&c, "hello", hello_advice(config), "%s", error.text);
        return c.failed;
    }
    *is_other = !sfc_config_describes(config, version, &error);
    if (*is_other) {
        fail(&c, "hello", "name the adapter file of this version, or put `for-version` right", "%s", error.text);
        free(version);
        return c.failed;
    }
    struct sfc_buffer safe = { 0 };
    sfc_add_line(&safe, version);
    printf("ok    hello: %s %s, profiles %s, ABIs %s, ops %s\n", config->name, sfc_buffer_text(&safe), config->profiles,
           config->abis, config->ops);
    sfc_buffer_free(&safe);
    free(version);
    if (!sfc_probe_question(config, &c.question, c.bytes)) {
        fail(&c, "hello",
             "declare at least one profile, ABI and byte order that exist together, such as v2 amd64 little",
             "no declared profile, ABI and byte order exist together");
        return c.failed;
    }
    c.session = c.rung->open(config, grant, &config->no_hello, &error);
    if (!c.session) {
        fail(&c, "a second start", "several copies of the adapter must be able to run at once", "%s", error.text);
        return c.failed;
    }
    const bool takes_elf_only = sfc_has_word(config->containers, "elf") && !sfc_has_word(config->containers, "raw");
    c.container = takes_elf_only ? "elf" : "raw";
    c.seq = 1000;
    if (!check_plain(&c)) {
        skip("all other checks", "the plain section got no answer");
        free(c.rung->close(c.session).message);
        return c.failed;
    }
    if (config->rung_kind == SFC_RUNG_COMMAND)
        check_command(&c);
    else
        check_framed(&c, grant);
    return c.failed;
}
