/* SPDX-License-Identifier: MIT */
/* colour.h - whether what is printed has colours. */
#ifndef SFC_COLOUR_H
#define SFC_COLOUR_H

#include <stdbool.h>

/* Is standard output a terminal whose user did not set NO_COLOR? An empty NO_COLOR is none (no-color.org). */
bool sfc_has_colour(void);

#endif
