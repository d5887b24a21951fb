/* SPDX-License-Identifier: MIT */
/* Compares an answer with what a case expects. A crash, a time-out or a missing answer is never a
   reject. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

static const char *const outcome_names[SFC_NUM_OUTCOMES] = {
    "pass",  "wrong-output", "too-strict", "too-lenient",     "inconsistent",    "crash",   "timeout",
    "limit", "protocol",     "skipped",    "undeclared-skip", "state-dependent", "not-run",
};

const char *sfc_outcome_name(enum sfc_outcome outcome)
{
    return outcome_names[outcome];
}

bool sfc_outcome_from_name(const char *name, size_t len, enum sfc_outcome *out)
{
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (strlen(outcome_names[i]) == len && memcmp(outcome_names[i], name, len) == 0) {
            *out = (enum sfc_outcome)i;
            return true;
        }
    return false;
}

bool sfc_outcome_fails(enum sfc_outcome outcome)
{
    return outcome != SFC_PASS && outcome != SFC_SKIPPED;
}

void sfc_result_free(struct sfc_result *r)
{
    free(r->detail);
    free(r->message);
    free(r->expected);
    free(r->seen);
    *r = (struct sfc_result){ 0 };
}

struct sfc_request sfc_case_request(const struct sfc_case *c)
{
    return (struct sfc_request){
        .op = c->op,
        .profile = c->profile,
        .abi = c->abi,
        .order = c->order,
        .addr = c->addr,
        .bytes = c->bytes,
        .size = (size_t)c->size,
        .file = c->file,
        .pcs = c->pcs,
        .num_pcs = c->num_pcs,
        .regs = c->regs,
        .mem = c->mem,
        .pac_mask = c->pac_mask,
        .max = c->max,
        .sort = c->sort,
        .elf = c->elf,
    };
}

bool sfc_is_declared(const struct sfc_config *config, const struct sfc_case *c, const char **why)
{
    const bool validates = c->op == SFC_OP_DECODE && sfc_has_word(config->ops, "validate");
    const bool reads_elf = config->elf_command.words || config->commands[SFC_OP_DECODE].elf
                           || (config->containers && sfc_has_word(config->containers, "elf"));
    *why = !validates && !sfc_has_word(config->ops, sfc_op_name(c->op)) ? "op not declared"
           : c->elf && !reads_elf                                       ? "ELF files not declared"
           : !sfc_has_word(config->profiles, c->profile)                ? "profile not declared"
           : !sfc_has_word(config->abis, c->abi)                        ? "ABI not declared"
           : !sfc_has_word(config->orders, c->order)                    ? "byte order not declared"
                                                                        : NULL;
    return *why == NULL;
}

static char *copy(const char *text)
{
    return text ? sfc_copy_text(text, strlen(text)) : NULL;
}

static void judge_dump(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
                       struct sfc_result *result)
{
    struct sfc_difference d;
    char undeclared[64];
    if (!answer->dump || sfc_dump_compare(c->body, answer->dump, c->op, config->unobservable, &d, undeclared))
        return;
    result->outcome = undeclared[0] ? SFC_PROTOCOL : SFC_WRONG_OUTPUT;
    if (undeclared[0]) {
        struct sfc_buffer b = { 0 };
        sfc_buffer_printf(&b, "%s is `?`, but it is not among the keys declared as unobservable", undeclared);
        result->message = b.data;
        free(d.keys);
    } else {
        result->detail = d.keys;
    }
    result->expected = d.expected;
    result->seen = d.seen;
}

/* A tool that names the fault must name the right one, at the right place. */
static void judge_finding(const struct sfc_case *c, const struct sfc_answer *answer, struct sfc_result *result)
{
    /* The file has no section to judge, and every name of its fault is right. */
    if (c->elf_error)
        return;
    if (answer->elf_error) {
        result->outcome = SFC_WRONG_OUTPUT;
        result->detail = copy("container");
        return;
    }
    const bool class_differs = answer->fault_class && strcmp(answer->fault_class, c->fault_class) != 0;
    const bool range_differs =
        answer->has_range && (answer->range_start != c->range_start || answer->range_end != c->range_end);
    if (!class_differs && !range_differs)
        return;
    struct sfc_buffer expected = { 0 }, seen = { 0 };
    sfc_buffer_printf(&expected, "0x%" PRIx64 "-0x%" PRIx64 ": %s", c->range_start, c->range_end, c->fault_class);
    /* Only what the answer names. */
    if (answer->has_range)
        sfc_buffer_printf(&seen, "0x%" PRIx64 "-0x%" PRIx64, answer->range_start, answer->range_end);
    if (answer->fault_class)
        sfc_buffer_printf(&seen, "%s%s", answer->has_range ? ": " : "", answer->fault_class);
    result->outcome = SFC_WRONG_OUTPUT;
    result->detail = copy(class_differs && range_differs ? "class,range" : class_differs ? "class" : "range");
    result->expected = expected.data;
    result->seen = seen.data;
}

