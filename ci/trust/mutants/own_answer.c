/* SPDX-License-Identifier: MIT */
/* own_answer.c - the reference's own answers, for judge_sight.c, beside those of the mutant. No question is an ELF
   file. */
#undef HAVE_ELF
#define ref_answer own_answer
#include "ref_answer.c"
