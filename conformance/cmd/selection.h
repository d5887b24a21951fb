/* SPDX-License-Identifier: MIT */
/* selection.h - what the commands about cases share: which corpus, and which of its cases. */
#ifndef SFC_SELECTION_H
#define SFC_SELECTION_H

#include <stddef.h>

#include "command.h"
#include "run.h"

enum {
    SFC_OPTION_CORPUS = 256,
    SFC_OPTION_PROFILE,
    SFC_OPTION_ABI,
    SFC_OPTION_ORDER,
    SFC_OPTION_AREA,
    SFC_OPTION_CLAUSE,
    SFC_OPTION_OWN,          /* the first id for a command's own options */
    SFC_OPTION_STORED = 1000 /* the first id of those that are only stored */
};

/* The id of an option whose value, or that it is given, is stored in a member of the command's `struct options`: a
   const char *, or a bool. The first member of that struct is the struct sfc_corpus_choice, unless all are stored. */
#define SFC_STORED_TEXT(member) SFC_STORED(const char *, member)
#define SFC_STORED_FLAG(member) SFC_STORED(bool, member)
/* A member of another type does not compile. */
#define SFC_STORED(type, member) \
    (SFC_OPTION_STORED + (int)offsetof(struct options, member) + _Generic(((struct options *)0)->member, type : 0))

#define SFC_CORPUS_OPTION                                                                                         \
    {                                                                                                             \
        "corpus", "PATH", "the corpus, a folder or an archive (default: that of this program)", SFC_OPTION_CORPUS \
    }
#define SFC_SELECTION_OPTIONS                                                                                    \
    SFC_CORPUS_OPTION, { "profile", "P", "only cases of profile v1, v2, v2e1, v2e2 or v3", SFC_OPTION_PROFILE }, \
        { "abi", "A", "only cases of ABI aarch64, amd64 or s390x", SFC_OPTION_ABI },                             \
        { "order", "O", "only cases of byte order little or big", SFC_OPTION_ORDER },                            \
        { "area", "A", "only cases of this area, such as elf", SFC_OPTION_AREA },                                \
    {                                                                                                            \
        "clause", "C", "only cases about this clause, such as ALL-FRE-01", SFC_OPTION_CLAUSE                     \
    }
#define SFC_SELECTION_ABOUT "With ID-PATTERNs, such as 'v1/amd64-*/elf/*', only the cases whose id matches one of them."

struct sfc_corpus_choice {
    const char *corpus; /* NULL: the one that came with this program */
    struct sfc_selection selection;
};

/* Takes the options above, and those that are stored; `options` is the command's. */
bool sfc_selection_take(void *options, int id, char *value);

/* What a command does with the selected cases of `run`, which has them and the corpus. */
typedef int sfc_selected_fn(struct sfc_run *run, const void *options);
/* Loads the corpus, and selects cases by the choice, for this run. Returns the exit status. */
int sfc_select_for(struct sfc_run *run, const struct sfc_corpus_choice *choice, sfc_selected_fn *act,
                   const void *options);

/* Catches signals, and does the same by the choice and the patterns argv[0..argc), for a run that nobody else needs. */
int sfc_with_selection(struct sfc_corpus_choice *choice, int argc, char **argv, sfc_selected_fn *act,
                       const void *options);

/* The same with the one case whose id is the only argument. */
typedef int sfc_case_fn(const struct sfc_case *c, const void *options);
int sfc_with_case(const struct sfr_command *command, const struct sfc_corpus_choice *choice, int argc, char **argv,
                  sfc_case_fn *act, const void *options);

#endif
