/* SPDX-License-Identifier: MIT */
/* surroundings.h - what a fake adapter does to its folder and process group, and what it finds there. */
#ifndef SURROUNDINGS_H
#define SURROUNDINGS_H

/* Before it opens anything: counts the descriptors that it was given. */
void surroundings_see(void);

/* Ends the program if the mode is one of these: "litters" leaves a file in its folder and dies, or exits with 77 if it
   is not alone there; "writes-much" writes 2 MiB there; "signals-group"; "sees-descriptors" exits with 78 if it has
   more than its three. */
void surroundings_meet(const char *mode);

#endif
