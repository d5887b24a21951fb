/* SPDX-License-Identifier: MIT */
/* Compares an answer with what a case expects. A crash, a time-out or a missing answer is never a
   reject. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"
#include "registers.h"

const char *const sfc_outcome_names[SFC_NUM_OUTCOMES] = {
    "pass",  "wrong-output", "too-strict", "too-lenient",     "inconsistent",    "crash",   "timeout",
    "limit", "protocol",     "skipped",    "undeclared-skip", "state-dependent", "not-run",
};

const char *const sfc_said_names[SFC_NUM_SAID] = { "none", "accept", "reject" };

bool sfc_outcome_fails(enum sfc_outcome outcome)
{
    return outcome != SFC_PASS && outcome != SFC_SKIPPED;
}

bool sfc_outcome_is_unsafe(enum sfc_outcome outcome)
{
    return outcome == SFC_CRASH || outcome == SFC_TIMEOUT || outcome == SFC_LIMIT || outcome == SFC_STATE_DEPENDENT;
}

void sfc_result_free(struct sfc_result *r)
{
    free(r->detail);
    free(r->message);
    free(r->expected);
    free(r->seen);
    *r = (struct sfc_result){ 0 };
}

void sfc_result_become(struct sfc_result *r, enum sfc_outcome outcome, char *message)
{
    const struct sfc_result made = { .outcome = outcome, .said = r->said, .message = message, .seconds = r->seconds };
    sfc_result_free(r);
    *r = made;
}

/* Sections to merge come by their addresses, so that the first one is not always the damaged one. */
static struct sfc_request by_address(struct sfc_request r)
{
    const struct sfc_request given = r;
    if (r.op == SFC_OP_MERGE && r.second_addr < r.addr) {
        r.bytes = given.second;
        r.size = given.second_size;
        r.addr = given.second_addr;
        r.second = given.bytes;
        r.second_size = given.size;
        r.second_addr = given.addr;
    }
    return r;
}

struct sfc_request sfc_case_request(const struct sfc_case *c)
{
    return by_address((struct sfc_request){
        .op = c->op,
        .profile = c->profile,
        .abi = c->abi,
        .order = c->order,
        .addr = c->addr,
        .bytes = c->bytes,
        .size = (size_t)c->size,
        .file = c->store && c->store->is_archive ? NULL : c->file,
        .pcs = c->pcs,
        .num_pcs = c->num_pcs,
        .second = c->second_bytes,
        .second_size = c->second_size,
        .second_addr = c->second_addr,
        .in_second = c->in_second,
        .regs = c->regs,
        .mem = c->mem,
        .pac_mask = c->pac_mask,
        .max = c->max,
        .sort = c->sort,
        .fit = c->fit,
        .elf = c->elf,
    });
}

/* Must the section be rejected because it ends too early, and is its size not told? */
static bool is_cut_unseen(const struct sfc_config *config, const struct sfc_case *c)
{
    return sfc_has_word(config->without, "size") && c->expect == SFC_EXPECT_REJECT && c->fault_class
           && sfc_has_word("truncated-header aux-header-out-of-bounds fde-table-out-of-bounds fre-table-out-of-bounds",
                           c->fault_class);
}

enum { ABI_AT = 4 }; /* sfh_abi_arch, in every version */

unsigned sfc_other_abi(const struct sfc_case *c)
{
    const bool is_section = !c->elf && c->op != SFC_OP_ENCODE && c->size > ABI_AT;
    const char *name = is_section ? sfr_abi_name(c->bytes[ABI_AT]) : NULL;
    return name && strncmp(name, c->abi, strlen(c->abi)) != 0 ? c->bytes[ABI_AT] : 0;
}

/* Does an open question hang on a machine that the adapter does not declare? The section of such a case names
   another machine than the case does (AMB-005). */
static bool asks_of_undeclared_abi(const struct sfc_config *config, const struct sfc_case *c)
{
    const unsigned other = c->expect == SFC_EXPECT_POLICY ? sfc_other_abi(c) : 0;
    char name[16] = "";
    if (other != 0)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(sfr_abi_name(other), "-"), sfr_abi_name(other));
    return other != 0 && !sfc_has_word(config->abis, name);
}

