/* SPDX-License-Identifier: MIT */
/* limited.h - readers that leave something out on purpose and say so. */
#ifndef FAKE_LIMITED_H
#define FAKE_LIMITED_H

#include "adapter.h"

struct limited;
/* The reader with this name, or NULL. */
const struct limited *limited_find(const char *name);
/* Puts what it declares into *adapter. */
void limited_declare(const struct limited *reader, struct sfa_adapter *adapter);

#endif
