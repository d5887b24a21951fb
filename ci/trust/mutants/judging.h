/* SPDX-License-Identifier: MIT */
/* judging.h - what serve.c and the judges that it loads agree on. */
#ifndef MUTANTS_JUDGING_H
#define MUTANTS_JUDGING_H

#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

/* The exit status of a process that could not judge a mutant: this says nothing of the mutant. */
enum { NOT_JUDGED = 120 };
/* One case may take such a part of the time for all. */
enum { CASES_IN_TIME = 20 };

/* ITIMER_PROF or ITIMER_VIRTUAL, and how long; afterwards its signal ends the process. The first
   argument of setitimer() is a number in one C library and an enumeration in another. */
static inline int set_timer(int clock, long milliseconds)
{
    const struct itimerval time = { .it_value = { milliseconds / 1000, milliseconds % 1000 * 1000 } };
    return clock == ITIMER_PROF ? setitimer(ITIMER_PROF, &time, 0) : setitimer(ITIMER_VIRTUAL, &time, 0);
}

/* Whether somebody else ended a process, such as a system without memory: no mutant does that. */
static inline int is_killed(int status)
{
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return number == SIGKILL || number == SIGTERM || number == SIGINT || number == SIGHUP;
}

#endif