const struct sfc_missing_text sfc_missing[SFC_NUM_MISSING] = {
    [SFC_MISSING_PROFILE] = { "profile", "profile" },
    [SFC_MISSING_ABI] = { "abi", "ABI" },
    [SFC_MISSING_ORDER] = { "order", "byte order" },
    [SFC_MISSING_OP] = { "op", "op" },
    [SFC_MISSING_ELF] = { "elf", "ELF files" },
    [SFC_MISSING_FITS] = { "fits", "`fits`" },
    [SFC_MISSING_RAW] = { "raw", "raw sections" },
    [SFC_MISSING_SIZE] = { "size", "size of the section" },
    [SFC_MISSING_SECOND] = { "second", "traces over two sections" },
    [SFC_MISSING_SORTED] = { "sorted", "needs sorted" },
    [SFC_MISSING_PCREL] = { "pcrel", "needs pcrel" },
    [SFC_MISSING_FUNCTIONS] = { "functions", "needs functions" },
    [SFC_MISSING_FLEXIBLE] = { "flexible", "without flexible" },
    [SFC_MISSING_ENDS] = { "function-ends", "hides function-ends" },
};

const char *sfc_first_missing(unsigned bits)
{
    unsigned first = 0;
    while (!(bits >> first & 1))
        first++;
    return sfc_missing[first].title;
}

unsigned sfc_undeclared(const struct sfc_config *config, const struct sfc_case *c)
{
    const bool validates = c->op == SFC_OP_DECODE && sfc_has_word(config->ops, "validate");
    const bool reads_elf = config->elf_command.words || sfc_template_has(&config->commands[SFC_OP_DECODE], "{elf}")
                           || sfc_has_word(config->containers, "elf");
    /* Both sections are raw. */
    const bool reads_raw =
        !config->containers || *config->containers == '\0' || sfc_has_word(config->containers, "raw");
    const bool missing[SFC_LEFT_OUT] = {
        [SFC_MISSING_PROFILE] = !sfc_has_word(config->profiles, c->profile),
        [SFC_MISSING_ABI] = !sfc_has_word(config->abis, c->abi) || asks_of_undeclared_abi(config, c),
        [SFC_MISSING_ORDER] = !sfc_has_word(config->orders, c->order),
        [SFC_MISSING_OP] = !validates && !sfc_has_word(config->ops, sfc_op_name(c->op)),
        [SFC_MISSING_ELF] = c->elf && !reads_elf,
        [SFC_MISSING_FITS] = c->fit && !sfc_has_word(config->encodes, "fits"),
        [SFC_MISSING_RAW] = (c->op == SFC_OP_SEQUENCE || c->op == SFC_OP_MERGE) && !reads_raw,
        [SFC_MISSING_SIZE] = is_cut_unseen(config, c),
        [SFC_MISSING_SECOND] = c->op == SFC_OP_UNWIND && c->second && !(config->unwinds && *config->unwinds),
    };
    unsigned bits = 0;
    for (unsigned i = 0; i < SFC_LEFT_OUT; i++)
        bits |= missing[i] && (i <= SFC_MISSING_OP || bits == 0) ? 1u << i : 0;
    return bits;
}

static char *copy(const char *text)
{
    return text ? sfc_copy_text(text, strlen(text)) : NULL;
}

/* ---- Meanings ----------------------------------------------------------------- */

const char *sfc_expected_rows(const struct sfc_config *config, const struct sfc_case *c, const char *body, char **made)
{
    struct sfc_dump_reader r = { .text = body, .left = strlen(body), .op = c->op };
    struct sfc_dump_line line;
    struct sfc_buffer b = { 0 };
    const bool looks_up = c->op == SFC_OP_LOOKUP || c->op == SFC_OP_SEQUENCE;
    *made = NULL;
    if (!looks_up || !sfc_has_word(config->shows, "pc.signal"))
        return body;
    sfc_buffer_printf(&b, "sframe-dump 1\n");
    for (size_t row = 0; sfc_dump_next(&r, &line, NULL) == SFC_DUMP_LINE; row++) {
        sfc_buffer_add(&b, line.text, line.len);
        sfc_buffer_printf(&b, "%s\n", line.num_keys == 0 ? "" : c->in_signal[row] ? " signal=1" : " signal=0");
    }
    return *made = b.data;
}

static void judge_dump(const struct sfc_config *config, const struct sfc_case *c, const char *body,
                       const struct sfc_answer *answer, struct sfc_result *result)
{
    struct sfc_difference d;
    const struct sfc_hidden hidden = { config->unobservable, c->abi };
    char *rows;
    body = sfc_expected_rows(config, c, body, &rows);
    const bool same = !answer->dump || sfc_dump_compare(body, answer->dump, c->op, &hidden, &d);
    free(rows);
    if (same)
        return;
    result->outcome = d.undeclared[0] ? SFC_PROTOCOL : SFC_WRONG_OUTPUT;
    if (d.undeclared[0]) {
        result->message = sfc_format("%s is `?`, but it is not among the keys declared as unobservable", d.undeclared);
        result->key_fault = SFC_KEY_NOT_SHOWN;
        memcpy(result->key, d.undeclared, sizeof result->key);
        free(d.keys);
    } else {
        result->detail = d.keys;
    }
    result->expected = d.expected;
    result->seen = d.seen;
    result->line = d.line;
}

