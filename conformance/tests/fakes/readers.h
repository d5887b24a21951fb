/* SPDX-License-Identifier: MIT */
/*
 * readers.h - readers for the fake adapter, made of the reference: decoders with one planted error each (wrong.c),
 * readers whose single look-ups are right (forgets.c), and those that leave something out on purpose and say so
 * (limited.c).
 */
#ifndef SFC_TESTS_READERS_H
#define SFC_TESTS_READERS_H

#include "adapter.h"

/* If there is a reader of this name, *adapter becomes it. False: there is none. */
bool wrong_declare(const char *name, struct sfa_adapter *adapter);
bool forgets_declare(const char *name, struct sfa_adapter *adapter);
bool limited_declare(const char *name, struct sfa_adapter *adapter);

#endif
