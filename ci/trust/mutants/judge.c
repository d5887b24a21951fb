/* SPDX-License-Identifier: MIT */
/* The test of the corpus as a function. Linked with a mutant it is a shared object, which serve.c loads. */
int judge_main(int argc, char **argv);
#define main judge_main
#include "test_corpus.c"
#undef main

#include "judging.h"

enum { STRIDE = 97 };

int judge(const struct sfc_corpus *corpus, long milliseconds);

/* Returns 0 if the reference answers every case correctly; otherwise it prints the first wrong one.
   It takes cases in strides, so that all profiles and areas come early: most mutants fail within a
   hundred cases. Large sections are not decoded and encoded in every way: each survivor would wait
   ten seconds for that. A case that takes longer than `milliseconds` ends the process. */
int judge(const struct sfc_corpus *corpus, long milliseconds)
{
    struct run run = { .only_first = true };

    run.subject = sfc_alloc(1, sizeof *run.subject);
    for (size_t start = 0; start < STRIDE && run.failed == 0; start++)
        for (size_t i = start; i < corpus->count && set_timer(ITIMER_PROF, milliseconds) == 0; i += STRIDE)
            if (!run_case(&run, &corpus->cases[i]))
                break;
    return run.failed > 0;
}
