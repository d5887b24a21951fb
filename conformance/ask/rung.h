/* SPDX-License-Identifier: MIT */
/*
 * rung.h - the questions to an implementation and its answers, the same for each rung.
 *
 * A rung is how the runner reaches an implementation: a command for each question (rung_command.c),
 * or a program that keeps running or a shared object (rung_framed.c). One thread
 * at a time uses a session.
 */
#ifndef SFC_RUNG_H
#define SFC_RUNG_H

#include "config.h"
#include "dump.h"
#include "footprint.h"

/* One question. Nothing in it reveals the right answer. */
struct sfc_request {
    enum sfc_op op;
    bool verdict_only; /* of a decode: `validate`, which asks for accept or reject alone */
    const char *profile, *abi, *order;
    uint64_t addr;
    const uint8_t *bytes; /* the section; of an encode the dump */
    size_t size;
    const char *file; /* the file of the bytes; NULL if they are in memory only */
    bool elf;         /* the bytes are an ELF file that has the section and its address */
    bool sort;        /* of an encode: the functions are to be sorted */
    bool fit;         /* of an encode: it chooses the width of row starts */
    const uint64_t *pcs;
    size_t num_pcs;
    const uint8_t *second; /* of a sequence, a trace or a merge: the second section; NULL: there is one only */
    size_t second_size;
    uint64_t second_addr;
    const bool *in_second; /* for each of the PCs of a sequence: it is asked of the second section; NULL: none is */
    const char *regs, *mem, *pac_mask, *max; /* of an unwind, as corpus/README.md has them; NULL if not given */
};

/* What comes back. Only ACCEPT and REJECT are answers. */
enum sfc_reply {
    SFC_REPLY_ACCEPT = 0, /* `dump` is its answer */
    SFC_REPLY_REJECT,
    SFC_REPLY_UNSUPPORTED, /* it says that it cannot do this */
    SFC_REPLY_CRASH,       /* detail: the signal, "exit-N" of a program that ended too early, or "reported" */
    SFC_REPLY_TIMEOUT,
    SFC_REPLY_LIMIT,    /* detail: "output", "cpu", "file" or "reported" */
    SFC_REPLY_PROTOCOL, /* the answer breaks the protocol */
    SFC_REPLY_UNSTABLE, /* two answers to the same question */
    SFC_REPLY_STOPPED,  /* the run was interrupted before there was an answer */
    SFC_REPLY_NONE      /* it could not be started */
};

/* What is no case's fault. */
enum sfc_trouble_kind {
    SFC_TROUBLE_GROWTH,  /* its memory grows with every question */
    SFC_TROUBLE_FILES,   /* it opens files and leaves them open */
    SFC_TROUBLE_TIME,    /* it is slow on large sections, or has no right answer */
    SFC_TROUBLE_EXIT,    /* after `bye` it ended with a signal, or a status other than 0 */
    SFC_TROUBLE_HANG,    /* it did not end after `bye` */
    SFC_TROUBLE_LATE,    /* it ended, or wrote more, after an answer or after `bye` */
    SFC_TROUBLE_PROCESS, /* it left a process running */
    SFC_TROUBLE_MORE,    /* there was more, of which no text is kept */
    SFC_NUM_TROUBLES
};

/* How an implementation failed between two questions, or at its end. */
struct sfc_trouble {
    char *message; /* NULL: it did not fail */
    enum sfc_trouble_kind kind;
    enum sfc_reply reply; /* SFC_REPLY_CRASH or SFC_REPLY_PROTOCOL */
    bool at_end;          /* after it was told to end */
};

struct sfc_answer {
    enum sfc_reply reply;
    char *dump; /* ACCEPT: canonical dump, `?` for values that it does not show; NULL if the answer is a section or a
                   verdict */
    uint8_t *section; /* ACCEPT of an encode or a merge: the bytes; may be NULL if there are none */
    size_t section_size;
    char *detail;  /* a token, or NULL */
    char *message; /* for a person, or NULL: what is wrong with the answer, or what it wrote to stderr */
    bool bad_text; /* PROTOCOL: the answer came as a whole, but its text breaks the grammar */
    char odd_key[SFC_DUMP_KEY_TEXT]; /* the same, by a value of this key: "fre.cfa"; else "" */
    bool elf_error;                  /* REJECT: because of the ELF file, not of its section */
    char *fault_class;               /* REJECT: the fault class or, of an encode, the refusal; NULL if it names none */
    uint64_t range_start, range_end;
    bool has_range;
    bool has_place;            /* REJECT of an encode: it names a place */
    char *place;               /* "fde 0", "fre 0.1", or NULL for the section as a whole */
    bool is_unasked;           /* NONE: by a failure of the runner, which the message tells */
    struct sfc_trouble before; /* what happened after its last answer */
};
void sfc_answer_free(struct sfc_answer *a);
/* For a person, what the implementation did: "rejected". */
const char *sfc_reply_says(enum sfc_reply reply);
/* `what`, the answer's detail and its message, as one text, which the caller frees; `between`: before the detail. */
char *sfc_answer_words(const struct sfc_answer *a, const char *what, const char *between);

