/* SPDX-License-Identifier: MIT */
/*
 * config.h - an adapter file: how to run an implementation, and what it declares of itself.
 *
 * `key: value` lines, lines that start with '#', and empty lines. The keys are described in
 * sframe-conform-adapter(5).
 */
#ifndef SFC_CONFIG_H
#define SFC_CONFIG_H

#include "conditions.h"
#include "level.h"
#include "normalise.h"
#include "template.h"

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
    char wrong[512];       /* a message of sfc_config_declare() that is made for one value */
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
