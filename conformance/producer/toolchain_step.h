/* SPDX-License-Identifier: MIT */
/* toolchain_step.h - one call of a compiler, an assembler or a linker, and how it ended. */
#ifndef SFC_TOOLCHAIN_STEP_H
#define SFC_TOOLCHAIN_STEP_H

#include "judge.h"
#include "process.h"

/* A command line: the words of `command` without the word `left_out`, then the words of `more`,
   then `-o OUTPUT INPUT`. Spaces separate words. `more`, `left_out` and `output` may be NULL. */
struct sfc_toolchain_step {
    const char *command, *more, *left_out, *path;
    char *output, *input;
    const int *stop; /* ends the call as soon as this descriptor is readable; NULL: nothing does */
};
void sfc_toolchain_step_run(const struct sfc_toolchain_step *step, struct sfc_process *p);

/* SFC_PASS if the tool succeeded. Otherwise adds to `message`, and to `detail`, which begins
   with the tool's name. GNU tools catch their own crashes and report them. */
enum sfc_outcome sfc_toolchain_step_judge(const struct sfc_process *p, const char *tool, struct sfc_buffer *detail,
                                          struct sfc_buffer *message);

#endif
