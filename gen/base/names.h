/* SPDX-License-Identifier: MIT */
/* Profiles, ABIs and the names of the registers: all that the generator shares with the reference.
   */
#ifndef GEN_NAMES_H
#define GEN_NAMES_H

#include "base.h"

enum gen_profile { GEN_V1, GEN_V2, GEN_V2E1, GEN_V2E2, GEN_V3, GEN_NUM_PROFILES };
enum gen_abi { GEN_AMD64, GEN_AARCH64_LITTLE, GEN_AARCH64_BIG, GEN_S390X, GEN_NUM_ABIS };

/* The profile and ABI that a case is for. */
struct gen_target {
    enum gen_profile profile;
    enum gen_abi abi;
};

struct gen_profile_info {
    const char *name;
    unsigned version;     /* sfp_version */
    unsigned flags;       /* the bits that are defined */
    unsigned usual_flags; /* the bits that linked files carry */
    unsigned entry_size;  /* of the FDE array */
};
struct gen_abi_info {
    const char *folder;    /* "aarch64-big" */
    const char *family;    /* "aarch64" */
    const char *dump_name; /* "aarch64-be" */
    unsigned id;           /* sfh_abi_arch */
    bool big;
    unsigned sp, fp; /* DWARF numbers */
    unsigned ra;     /* where a call leaves the return address; AMD64's number is of no register */
    int fixed_ra;
    unsigned below_cfa; /* the caller's SP */
};
extern const struct gen_profile_info gen_profiles[GEN_NUM_PROFILES];
extern const struct gen_abi_info gen_abis[GEN_NUM_ABIS];

enum { GEN_F_SORTED = 1, GEN_F_FRAME_POINTER = 2, GEN_F_PCREL = 4, GEN_NUM_FLAGS = 3 };
extern const char *const gen_flag_names[GEN_NUM_FLAGS]; /* by bit */
/* The number of the word that the text is; -1: none of them. */
int gen_find_word(const char *const words[], size_t count, const char *text, size_t len);

bool gen_is_aarch64(enum gen_abi abi);
/* s390x came with errata 1. */
bool gen_target_exists(struct gen_target target);

/* A set of targets, as a recipe writes it: "v3", "v1 v2 amd64", "big", "all", "all but v2e1 aarch64". */
struct gen_select {
    uint32_t without; /* the targets that are not in it, a bit each */
};
/* False at another word; *bad is set to it. */
bool gen_parse_select(struct gen_pool *pool, const char *text, struct gen_select *select, const char **bad);
/* "[v1 v2] rest": the same of the part in brackets, after which *text stands. Without brackets all are selected. *bad
   is NULL if there is no ']'. */
bool gen_take_select(struct gen_pool *pool, const char **text, struct gen_select *select, const char **bad);
bool gen_selects(struct gen_select select, struct gen_target target);
/* What gen_parse_select() takes, for error texts. */
extern const char gen_select_words[];

/* The registers, by name. All return false for an unknown name. Clauses with an ABI in their name apply only to that
   ABI. */
bool gen_find_clause(const char *id, struct gen_target target, bool *applies);
bool gen_find_policy(const char *id, enum gen_profile profile, bool *applies);
bool gen_policy_applies(const char *id, enum gen_profile profile);
/* Of a known policy: does the reference reject, though other answers are right as well? */
bool gen_is_refused(const char *policy);
struct gen_fault {
    const char *name;
    bool violation;      /* else a doubt */
    const char *clauses; /* ids, separated by spaces */
    const char *policy;  /* the open question that it depends on, or NULL */
};
bool gen_find_fault(const char *name, struct gen_fault *fault);
/* "refuse", "validate" or "strict": how much a reject with that fault matters. */
const char *gen_level_of(const char *fault, enum gen_profile profile);

/* The name in the register; NULL if it has none such. */
const char *gen_find_refusal(const char *name);
/* An encoder's refusal has the level of the fault that the section would have; `refuse` where there is no section with
   the dump's meaning. */
const char *gen_level_of_refusal(const char *refusal, enum gen_profile profile);

/* The name of an ELF error that corpus/README.md lists; NULL for another name. */
const char *gen_find_elf_error(const char *name);

/* Has the suite answered this question in this profile, because the manual's words do not? Not where several answers
   are right. */
bool gen_is_decided(const char *policy, enum gen_profile profile);
/* The question that makes an encoder's refusal right; NULL if there is none. */
const char *gen_policy_of_refusal(const char *refusal);

#endif
