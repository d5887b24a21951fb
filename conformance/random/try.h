/* SPDX-License-Identifier: MIT */
/*
 * try.h - assembles functions, many in one file, and judges what became of each.
 *
 * There are three opinions: the SFrame section, .eh_frame, and the rules that the directives state (expect.h). The
 * first two are compared as `sframe-conform producer` does, the last two here.
 */
#ifndef SFC_TRY_H
#define SFC_TRY_H

#include "expect.h"
#include "producer.h"

/* What can be wrong with a function, or with the file that it is in. The first are the bits of SFC_DIFFERS_... */
enum sfc_kind {
    SFC_KIND_LOST = SFC_NUM_DIFFERENCES, /* no SFrame function, though the version has words for all of it */
    SFC_KIND_NO_ROW,                     /* the same for a part of it */
    SFC_KIND_UNREADABLE,                 /* a row cannot be read */
    SFC_KIND_STRAY,                      /* a row where there is no function */
    SFC_KIND_EH_FRAME,                   /* .eh_frame does not say what the directives say */
    SFC_KIND_SECTION,                    /* the section breaks a rule */
    SFC_KIND_CONTAINER,                  /* the ELF file does, */
    SFC_KIND_RELOCATION,                 /* its relocations, */
    SFC_KIND_CFI,                        /* or .eh_frame cannot be read */
    SFC_KIND_CRASH,                      /* the assembler crashes, */
    SFC_KIND_TIMEOUT,                    /* never ends, */
    SFC_KIND_FLOOD,                      /* says too much, */
    SFC_KIND_REFUSED,                    /* refuses a valid function, */
    SFC_KIND_NOTHING,                    /* or writes nothing and says that all is well */
    SFC_NUM_KINDS
};
/* "wrong-cfa", "lost", "crash" and so on. */
const char *sfc_kind_name(enum sfc_kind kind);

enum { SFC_DETAIL_MAX = 48 };
struct sfc_verdict {
    unsigned kinds;              /* bits 1 << kind; 0: right */
    char detail[SFC_DETAIL_MAX]; /* of a kind from SECTION on: the fault, or the signal */
    size_t together;             /* not 0: the file is wrong only with this function and those after it, so many */
};

/* An assembler, and a place for its files. */
struct sfc_trial {
    const struct sfc_target *target;
    const char *as, *path;    /* the command, and the search path */
    const int *stop;          /* readable when the run is to end, or NULL */
    char *folder;             /* for files of this trial alone */
    enum sfr_profile profile; /* of the first file with SFrame data; AUTO before */
    bool is_stopped;
    uint64_t num_calls; /* of the assembler */
    struct sfc_expected expected;
};
/* Makes the folder. False and *error if that is impossible. */
bool sfc_trial_open(struct sfc_trial *trial, struct sfc_error *error);
void sfc_trial_close(struct sfc_trial *trial);

/* Tries `count` functions, and says in `verdicts` what became of each. False and *error if the assembler cannot be
   started, the files cannot be written, or (is_stopped) the run was stopped. */
bool sfc_try(struct sfc_trial *trial, const struct sfc_body *const *bodies, size_t count, struct sfc_verdict *verdicts,
             struct sfc_error *error);

/* Adds the verdicts of a judged file that has no complaints. */
void sfc_try_functions(struct sfc_trial *trial, const struct sfc_producer *p, const struct sfc_body *const *bodies,
                       size_t count, struct sfc_verdict *verdicts);

/* Does the version have words for all rows, so that a function must not be left out? */
bool sfc_try_must_state(const struct sfc_trial *trial, const struct sfc_expected *expected);

#endif
