/* SPDX-License-Identifier: MIT */
/* produce_step.h - one call of a compiler, an assembler or a linker, and how it ended. */
#ifndef SFR_CONFORMANCE_PRODUCE_STEP_H
#define SFR_CONFORMANCE_PRODUCE_STEP_H

#include "judge.h"
#include "process.h"

/* Runs the words of COMMAND, which spaces separate, and those of `more` (may be NULL), with `-o OUTPUT INPUT` behind
   them, or nothing if `output` is NULL. A word `left_out` (may be NULL) of COMMAND is not passed on. */
struct sfr_step {
    const char *command, *more, *left_out, *path;
    char *output, *input;
};
void sfr_step_run(const struct sfr_step *step, struct sfr_process *p);

/* SFR_PASS if the tool ended well; else adds what is wrong to `detail`, which begins with the tool's name, and
   `message`. GNU tools catch their own crashes and say so. */
enum sfr_outcome sfr_step_judge(const struct sfr_process *p, const char *tool, struct sfr_buffer *detail,
                                struct sfr_buffer *message);

#endif
