/* SPDX-License-Identifier: MIT */
/*
 * config.h - an adapter file: how to run an implementation, and what it declares of itself.
 *
 * `key: value` lines, lines that start with '#', and empty lines. The keys are described in
 * sframe-conform-adapter(5).
 */
#ifndef SFC_CONFIG_H
#define SFC_CONFIG_H

#include <regex.h>

#include "level.h"
#include "normalise.h"

/* ---- Commands -------------------------------------------------------------------------- */

/* A command as words. `{here}` was the folder of the adapter file. `{raw}` and `{elf}` stand for the section's file,
   bare or wrapped; `{dump}` for the file that an encoder reads; `{addr}`, `{profile}`, `{abi}` and `{order}` for the
   case's context. Four placeholders are words of their own: `{pcs}` stands for all PCs, each after the `pc-option` if
   there is one; `{trace}` for the registers and memory of a stack trace, and `{sort}` and `{fit}` for --sort and
   --canonical or nothing, as options of sframe-ref(1). */
struct sfc_template {
    char **words; /* ends with NULL; NULL if there is no such command */
};
enum { SFC_NUM_PLAIN_PLACEHOLDERS = 7, SFC_NUM_PLACEHOLDERS = 11 };

/* The number of the placeholder that a text with a brace starts with, in the order above, and its length;
   SFC_NUM_PLACEHOLDERS if it is none. */
unsigned sfc_placeholder_find(const char *text, size_t *len);
bool sfc_template_has(const struct sfc_template *t, const char *placeholder);

/* Reads a command for `op`; SFC_NUM_OPS: the command that prints the version. Returns what is
   wrong with it, or NULL. */
const char *sfc_template_read(struct sfc_template *t, const char *value, enum sfc_op op);

/* What a finished command's exit status and text mean: the first rule whose conditions all hold. */
enum sfc_meaning {
    SFC_MEANS_ACCEPT = 0,
    SFC_MEANS_REJECT,
    SFC_MEANS_UNSUPPORTED,
    SFC_MEANS_CRASH,
    SFC_MEANS_LIMIT,
    SFC_MEANS_ELF_ERROR, /* a reject because of the ELF file around the section; holds for such cases only */
    SFC_NUM_MEANINGS
};
enum sfc_source { SFC_SOURCE_EXIT, SFC_SOURCE_STDOUT, SFC_SOURCE_STDERR };
enum { SFC_MAX_CONDITIONS = 4 };

struct sfc_condition {
    enum sfc_source source;
    bool negated;    /* the text must not match */
    int status;      /* SFC_SOURCE_EXIT */
    regex_t pattern; /* the others: extended, any line */
};
struct sfc_rule_line {
    enum sfc_meaning meaning;
    struct sfc_condition conditions[SFC_MAX_CONDITIONS];
    size_t num_conditions;
};

/* Reads the conditions of a zeroed rule and cuts `value` up. Returns what is wrong, or NULL;
   sfc_rule_free() either way. */
const char *sfc_rule_read(struct sfc_rule_line *rule, char *value);
void sfc_rule_free(struct sfc_rule_line *rule);

/* ---- The file -------------------------------------------------------------------------- */

/* A policy, and the implementation's one answer to it: a word of the register's answers, or
   `accept`. */
struct sfc_declared_policy {
    char *id, *answer;
};

/* The rungs: a command for each question, a program that keeps running, a shared object. See
   rung.h. */
enum sfc_rung_kind { SFC_RUNG_COMMAND = 0, SFC_RUNG_FRAMED, SFC_RUNG_IN_PROCESS, SFC_NUM_RUNGS };

