/* SPDX-License-Identifier: MIT */
/* basis.h - what a row of the registers rests on, for a person. */
#ifndef SFC_BASIS_H
#define SFC_BASIS_H

#include "registers.h"
#include "text.h"

/* Adds the basis and its evidence in one line: `text: v3 2.1 "words"; v3 2.2 "words"`, or `ours:
   the reason`. Of the quotes, those from the manuals of the profile; all if it has none. */
void sfc_add_basis(struct sfc_buffer *out, const struct sfr_basis_info *basis, const char *profile);

#endif
