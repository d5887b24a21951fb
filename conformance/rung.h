/* SPDX-License-Identifier: MIT */
/*
 * rung.h - what the runner asks an implementation and what can come back, whatever the way there.
 *
 * A rung is one way to reach an implementation: a command for each question (rung_command.c); a program that keeps
 * running (rung_framed.c) or a shared object (rung_inprocess.c). A session is used by one thread at a time.
 */
#ifndef SFR_CONFORMANCE_RUNG_H
#define SFR_CONFORMANCE_RUNG_H

#include "config.h"
#include "dump.h"

/* One question. Nothing in it tells what the right answer is. */
struct sfr_request {
    enum sfr_op op;
    bool verdict_only; /* of a decode: `validate`, to tell good from bad is all that is asked */
    const char *profile, *abi, *order;
    uint64_t addr;
    const uint8_t *bytes; /* the section; of an encode the dump */
    size_t size;
    const char *file; /* where the bytes are on disk; NULL if they are in memory only */
    bool elf;         /* the bytes are an ELF file that has the section, whose address it says itself */
    bool sort;        /* of an encode: the functions are to be sorted */
    const uint64_t *pcs;
    size_t num_pcs;
    const char *regs, *mem, *pac_mask, *max; /* of an unwind, as corpus/README.md has them; NULL if not given */
};

/* What came back. Only ACCEPT and REJECT are answers. */
enum sfr_reply {
    SFR_REPLY_ACCEPT = 0, /* dump is what the implementation says */
    SFR_REPLY_REJECT,
    SFR_REPLY_UNSUPPORTED, /* it says that it cannot do this */
    SFR_REPLY_CRASH,       /* detail: the signal, "exit-N" of a program that should have gone on, or "reported" */
    SFR_REPLY_TIMEOUT,
    SFR_REPLY_LIMIT,    /* detail: "output", "cpu" or "reported" */
    SFR_REPLY_PROTOCOL, /* something that cannot be understood */
    SFR_REPLY_UNSTABLE, /* asked twice, it gave two answers */
    SFR_REPLY_STOPPED,  /* the run was interrupted before there was an answer */
    SFR_REPLY_NONE      /* it could not be asked at all */
};

/* How an implementation went wrong while nothing was asked. */
struct sfr_trouble {
    char *message;        /* NULL: it did not */
    enum sfr_reply reply; /* SFR_REPLY_CRASH or SFR_REPLY_PROTOCOL */
    bool at_end;          /* when it was told to end, not before */
};

struct sfr_answer {
    enum sfr_reply reply;
    char *dump;       /* ACCEPT: canonical dump, values that it does not show as `?`; not of an encode,
                                  nor where the verdict was all that was asked */
    uint8_t *section; /* ACCEPT of an encode: the bytes that were made; may be NULL if there are none */
    size_t section_size;
    char *detail;      /* a token, or NULL */
    char *message;     /* for a person, or NULL: what was not understood, or its own words */
    bool elf_error;    /* REJECT: it says that the ELF file is at fault, not the section in it */
    char *fault_class; /* REJECT, if it names one: fault class and range; of an encode the refusal */
    uint64_t range_start, range_end;
    bool has_range;
    bool has_place;            /* REJECT of an encode: it says where, */
    char *place;               /* "fde 0", "fre 0.1", or NULL for the section as a whole */
    struct sfr_trouble before; /* since its answer to the question before */
};
void sfr_answer_free(struct sfr_answer *a);

/* What the runner grants an implementation. */
struct sfr_grant {
    double seconds;   /* wall limit of one question */
    const char *path; /* where programs are looked for: folders separated by ':' */
    int stop_fd;      /* readable once the run is interrupted; -1: never */
};

struct sfr_session;

struct sfr_rung {
    struct sfr_session *(*open)(const struct sfr_config *config, const struct sfr_grant *grant,
                                struct sfr_error *error);
    void (*ask)(struct sfr_session *session, const struct sfr_request *request, struct sfr_answer *answer);
    /* Ends the session. Returns what went wrong since the last answer; the caller frees its message. */
    struct sfr_trouble (*close)(struct sfr_session *session);
    /* The version that the implementation gives; NULL and *error if it could not be asked. The caller frees it. What it
       declares of itself goes into *config. */
    char *(*learn)(struct sfr_config *config, const struct sfr_grant *grant, struct sfr_error *error);
    /* Commands for a shell that ask the question of case `id` by hand; `corpus` is the one that was named, or NULL. The
       caller frees them. */
    char *(*by_hand)(const struct sfr_config *config, const struct sfr_request *request, const char *id,
                     const char *corpus);
};

/* A command for each question; a program that keeps running; a shared object. */
extern const struct sfr_rung sfr_rung_command, sfr_rung_framed, sfr_rung_in_process;

const struct sfr_rung *sfr_rung_find(const struct sfr_config *config);

/* What a program gets to see of the environment, for whoever runs it the same: an array that ends with NULL. */
char **sfr_make_env(const struct sfr_config *config);
void sfr_free_words(char **words);

#endif
