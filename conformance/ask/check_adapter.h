/* SPDX-License-Identifier: MIT */
/* check_adapter.h - checks that an adapter follows PROTOCOL.md, whatever its implementation gets
   wrong. */
#ifndef SFC_CHECK_ADAPTER_H
#define SFC_CHECK_ADAPTER_H

#include "rung.h"

/* Prints a line for each check, and a fix for each that fails. Returns how many failed. *is_other: the file does not
   describe this version. */
unsigned sfc_check_adapter(struct sfc_config *config, const struct sfc_grant *grant, bool *is_other);

#endif