/* Why an adapter did not say hello, or not a good one. */
enum sfc_no_hello {
    SFC_HELLO_BAD = 0, /* none of the others */
    SFC_HELLO_LATE,
    SFC_HELLO_NOT_INSTALLED, /* it says that its implementation is not installed */
    SFC_HELLO_ENDED,
    SFC_HELLO_CRASHED,
    SFC_HELLO_NOT_STARTED,
    SFC_HELLO_UNASKED,    /* by a failure of the runner */
    SFC_HELLO_BAD_ANSWER, /* it declares an answer to a policy that the register does not have */
    SFC_HELLO_SAYS_LESS   /* the file declares more, or the opposite */
};

struct sfc_config_pattern {
    bool is_given;
    regex_t regex;
};

struct sfc_config {
    char *path, *name, *about;
    char *commit, *compiler, *flags; /* how the implementation was built, in plain words, or NULL */
    unsigned num_included;           /* files */
    enum sfc_rung_kind rung_kind;
    char **command;             /* SFC_RUNG_FRAMED: the adapter and its arguments; ends with NULL */
    char *hello;                /* the adapter's first hello; later ones must be the same */
    enum sfc_no_hello no_hello; /* of a hello that failed */
    char *object;               /* SFC_RUNG_IN_PROCESS: the shared object */
    struct sfc_template version_command, commands[SFC_NUM_OPS];
    struct sfc_template elf_command; /* decodes cases that are ELF files; without it the decode command does */
    struct sfc_config_pattern version_pattern, for_version;
    struct sfc_config_pattern known_version; /* the versions that the known-failure file of the same name is for */
    char *for_version_text;                  /* as written, for messages */
    char *pc_option;
    char **env; /* NAME=VALUE, ends with NULL; may be NULL */
    struct sfc_rule_line *rules;
    size_t num_rules;
    bool names_finding; /* the first line of stderr of a reject is a finding, or a refusal, as of sframe-ref(1) */
    const struct sfc_normaliser *normaliser;
    /* Words. A framed or in-process adapter declares them itself: NULL until sfc_config_adopt(). */
    char *profiles, *abis, *orders, *ops, *containers, *unobservable, *encodes, *without, *needs, *hides, *shows,
        *unwinds;
    struct sfc_declared_policy *policies;
    size_t num_policies;
    uint64_t seconds, cpu_seconds, memory_mib, output_kib, file_mib;
    uint64_t growth_time;  /* how many times as long for each byte a large section may take; 0: no limit */
    uint64_t growth_bytes; /* for each question, of an adapter that keeps running; 0: no limit */
    bool has_seconds;      /* the file gives the wall limit */
    enum sfc_level level;  /* a wrong answer above it fails no run */
    char wrong[512];       /* a message that is made for one value */
};

/* Reads an adapter file. On failure *error names file and line, and nothing stays allocated. */
bool sfc_config_read(struct sfc_config *config, const char *path, struct sfc_error *error);
void sfc_config_free(struct sfc_config *config);

/* Takes one declaration as an adapter sends it: a key and its value, which may be cut up. Keys that are no
   declarations are ignored. Returns what is wrong with it, or NULL; the text lives as long as *config. */
const char *sfc_config_declare(struct sfc_config *config, const char *key, char *value);

/* Part of sfc_config_free(). */
void sfc_config_free_declared(struct sfc_config *config);

/* Takes over what an adapter declared of itself. Returns false and *error if the file says more
   than that, or the opposite. */
bool sfc_config_adopt(struct sfc_config *config, const struct sfc_config *declared, struct sfc_error *error);

/* Does the file describe this version? False and *error if it does not. */
bool sfc_config_describes(const struct sfc_config *config, const char *version, struct sfc_error *error);

/* The program that must be installed, as the file names it; NULL for a shared object. */
const char *sfc_config_program(const struct sfc_config *config);

/* Does it say that it leaves sections, or a part of their meaning, out on purpose? */
bool sfc_config_limits(const struct sfc_config *config);

/* The declared answer to a policy, or NULL. */
const struct sfc_declared_policy *sfc_config_policy(const struct sfc_config *config, const char *id);

#endif