/* ---- Open questions ------------------------------------------------------------- */

/* If the end of a trace is an open question, the frames must be the expected ones, but a guard may
   end it sooner (`sooner`). Or, where a register of a caller is needed, a reader stops (`unsafe`) or goes
   on. */
static bool is_other_end(const struct sfc_case *c, const char *open_end, const char *seen)
{
    static const char stopped[] = "\nend unsafe\n";
    const size_t expected_len = (size_t)(strstr(c->body, "\nend ") + 1 - c->body);
    const char *end = strstr(seen, "\nend ");
    const size_t seen_len = end ? (size_t)(end + 1 - seen) : 0;
    const size_t common = seen_len < expected_len ? seen_len : expected_len;
    const bool is_guard = strcmp(open_end, "sooner") == 0;
    return end && memcmp(c->body, seen, common) == 0
           && (seen_len <= expected_len ? is_guard || strstr(seen, stopped) : !is_guard && strstr(c->body, stopped));
}

static void contradict(struct sfc_result *result, const struct sfc_declared_policy *declared, const char *deed)
{
    sfc_result_become(result, SFC_INCONSISTENT,
                      sfc_format("declared `%s %s`, but %s", declared->id, declared->answer, deed));
}

/* Any of the readings is right, unless the adapter declared one. A dump that is none of them is
   compared with the declared one, else with the first. */
static void judge_reading(const struct sfc_config *config, const struct sfc_case *c,
                          const struct sfc_declared_policy *declared, const struct sfc_answer *answer,
                          struct sfc_result *result)
{
    const struct sfc_reading *own = NULL, *seen = NULL;
    unsigned others = 0;
    for (size_t i = 0; i < c->num_readings; i++) {
        struct sfc_result one = { .outcome = SFC_PASS };
        judge_dump(config, c, c->readings[i].body, answer, &one);
        own = declared && strcmp(c->readings[i].answer, declared->answer) == 0 ? &c->readings[i] : own;
        seen = one.outcome == SFC_PASS ? &c->readings[i] : seen;
        others |= one.outcome == SFC_PASS ? 0 : sfc_answer_bit(c, c->readings[i].answer);
        sfc_result_free(&one);
    }
    if (!seen || own)
        judge_dump(config, c, own ? own->body : c->body, answer, result);
    if (seen && result->outcome == SFC_WRONG_OUTPUT) {
        char *deed = sfc_format("gives the meaning of `%s`", seen->answer);
        contradict(result, declared, deed);
        free(deed);
    }
    if (result->outcome == SFC_PASS && sfc_is_left_open(config, c))
        result->answers = sfc_accepting_answers(c) & ~others;
}

/* A question that the texts leave open: each of its answers is right, unless the adapter declared
   one. If the question is about a trace, the section is right and must be accepted. */
static void judge_policy(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
                         struct sfc_result *result)
{
    const struct sfc_declared_policy *declared = sfc_config_policy(config, c->policy);
    const bool accepts = answer->reply == SFC_REPLY_ACCEPT;
    const char *open_end = sfc_case_open_end(c);
    if (open_end) {
        if (!accepts)
            result->outcome = SFC_TOO_STRICT;
        else if (!is_other_end(c, open_end, answer->dump))
            judge_dump(config, c, c->body, answer, result);
    } else if (declared && sfc_answer_rejects(declared->answer) == accepts) {
        contradict(result, declared, accepts ? "accepts" : "rejects");
    } else if (accepts) {
        judge_reading(config, c, declared, answer, result);
    } else if (!sfc_answer_is_allowed(sfc_find_policy(c->policy, strlen(c->policy)), "reject")) {
        result->outcome = SFC_TOO_STRICT;
    } else if (sfc_is_left_open(config, c)) {
        result->answers = sfc_answer_bit(c, "reject");
    }
}

/* ---- Rejects -------------------------------------------------------------------- */

/* Does the adapter declare that it accepts such a fault? A policy of the verdict `mixed` settles
   only some of the sections with it. */
