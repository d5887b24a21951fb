/* SPDX-License-Identifier: MIT */
/* toolchain_step.h - one call of a compiler, an assembler or a linker, and how it ended. */
#ifndef SFC_TOOLCHAIN_STEP_H
#define SFC_TOOLCHAIN_STEP_H

#include "judge.h"
#include "process.h"

/* Runs the words of COMMAND, which spaces separate, and those of `more` (may be NULL), with `-o OUTPUT INPUT` behind
   them, or nothing if `output` is NULL. A word `left_out` (may be NULL) of COMMAND is not passed on. */
struct sfc_toolchain_step {
    const char *command, *more, *left_out, *path;
    char *output, *input;
};
void sfc_toolchain_step_run(const struct sfc_toolchain_step *step, struct sfc_process *p);

/* SFC_PASS if the tool ended well; else adds what is wrong to `detail`, which begins with the tool's name, and
   `message`. GNU tools catch their own crashes and say so. */
enum sfc_outcome sfc_toolchain_step_judge(const struct sfc_process *p, const char *tool, struct sfc_buffer *detail,
                                          struct sfc_buffer *message);

#endif
