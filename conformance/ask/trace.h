/* SPDX-License-Identifier: MIT */
/* trace.h - shows a person what passes between the runner and an adapter. */
#ifndef SFC_TRACE_H
#define SFC_TRACE_H

#include "process.h"
#include "text.h"

/* Prints to stdout, indented, a frame that was sent ('>') or what came back ('<'): its lines, and the start of the
   body in hex. */
void sfc_trace_frame(char way, const char *bytes, size_t len);
/* The same of a command and how it ended. */
void sfc_trace_command(char *const *words, const struct sfc_process *p);

#endif