static bool is_lifted(const struct sfc_config *config, const char *fault_class)
{
    const struct sfr_fault_info *fault = sfc_find_fault(fault_class, strlen(fault_class));
    const struct sfr_policy_info *policy =
        fault && fault->policy != SFR_POLICY_NONE ? sfr_policy_info(fault->policy) : NULL;
    const struct sfc_declared_policy *declared = policy ? sfc_config_policy(config, policy->id) : NULL;
    return declared && !sfc_answer_rejects(declared->answer) && strcmp(policy->verdict, "mixed") != 0;
}

/* The violations of a section: the case's own is number 0. */
static struct sfc_violation violation(const struct sfc_case *c, size_t i)
{
    return i == 0 ? (struct sfc_violation){ c->fault_class, c->range_start, c->range_end } : c->also[i - 1];
}

/* A tool that names a fault must name one that the section has, at its place. */
static void judge_finding(const struct sfc_case *c, const struct sfc_answer *answer, struct sfc_result *result)
{
    bool has_class = false, has_range = false;
    struct sfc_buffer expected = { 0 }, seen = { 0 };
    for (size_t i = 0; i <= c->num_also; i++) {
        const struct sfc_violation v = violation(c, i);
        const bool is_class = !answer->fault_class || strcmp(answer->fault_class, v.fault_class) == 0;
        const bool is_range = !answer->has_range || (answer->range_start == v.start && answer->range_end == v.end);
        if (is_class && is_range) {
            sfc_buffer_free(&expected);
            result->judged_class = answer->fault_class != NULL;
            result->judged_range = answer->has_range;
            return;
        }
        has_class |= is_class;
        has_range |= is_range;
        sfc_buffer_printf(&expected, "%s0x%" PRIx64 "-0x%" PRIx64 ": %s", expected.len > 0 ? " or " : "", v.start,
                          v.end, v.fault_class);
    }
    /* Only what the answer names. */
    if (answer->has_range)
        sfc_buffer_printf(&seen, "0x%" PRIx64 "-0x%" PRIx64, answer->range_start, answer->range_end);
    if (answer->fault_class)
        sfc_buffer_printf(&seen, "%s%s", answer->has_range ? ": " : "", answer->fault_class);
    result->outcome = SFC_WRONG_OUTPUT;
    result->detail = copy(has_class ? "range" : has_range ? "class" : "class,range");
    result->expected = expected.data;
    result->seen = seen.data;
}

/* A reader that looks at a function only when it needs it accepts the section of a sequence, and answers all that is
   not damaged. */
static void judge_reject(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
                         struct sfc_result *result)
{
    const bool accepts = answer->reply == SFC_REPLY_ACCEPT;
    /* Without a fault class no section can be judged: every name of the file's fault is right. */
    if (!c->fault_class) {
        result->outcome = accepts ? SFC_TOO_LENIENT : SFC_PASS;
        return;
    }
    /* A section with one fault that a policy allows is a policy case. With several, each has to be
       allowed. */
    bool may_accept = c->num_also > 0;
    for (size_t i = 0; i <= c->num_also; i++)
        may_accept = may_accept && is_lifted(config, violation(c, i).fault_class);
    if (accepts && c->op == SFC_OP_SEQUENCE) {
        judge_dump(config, c, c->body, answer, result);
    } else if (accepts) {
        result->outcome = may_accept ? SFC_PASS : SFC_TOO_LENIENT;
    } else if (answer->elf_error) {
        result->outcome = SFC_WRONG_OUTPUT;
        result->detail = copy("container");
    } else {
        judge_finding(c, answer, result);
    }
}

/* ---- Any case ------------------------------------------------------------------- */

static void judge_verdict(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
                          struct sfc_result *result)
{
    const bool accepts = answer->reply == SFC_REPLY_ACCEPT;
    switch (c->expect) {
    case SFC_EXPECT_ACCEPT:
        if (!accepts)
            result->outcome = SFC_TOO_STRICT;
        else if (sfc_op_makes_section(c->op))
            sfc_judge_section(config, c, answer, result);
        else
            judge_dump(config, c, c->body, answer, result);
        break;
    case SFC_EXPECT_REJECT:
        if (c->op == SFC_OP_ENCODE && !accepts)
            sfc_judge_refusal(c, answer, result);
        else
            judge_reject(config, c, answer, result);
        break;
    case SFC_EXPECT_POLICY:
        /* Not to write such a section is right, for whatever reason, and whatever the adapter declares: that is about
           its reader. What it writes must be this section. */
        if (!sfc_op_makes_section(c->op))
            judge_policy(config, c, answer, result);
        else if (accepts)
            sfc_judge_section(config, c, answer, result);
        break;
    case SFC_NUM_EXPECTS: break;
    }
}

