/* SPDX-License-Identifier: MIT */
/*
 * rung.h - what the runner asks an implementation and what can come back, whatever the way there.
 *
 * A rung is one way to reach an implementation: a command for each question (rung_command.c); a program that keeps
 * running (rung_framed.c) or a shared object (rung_inprocess.c). A session is used by one thread at a time.
 */
#ifndef SFC_RUNG_H
#define SFC_RUNG_H

#include "config.h"
#include "dump.h"

/* One question. Nothing in it tells what the right answer is. */
struct sfc_request {
    enum sfc_op op;
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
enum sfc_reply {
    SFC_REPLY_ACCEPT = 0, /* dump is what the implementation says */
    SFC_REPLY_REJECT,
    SFC_REPLY_UNSUPPORTED, /* it says that it cannot do this */
    SFC_REPLY_CRASH,       /* detail: the signal, "exit-N" of a program that should have gone on, or "reported" */
    SFC_REPLY_TIMEOUT,
    SFC_REPLY_LIMIT,    /* detail: "output", "cpu" or "reported" */
    SFC_REPLY_PROTOCOL, /* something that cannot be understood */
    SFC_REPLY_UNSTABLE, /* asked twice, it gave two answers */
    SFC_REPLY_STOPPED,  /* the run was interrupted before there was an answer */
    SFC_REPLY_NONE      /* it could not be asked at all */
};

/* How an implementation went wrong while nothing was asked. */
struct sfc_trouble {
    char *message;        /* NULL: it did not */
    enum sfc_reply reply; /* SFC_REPLY_CRASH or SFC_REPLY_PROTOCOL */
    bool at_end;          /* when it was told to end, not before */
};

struct sfc_answer {
    enum sfc_reply reply;
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
    struct sfc_trouble before; /* since its answer to the question before */
};
void sfc_answer_free(struct sfc_answer *a);

/* What the runner grants an implementation. */
struct sfc_grant {
    double seconds;   /* wall limit of one question */
    const char *path; /* where programs are looked for: folders separated by ':' */
    int stop_fd;      /* readable once the run is interrupted; -1: never */
};

struct sfc_session;

struct sfc_rung {
    struct sfc_session *(*open)(const struct sfc_config *config, const struct sfc_grant *grant,
                                struct sfc_error *error);
    void (*ask)(struct sfc_session *session, const struct sfc_request *request, struct sfc_answer *answer);
    /* Ends the session. Returns what went wrong since the last answer; the caller frees its message. */
    struct sfc_trouble (*close)(struct sfc_session *session);
    /* The version that the implementation gives; NULL and *error if it could not be asked. The caller frees it. What it
       declares of itself goes into *config. */
    char *(*learn)(struct sfc_config *config, const struct sfc_grant *grant, struct sfc_error *error);
    /* Commands for a shell that ask the question of case `id` by hand; `corpus` is the one that was named, or NULL. The
       caller frees them. */
    char *(*by_hand)(const struct sfc_config *config, const struct sfc_request *request, const char *id,
                     const char *corpus);
};

/* A command for each question; a program that keeps running; a shared object. */
extern const struct sfc_rung sfc_rung_command, sfc_rung_framed, sfc_rung_in_process;

const struct sfc_rung *sfc_rung_find(const struct sfc_config *config);

/* What a program gets to see of the environment, for whoever runs it the same: an array that ends with NULL. */
char **sfc_make_env(const struct sfc_config *config);
void sfc_free_words(char **words);

#endif
