/* SPDX-License-Identifier: MIT */
/* producer_container.h - the rules for the ELF file around SFrame data. */
#ifndef SFC_PRODUCER_CONTAINER_H
#define SFC_PRODUCER_CONTAINER_H

#include "producer.h"

/* Checks name, type, flags, segment, relocations and the code that functions cover. */
void sfc_producer_container(struct sfc_producer *p);

#endif