void sfc_judge(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
               struct sfc_result *result)
{
    *result = (struct sfc_result){
        .outcome = SFC_PASS,
        .said = answer->reply == SFC_REPLY_ACCEPT   ? SFC_SAID_ACCEPT
                : answer->reply == SFC_REPLY_REJECT ? SFC_SAID_REJECT
                                                    : SFC_SAID_NONE,
    };
    switch (answer->reply) {
    case SFC_REPLY_ACCEPT:
    case SFC_REPLY_REJECT:
        judge_verdict(config, c, answer, result);
        sfc_judge_limits(config, c, answer, result);
        break;
    case SFC_REPLY_UNSUPPORTED: result->outcome = SFC_UNDECLARED_SKIP; break;
    case SFC_REPLY_CRASH: result->outcome = SFC_CRASH; break;
    case SFC_REPLY_TIMEOUT: result->outcome = SFC_TIMEOUT; break;
    case SFC_REPLY_LIMIT: result->outcome = SFC_LIMIT; break;
    case SFC_REPLY_PROTOCOL:
        result->key_fault = answer->odd_key[0] ? SFC_KEY_NOT_IN_GRAMMAR : SFC_KEY_FINE;
        memcpy(result->key, answer->odd_key, sizeof result->key);
        result->outcome = SFC_PROTOCOL;
        break;
    case SFC_REPLY_NONE: result->outcome = SFC_PROTOCOL; break;
    case SFC_REPLY_UNSTABLE: result->outcome = SFC_STATE_DEPENDENT; break;
    case SFC_REPLY_STOPPED: result->outcome = SFC_NOT_RUN; break;
    }
    if (!result->detail && sfc_outcome_fails(result->outcome))
        result->detail = copy(answer->detail);
    if (!result->message && sfc_outcome_fails(result->outcome))
        result->message = copy(answer->message);
}

bool sfc_must_ask_again(enum sfc_outcome outcome)
{
    return outcome == SFC_CRASH || outcome == SFC_TIMEOUT;
}

static bool same_detail(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

void sfc_judge_again(struct sfc_result *first, struct sfc_result *again, struct sfc_result *result)
{
    if (again->outcome == SFC_NOT_RUN
        || (first->outcome == again->outcome && same_detail(first->detail, again->detail))) {
        *result = *again;
        sfc_result_free(first);
        return;
    }
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "first %s%s%s, then, run again alone, %s%s%s", sfc_outcome_names[first->outcome],
                      first->detail ? " " : "", first->detail ? first->detail : "", sfc_outcome_names[again->outcome],
                      again->detail ? " " : "", again->detail ? again->detail : "");
    /* What a sanitizer says, it says once. */
    if (first->message)
        sfc_buffer_printf(&b, "; first it said: %s", first->message);
    /* After an overrun the signal depends on memory layout. */
    const bool same = first->outcome == again->outcome;
    *result = (struct sfc_result){ .outcome = same ? again->outcome : SFC_STATE_DEPENDENT, .message = b.data };
    sfc_result_free(first);
    sfc_result_free(again);
}

/* FNV-1a. */
static uint64_t mix(uint64_t digest, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    return digest;
}

static uint64_t mix_text(uint64_t digest, const char *text)
{
    return text ? mix(digest, text, strlen(text) + 1) : mix(digest, "\1", 1);
}

uint64_t sfc_answer_digest(const struct sfc_answer *answer)
{
    const uint64_t numbers[] = { answer->reply,       answer->elf_error, answer->has_range,
                                 answer->range_start, answer->range_end, answer->has_place };
    uint64_t digest = mix(0xcbf29ce484222325u, numbers, sizeof numbers);
    digest = mix_text(digest, answer->dump);
    digest = mix_text(digest, answer->fault_class);
    digest = mix_text(digest, answer->place);
    return mix(digest, answer->section, answer->section ? answer->section_size : 0);
}

void sfc_judge_second(struct sfc_result *first, const struct sfc_result *second)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "first %s%s%s, then, asked again after other cases, %s%s%s%s",
                      sfc_outcome_names[first->outcome], first->detail ? " " : "", first->detail ? first->detail : "",
                      first->outcome == second->outcome ? "another answer: " : "", sfc_outcome_names[second->outcome],
                      second->detail ? " " : "", second->detail ? second->detail : "");
    if (second->message)
        sfc_buffer_printf(&b, ": %s", second->message);
    first->said = SFC_SAID_NONE;
    sfc_result_become(first, SFC_STATE_DEPENDENT, b.data);
}
