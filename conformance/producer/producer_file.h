/* SPDX-License-Identifier: MIT */
/* producer_file.h - reads and judges one ELF file. */
#ifndef SFC_PRODUCER_FILE_H
#define SFC_PRODUCER_FILE_H

#include "producer.h"

/* Reads and judges one file. AUTO chooses the profile by the contents of the section. `is_image`: it is found by
   symbols, whether or not the file shows it. */
void sfc_producer_judge(struct sfc_producer *p, const char *path, enum sfr_profile profile, bool is_image);
/* The same for a file in allocated memory, which *p takes over. */
void sfc_producer_judge_bytes(struct sfc_producer *p, const char *path, char *bytes, size_t size,
                              enum sfr_profile profile, bool is_image);

#endif