/* If the end of a trace is an open question, it may come sooner and have another name. Made-up
   frames are wrong, but under AMB-089 a reader may go on with registers of a frame that is not the
   topmost. */
static bool is_other_end(const struct sfc_case *c, const char *seen)
{
    const size_t expected_len = (size_t)(strstr(c->body, "\nend ") + 1 - c->body);
    const char *end = strstr(seen, "\nend ");
    const size_t seen_len = end ? (size_t)(end + 1 - seen) : 0;
    const size_t common = seen_len < expected_len ? seen_len : expected_len;
    return end && memcmp(c->body, seen, common) == 0 && (seen_len <= expected_len || strcmp(c->policy, "AMB-089") == 0);
}

/* A question that the texts leave open: both answers are right, unless the adapter declared one. If
   the question is about a trace, the section is right and must be accepted. */
static void judge_policy(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
                         struct sfc_result *result)
{
    const struct sfc_declared_policy *declared = sfc_config_policy(config, c->policy);
    const bool accepts = answer->reply == SFC_REPLY_ACCEPT;
    if (sfc_case_has_open_end(c)) {
        if (!accepts)
            result->outcome = SFC_TOO_STRICT;
        else if (!is_other_end(c, answer->dump))
            judge_dump(config, c, answer, result);
    } else if (declared && declared->accepts != accepts) {
        struct sfc_buffer b = { 0 };
        sfc_buffer_printf(&b, "declared `%s %s`, but %s", c->policy, declared->accepts ? "accept" : "reject",
                          accepts ? "accepts" : "rejects");
        result->outcome = SFC_INCONSISTENT;
        free(result->message);
        result->message = b.data;
    } else if (accepts) {
        judge_dump(config, c, answer, result);
    }
}

static void judge_verdict(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
                          struct sfc_result *result)
{
    const bool accepts = answer->reply == SFC_REPLY_ACCEPT;
    switch (c->expect) {
    case SFC_EXPECT_ACCEPT:
        if (!accepts)
            result->outcome = SFC_TOO_STRICT;
        else if (c->op == SFC_OP_ENCODE)
            sfc_judge_section(config, c, answer, result);
        else
            judge_dump(config, c, answer, result);
        break;
    case SFC_EXPECT_REJECT:
        if (accepts)
            result->outcome = SFC_TOO_LENIENT;
        else if (c->op == SFC_OP_ENCODE)
            sfc_judge_refusal(c, answer, result);
        else
            judge_finding(c, answer, result);
        break;
    case SFC_EXPECT_POLICY: judge_policy(config, c, answer, result); break;
    case SFC_NUM_EXPECTS: break;
    }
}

void sfc_judge(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
               struct sfc_result *result)
{
    *result = (struct sfc_result){ .outcome = SFC_PASS };
    switch (answer->reply) {
    case SFC_REPLY_ACCEPT:
    case SFC_REPLY_REJECT: judge_verdict(config, c, answer, result); break;
    case SFC_REPLY_UNSUPPORTED: result->outcome = SFC_UNDECLARED_SKIP; break;
    case SFC_REPLY_CRASH: result->outcome = SFC_CRASH; break;
    case SFC_REPLY_TIMEOUT: result->outcome = SFC_TIMEOUT; break;
    case SFC_REPLY_LIMIT: result->outcome = SFC_LIMIT; break;
    case SFC_REPLY_PROTOCOL:
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
    sfc_buffer_printf(&b, "first %s%s%s, then, run again alone, %s%s%s", outcome_names[first->outcome],
                      first->detail ? " " : "", first->detail ? first->detail : "", outcome_names[again->outcome],
                      again->detail ? " " : "", again->detail ? again->detail : "");
    /* After an overrun the signal depends on memory layout. */
    const bool same = first->outcome == again->outcome;
    *result = (struct sfc_result){ .outcome = same ? again->outcome : SFC_STATE_DEPENDENT, .message = b.data };
    sfc_result_free(first);
    sfc_result_free(again);
}
