/* SPDX-License-Identifier: MIT */
/* judge.h - compares an answer with what a case expects. */
#ifndef SFR_CONFORMANCE_JUDGE_H
#define SFR_CONFORMANCE_JUDGE_H

#include "case.h"
#include "rung.h"

/* What can become of a case; exactly one of them. */
enum sfr_outcome {
    SFR_PASS = 0,
    SFR_WRONG_OUTPUT, /* right to accept (or reject), wrong in what it says; detail: the keys */
    SFR_TOO_STRICT,   /* rejects what every reader must accept */
    SFR_TOO_LENIENT,  /* accepts what every reader must reject */
    SFR_INCONSISTENT, /* answers a policy another way than it declared */
    SFR_CRASH,        /* detail: the signal, "exit-N", "late" or "reported" */
    SFR_TIMEOUT,
    SFR_LIMIT,           /* detail: which limit of the runner it hit */
    SFR_PROTOCOL,        /* what it said cannot be understood, or it could not be asked */
    SFR_SKIPPED,         /* outside of what it declares */
    SFR_UNDECLARED_SKIP, /* says that it cannot do what it declared */
    SFR_STATE_DEPENDENT, /* crashed or hung, but not when asked again alone */
    SFR_NOT_RUN,         /* the run was interrupted */
    SFR_NUM_OUTCOMES
};
const char *sfr_outcome_name(enum sfr_outcome outcome);
bool sfr_outcome_from_name(const char *name, size_t len, enum sfr_outcome *out);
/* Neither pass nor skipped. */
bool sfr_outcome_fails(enum sfr_outcome outcome);

/* Strings are NULL where they do not apply; free with sfr_result_free(). */
struct sfr_result {
    enum sfr_outcome outcome;
    char *detail;          /* tokens with commas, for the known-failure file: "fre.ra", "SIGABRT" */
    char *message;         /* for a person */
    char *expected, *seen; /* the first line that differs */
    double seconds;        /* from the question to the outcome; measured by the run */
};
void sfr_result_free(struct sfr_result *r);

/* The part of a case that an implementation gets to see. */
struct sfr_request sfr_case_request(const struct sfr_case *c);

/* Is the case within what the adapter declares? If not, *why (a static string) says what is missing. */
bool sfr_is_declared(const struct sfr_config *config, const struct sfr_case *c, const char **why);

/* The outcome of one answer. Knows nothing of earlier ones: see sfr_judge_again(). */
void sfr_judge(const struct sfr_config *config, const struct sfr_case *c, const struct sfr_answer *answer,
               struct sfr_result *result);

/* The parts of it for encoders (judge_encode.c); *result is a pass so far. */
void sfr_judge_section(const struct sfr_config *config, const struct sfr_case *c, const struct sfr_answer *answer,
                       struct sfr_result *result);
void sfr_judge_refusal(const struct sfr_case *c, const struct sfr_answer *answer, struct sfr_result *result);

/* Does this outcome call for asking once more, alone? */
bool sfr_must_ask_again(enum sfr_outcome outcome);
/* `first` and `again`, which are used up, are outcomes of the same question: the same one stays, without its detail if
   that differs, and two different ones are state-dependent. */
void sfr_judge_again(struct sfr_result *first, struct sfr_result *again, struct sfr_result *result);

#endif
