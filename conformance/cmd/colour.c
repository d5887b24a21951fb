/* SPDX-License-Identifier: MIT */
/* Whether what is printed has colours. */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "colour.h"

bool sfc_has_colour(void)
{
    const char *no_colour = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
}