/* The limits and folders that the runner grants an implementation. */
struct sfc_grant {
    double seconds;       /* wall limit of one question */
    const char *path;     /* the folders of programs, separated by ':' */
    int stop_fd;          /* readable as soon as the run is interrupted; -1: never */
    bool trace;           /* print what is sent and what comes back */
    double start_seconds; /* wall limit of a start, up to the hello; 0: that of a question */
};

struct sfc_session;

struct sfc_rung {
    /* NULL, *error and *why on failure. */
    struct sfc_session *(*open)(const struct sfc_config *config, const struct sfc_grant *grant, enum sfc_no_hello *why,
                                struct sfc_error *error);
    void (*ask)(struct sfc_session *session, const struct sfc_request *request, struct sfc_answer *answer);
    /* Ends the session. Returns how it failed since the last answer; the caller frees the
       message. */
    struct sfc_trouble (*close)(struct sfc_session *session);
    /* The version of the implementation, which the caller frees; NULL, *error and config->no_hello if there is
       none to get. What the implementation declares of itself goes into *config. */
    char *(*learn)(struct sfc_config *config, const struct sfc_grant *grant, struct sfc_error *error);
    /* Shell commands that ask the question of case `id` by hand; `corpus` is the named one, or
       NULL. The caller frees them. */
    char *(*by_hand)(const struct sfc_config *config, const struct sfc_request *request, const char *id,
                     const char *corpus);
    /* The memory of the process that answers; NULL if each question has a process of its own. */
    struct sfc_footprint (*footprint)(const struct sfc_session *session);
};

/* A command for each question; a program that keeps running, or a shared object. */
extern const struct sfc_rung sfc_rung_command, sfc_rung_framed;

const struct sfc_rung *sfc_rung_find(const struct sfc_config *config);

/* The environment of a program: it must not depend on who runs it, so few variables pass. Ends
   with NULL; free it with sfc_words_free(). */
char **sfc_make_env(const struct sfc_config *config);

/* Adds `--corpus CORPUS ` unless it is NULL; for `by_hand`. */
void sfc_add_corpus_option(struct sfc_buffer *b, const char *corpus);

/* A 64-bit ELF executable with one section `.sframe` at the request's address and a table of
   section names, in the byte order of the request, for its ABI's machine. The section type is
   SHT_PROGBITS for versions 1 and 2, and SHT_GNU_SFRAME from errata 1 on (AMB-110). Appends to
   *elf. */
void sfc_wrap_elf(const struct sfc_request *request, struct sfc_buffer *elf);

/* ---- For a person who checks an adapter ---- */

/* Prints to stdout, indented, a frame that was sent ('>') or what came back ('<'): its lines, and the start of the
   body in hex. */
void sfc_trace_frame(char way, const char *bytes, size_t len);
struct sfc_process;
/* The same of a command and how it ended. */
void sfc_trace_command(char *const *words, const struct sfc_process *p);

/* What came back after one frame of any kind: to check the adapter, not the implementation. The texts
   are the session's, until the next frame. */
struct sfc_raw_reply {
    enum sfc_reply reply; /* SFC_REPLY_ACCEPT: a frame came */
    const char *trouble;  /* else: what happened, for a person */
    char type[16];
    uint32_t seq;
    char *payload; /* followed by a NUL */
    size_t len;
};
struct sfc_raw_reply sfc_framed_raw(struct sfc_session *session, const char *type, uint32_t seq, const void *payload,
                                    size_t len);

/* Closes the adapter's stdin without `bye`. Returns NULL if it then ends with status 0, else
   what it did. */
char *sfc_framed_hang_up(struct sfc_session *session);

#endif
