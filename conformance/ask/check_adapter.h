/* SPDX-License-Identifier: MIT */
/* check_adapter.h - checks an adapter, not the implementation behind it: does it hold to PROTOCOL.md? */
#ifndef SFC_CHECK_ADAPTER_H
#define SFC_CHECK_ADAPTER_H

#include "rung.h"

/* Prints a line for each check, and what to change for those that fail. Returns how many failed. */
unsigned sfc_check_adapter(struct sfc_config *config, const struct sfc_grant *grant);

#endif
