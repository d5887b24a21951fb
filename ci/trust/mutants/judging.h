/* SPDX-License-Identifier: MIT */
/* judging.h - what serve.c and the judges that it loads agree on. */
#ifndef MUTANTS_JUDGING_H
#define MUTANTS_JUDGING_H

#include <sys/time.h>

/* The exit status of a process that could not judge a mutant: this says nothing of the mutant. */
enum { NOT_JUDGED = 120 };
/* One case may take such a part of the time for all. */
enum { CASES_IN_TIME = 20 };

/* Which of the process's clocks and how long; afterwards its signal ends the process. */
static inline int set_timer(int clock, long milliseconds)
{
    const struct itimerval time = { .it_value = { milliseconds / 1000, milliseconds % 1000 * 1000 } };
    return setitimer(clock, &time, 0);
}

#endif
