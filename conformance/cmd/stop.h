/* SPDX-License-Identifier: MIT */
/* stop.h - signals that end a run early. */
#ifndef SFC_STOP_H
#define SFC_STOP_H

#include <stdbool.h>

/* Becomes readable when the run is to stop. Write to it to stop the run. */
struct sfc_stop_pipe {
    int read_fd, write_fd;
};

/* Catches SIGINT, SIGTERM and, unless it is ignored, SIGHUP: the first one stops the run, the second one ends the
   program. Writes to a closed pipe or a full disk fail instead of ending the program. False
   after a message. */
bool sfc_stop_catch(struct sfc_stop_pipe *stop);

#endif
