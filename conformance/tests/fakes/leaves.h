/* SPDX-License-Identifier: MIT */
/* leaves.h - processes that a fake adapter leaves behind. */
#ifndef LEAVES_H
#define LEAVES_H

#include <stdbool.h>

/* Leaves a process in a group of its own, whose number it writes to the file `mark`. */
void leaves_process(const char *mark);

/* Leaves many processes to the runner, which end at once, and then waits until it has waited for
   them. Returns whether it has, in some seconds. */
bool leaves_zombies(void);

#endif
