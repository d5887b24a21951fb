/* SPDX-License-Identifier: MIT */
/*
 * config.h - an adapter file: how an implementation is asked and what it declares of itself.
 *
 * `key: value` lines, lines that start with '#', and empty lines. The keys are described in sframe-conform(1).
 */
#ifndef SFC_CONFIG_H
#define SFC_CONFIG_H

#include <regex.h>
#include <sys/types.h>

#include "dump.h"
#include "normalise.h"

/* A command as words. `{raw}` and `{elf}` stand for the section's file, bare or wrapped; `{addr}`, `{profile}`, `{abi}`
   and `{order}` for the case's context; `{dump}` for the file that an encoder reads; the word `{pcs}` for all PCs, each
   behind the `pc-option` if there is one; the word `{trace}` for registers and memory of a stack trace, `{sort}` for
   --sort or nothing, as options of sframe-ref(1). */
struct sfc_template {
    char **words;                    /* ends with NULL; NULL if there is no such command */
    bool raw, elf, dump, pcs, trace; /* which placeholders it has */
};

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

/* A policy that the implementation answers always the same way. */
struct sfc_declared_policy {
    char *id;
    bool accepts;
};

/* The ways to reach an implementation; see rung.h. */
enum sfc_rung_kind { SFC_RUNG_COMMAND = 0, SFC_RUNG_FRAMED, SFC_RUNG_IN_PROCESS, SFC_NUM_RUNGS };

struct sfc_config {
    char *path, *name, *about;
    enum sfc_rung_kind rung;
    char **command; /* SFC_RUNG_FRAMED: the adapter and its arguments; ends with NULL */
    char *hello;    /* what an adapter said of itself when it was asked first; it must not change */
    char *object;   /* SFC_RUNG_IN_PROCESS: the shared object */
    struct sfc_template version_command, commands[SFC_NUM_OPS];
    struct sfc_template elf_command; /* decodes cases that are ELF files; without it the decode command, if it can */
    regex_t version_pattern, for_version;
    regex_t known_version; /* the versions that the known failures of the same name are of */
    bool has_version_pattern, has_for_version, has_known_version;
    char *for_version_text; /* as written, for messages */
    char *pc_option;
    char **env; /* NAME=VALUE, ends with NULL; NULL if none */
    size_t num_env;
    struct sfc_rule_line *rules;
    size_t num_rules;
    bool names_finding; /* a reject's first line of stderr is a finding, or a refusal, as sframe-ref(1) has it */
    bool is_canonical;  /* its encoder claims to write the canonical layout */
    const struct sfc_normaliser *normaliser;
    /* Words. A framed or in-process adapter says them itself: NULL until sfc_config_adopt(). */
    char *profiles, *abis, *orders, *ops, *containers, *unobservable;
    struct sfc_declared_policy *policies;
    size_t num_policies;
    uint64_t seconds, cpu_seconds, memory_mib, output_kib;
    bool has_seconds; /* the file gives the wall limit: it is not worked out */
};

/* Reads an adapter file. On failure *error names file and line, and nothing stays allocated. */
bool sfc_config_read(struct sfc_config *config, const char *path, struct sfc_error *error);
void sfc_config_free(struct sfc_config *config);

/* Takes one declaration as an adapter sends it: the key (profiles, abis, orders, ops, containers, unobservable,
   encodes, policy) and its value, which may be cut up. Returns what is wrong with it, or NULL. */
const char *sfc_config_declare(struct sfc_config *config, const char *key, char *value);

/* Takes over what an adapter declared of itself. What the file says must not go beyond that, and must not contradict
   it: else false and *error. */
bool sfc_config_adopt(struct sfc_config *config, const struct sfc_config *declared, struct sfc_error *error);

/* The program that must be there, as the file names it: NULL for a shared object. */
const char *sfc_config_program(const struct sfc_config *config);

/* The declared answer to a policy; NULL if there is none. */
const struct sfc_declared_policy *sfc_config_policy(const struct sfc_config *config, const char *id);

#endif
