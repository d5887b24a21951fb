/* SPDX-License-Identifier: MIT */
/* sframe_linux.h - what the driver runs in inside Linux. */
#ifndef SFRAME_LINUX_H
#define SFRAME_LINUX_H

#include "sframe_driver.h"

extern const struct sframe_host sframe_linux_host;
/* Frees the memory of the last sections. */
void sframe_linux_free(void);

#endif
