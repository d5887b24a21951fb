/* SPDX-License-Identifier: MIT */
/* judge.h - compares an answer with what a case expects. */
#ifndef SFC_JUDGE_H
#define SFC_JUDGE_H

#include "case.h"
#include "rung.h"

/* A case has exactly one outcome. */
enum sfc_outcome {
    SFC_PASS = 0,
    SFC_WRONG_OUTPUT, /* right to accept or reject, wrong output; detail: the keys */
    SFC_TOO_STRICT,   /* rejects what every reader must accept */
    SFC_TOO_LENIENT,  /* accepts what every reader must reject */
    SFC_INCONSISTENT, /* contradicts its declared policy, or its answers about other cases (policies.c) */
    SFC_CRASH,        /* detail: the signal, "exit-N", "late" or "reported" */
    SFC_TIMEOUT,
    SFC_LIMIT,           /* detail: which limit of the runner it hit */
    SFC_PROTOCOL,        /* its output cannot be understood, or it could not be asked */
    SFC_SKIPPED,         /* not declared by the adapter */
    SFC_UNDECLARED_SKIP, /* cannot do what it declared */
    SFC_STATE_DEPENDENT, /* crashed or hung, but not when run again alone */
    SFC_NOT_RUN,         /* the run was interrupted */
    SFC_NUM_OUTCOMES
};
extern const char *const sfc_outcome_names[SFC_NUM_OUTCOMES];
/* Neither pass nor skipped. */
bool sfc_outcome_fails(enum sfc_outcome outcome);
/* No answer in time and within the limits, a crash, or another answer next time: breaks every
   level. */
bool sfc_outcome_is_unsafe(enum sfc_outcome outcome);

/* What an implementation said of the section, right or wrong; NONE: nothing that can be understood. */
enum sfc_said { SFC_SAID_NONE = 0, SFC_SAID_ACCEPT, SFC_SAID_REJECT, SFC_NUM_SAID };
extern const char *const sfc_said_names[SFC_NUM_SAID];

/* What a case needs that an adapter may leave undeclared: its profile, ABI, byte order or op; ELF files; that
   an encoder chooses widths (`fits`); raw sections; that the size of the section is told; that a trace goes
   over two sections. Of these five only the first that is missing is told, and only if the others are declared.
   Then what a reader may leave out on purpose (judge_limits.c): the case was asked, and its answer leaves out what
   the adapter says it does. */
enum sfc_missing {
    SFC_MISSING_PROFILE = 0,
    SFC_MISSING_ABI,
    SFC_MISSING_ORDER,
    SFC_MISSING_OP,
    SFC_MISSING_ELF,
    SFC_MISSING_FITS,
    SFC_MISSING_RAW,
    SFC_MISSING_SIZE,
    SFC_MISSING_SECOND,
    SFC_LEFT_OUT,
    SFC_MISSING_SORTED = SFC_LEFT_OUT,
    SFC_MISSING_PCREL,
    SFC_MISSING_FUNCTIONS,
    SFC_MISSING_FLEXIBLE,
    SFC_MISSING_ENDS,
    SFC_NUM_MISSING
};
/* "profile", and for a person "ELF files". */
extern const struct sfc_missing_text {
    const char *name, *title;
} sfc_missing[SFC_NUM_MISSING];
/* The title of the first of these bits. */
const char *sfc_first_missing(unsigned bits);

/* A value `?` that is not declared as unobservable; a value that the grammar of the dump does not have. */
enum sfc_key_fault { SFC_KEY_FINE = 0, SFC_KEY_NOT_SHOWN, SFC_KEY_NOT_IN_GRAMMAR };

/* Strings are NULL where they do not apply; free with sfc_result_free(). */
struct sfc_result {
    enum sfc_outcome outcome;
    enum sfc_said said;
    bool judged_class, judged_range; /* a right rejection that named the fault's class, its bytes */
    unsigned answers; /* a right answer to an open question that is not declared: bit N is set if the Nth word of the
                         register's answers fits it; else 0 (policies.c) */
    char *detail;     /* tokens with commas, for the known-failure file: "fre.ra", "SIGABRT" */
    unsigned missing; /* of a skipped case: what the adapter does not declare, a bit for each enum sfc_missing */
    enum sfc_key_fault
        key_fault; /* a key of the dump that makes the answer break the protocol, and its name: "fre.ra" */
    char key[SFC_DUMP_KEY_TEXT];
    unsigned line;         /* of the expected dump, the first that differs; from 1; 0: none */
    char *message;         /* for a person */
    char *expected, *seen; /* the first line that differs */
    double seconds;        /* from the question to the outcome; measured by the run */
};
void sfc_result_free(struct sfc_result *r);
/* Makes it another one, but for what was said and how long that took. Takes the message, which may be NULL. */
void sfc_result_become(struct sfc_result *r, enum sfc_outcome outcome, char *message);

/* The part of a case that an implementation sees. */
struct sfc_request sfc_case_request(const struct sfc_case *c);

/* The ABI byte of a raw section that names another machine than its case does; else 0. */
unsigned sfc_other_abi(const struct sfc_case *c);
/* What the case needs and the adapter does not declare: a bit for each enum sfc_missing. */
unsigned sfc_undeclared(const struct sfc_config *config, const struct sfc_case *c);

/* The outcome of one answer. For a second answer see sfc_judge_again(). */
void sfc_judge(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
               struct sfc_result *result);

/* The expected rows of a look-up as this adapter has to give them: with ` signal=` if it shows that. Then *made is the
   text, which the caller frees, else NULL. */
const char *sfc_expected_rows(const struct sfc_config *config, const struct sfc_case *c, const char *body, char **made);

/* The same for encoders (judge_encode.c); *result is a pass so far. */
void sfc_judge_section(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
                       struct sfc_result *result);
void sfc_judge_refusal(const struct sfc_case *c, const struct sfc_answer *answer, struct sfc_result *result);

/* What the adapter leaves out on purpose costs no failure: if the answer does that, the case is skipped. */
void sfc_judge_limits(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer,
                      struct sfc_result *result);

/* A number that another answer does not have, but for accidents. Messages for people do not count. */
uint64_t sfc_answer_digest(const struct sfc_answer *answer);
/* Makes *first state-dependent: asked a second time, the answer was another one. */
void sfc_judge_second(struct sfc_result *first, const struct sfc_result *second);

/* Must a case with this outcome run again, alone? */
bool sfc_must_ask_again(enum sfc_outcome outcome);
/* Judges two outcomes of one case, and frees them. The same outcome stays, without its detail if
   that differs; two different outcomes are state-dependent. */
void sfc_judge_again(struct sfc_result *first, struct sfc_result *again, struct sfc_result *result);

/* ---- Open questions that an adapter does not declare (policies.c) ----
 *
 * Each answer to such a question is right, but one implementation has one answer: which of them counts
 * shows when all cases were asked. Alike are cases of one question, op, version byte and container, and, where the
 * section names another machine than the case, of one machine.
 */

/* Is the case about a question that the adapter leaves open, and that one answer can settle? Where a
   trace ends depends on the trace, and an encoder need not write what is open. */
bool sfc_is_left_open(const struct sfc_config *config, const struct sfc_case *c);

/* The bit of a word among the register's answers to the question of the case; 0 if it is none. */
unsigned sfc_answer_bit(const struct sfc_case *c, const char *answer);
/* The bits of all answers of which one accepts. */
unsigned sfc_accepting_answers(const struct sfc_case *c);

#endif
